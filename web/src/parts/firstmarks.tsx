// The first minute: in somebody's first game of a kind three marks lie on the board (the goal, what scores, what to press) with a word
// each, and the sound is offered once. One tap, or the first own move, and they are gone for good.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useApp } from '../app';
import { meet, wasMet } from '../shownonce';
import { wantSound } from '../sound';
import type { Mark, Scene } from '../types';

type Place = Record<'left' | 'top' | 'width' | 'height', number>;

/** Where each mark lies on the page of the table; one whose thing is not seen has no place. */
function placesOf(marks: readonly Mark[], page: HTMLElement): (Place | null)[] {
  const base = page.getBoundingClientRect();
  const area = page.querySelector('.board-area')!.getBoundingClientRect();
  return marks.map(({ at }) => {
    const node = [...page.querySelectorAll(at)].find((one) => one.getClientRects().length > 0);
    if (!node) return null;
    const box = node.getBoundingClientRect();
    const top = Math.max(box.top, area.top);
    const height = Math.min(box.bottom, area.bottom) - top;
    return height > 12 ? { left: box.left - base.left, top: top - base.top, width: box.width, height } : null;
  });
}

function usePlaces(marks: readonly Mark[], key: number) {
  const root = useRef<HTMLDivElement>(null);
  const [places, setPlaces] = useState<(Place | null)[]>([]);
  useLayoutEffect(() => {
    const page = root.current!.parentElement!;
    const measure = () => setPlaces(placesOf(marks, page));
    measure();
    const observer = new ResizeObserver(measure);
    for (const node of page.querySelectorAll('.board-area, .board-area > *')) observer.observe(node);
    return () => observer.disconnect();
  }, [key]);
  return { root, places };
}

function SoundOffer() {
  const { settings } = useApp();
  const [asked] = useState(() => wasMet('sound') || settings.sound === 'on');
  if (asked) return null;
  return (
    <label class="check">
      <input type="checkbox" checked={settings.sound === 'on'} onChange={(event) => wantSound(event.currentTarget.checked)} />
      <span>Soft sounds</span>
    </label>
  );
}

function Marks({ marks, steps, onRules, close }: { marks: readonly Mark[]; steps: number; onRules: () => void; close: () => void }) {
  const { root, places } = usePlaces(marks, steps);
  const page = root.current?.parentElement;
  const area = page?.querySelector<HTMLElement>('.board-area');
  // What is to be pressed is not covered: where it lies low, the words stand above.
  const press = places[marks.length - 1];
  const low = Boolean(area && press && press.top + press.height / 2 > area.offsetTop + area.offsetHeight * 0.6);
  const place = area ? (low ? { top: area.offsetTop + 6 } : { bottom: page!.clientHeight - area.offsetTop - area.offsetHeight + 6 }) : {};
  return (
    <div class="first-marks" ref={root}>
      {places.map((place, index) => place && <i key={index} class="mark-ring" style={place} data-nr={index + 1} aria-hidden="true" />)}
      <section style={place} aria-label="What is what">
        <ol>
          {marks.map(({ at, words }) => (
            <li key={at}>{words}</li>
          ))}
        </ol>
        <div class="buttons">
          <SoundOffer />
          <button onClick={onRules}>Rules</button>
          <button class="primary" onClick={close}>
            Got it
          </button>
        </div>
      </section>
    </div>
  );
}

interface FirstMarksProps {
  scene: Scene;
  marks?: (scene: Scene) => Mark[];
  onRules: () => void;
}

export function FirstMarks({ scene, marks, onRules }: FirstMarksProps) {
  const { table, mine, lesson, log } = scene;
  const [gone, setGone] = useState(() => wasMet(table.game));
  const begun = log.some((entry) => mine.includes(entry.seat as number));
  const fits = table.kind === 'game' && table.status === 'running' && mine.length > 0 && !lesson && Boolean(marks);
  const close = () => {
    meet(table.game, 'sound');
    setGone(true);
  };
  useEffect(() => {
    if (fits && begun && !gone) close();
  }, [fits, begun]);
  if (gone || begun || !fits || !scene.actions.length) return null;
  return <Marks marks={marks!(scene)} steps={log.length} onRules={onRules} close={close} />;
}
