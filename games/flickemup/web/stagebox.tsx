// The box that holds the stage, the 3D one if it can be had, else the drawn one; and over it what both need: names beside the
// cowboys, discs that can be tapped, the line of a hint.

import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { radians } from './pose';
import type { Aim, Lights, MakeStage, Stage, Town } from './stage';
import { makeStage as makeDrawn } from './drawn';

export type StageState = 'loading' | '3d' | 'drawn';

function webGl(): boolean {
  try {
    const canvas = document.createElement('canvas');
    return Boolean(canvas.getContext('webgl2'));
  } catch {
    return false;
  }
}

async function make3d(): Promise<MakeStage> {
  const module = await import('./town/stage3d');
  return module.makeStage;
}

const darkQuery = '(prefers-color-scheme: dark)';

function isDark(): boolean {
  const theme = document.documentElement.dataset.theme;
  return theme === 'dark' || (theme !== 'light' && matchMedia(darkQuery).matches);
}

/** Whether it is dark, also when somebody changes that while the town is shown. */
function useDark(): boolean {
  const [dark, setDark] = useState(isDark);
  useEffect(() => {
    const look = () => setDark(isDark());
    const query = matchMedia(darkQuery);
    const watcher = new MutationObserver(look);
    watcher.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    query.addEventListener('change', look);
    return () => {
      watcher.disconnect();
      query.removeEventListener('change', look);
    };
  }, []);
  return dark;
}

/** Makes the stage anew when another kind is wished, and goes over to the drawn one when the other breaks. */
export function useStage(host: RefObject<HTMLElement>, stage: RefObject<Stage>, drawn: boolean, reducedMotion: boolean): { state: StageState; lost: boolean } {
  const [state, setState] = useState<StageState>('loading');
  const [lost, setLost] = useState(false);
  const dark = useDark();
  const flat = drawn || lost; // styles alone: it follows the theme by itself
  useEffect(() => {
    const box = host.current!;
    let current = true;
    const options = { dark, reducedMotion };
    const take = (made: Stage) => {
      (stage as { current: Stage | null }).current = made;
      setState(made.kind);
    };
    const fall = () => {
      if (!current || stage.current?.kind === 'drawn') return;
      stage.current?.dispose();
      box.replaceChildren();
      setLost(true);
      take(makeDrawn(box, options));
    };
    if (drawn || lost || !webGl()) {
      if (!drawn) setLost(true);
      take(makeDrawn(box, options));
    } else {
      setState('loading');
      make3d().then((make) => {
        if (!current) return;
        try {
          take(make(box, options));
        } catch {
          fall();
        }
      }, fall);
    }
    box.addEventListener('webglcontextlost', fall, true);
    return () => {
      current = false;
      box.removeEventListener('webglcontextlost', fall, true);
      stage.current?.dispose();
      (stage as { current: Stage | null }).current = null;
      box.replaceChildren();
    };
  }, [drawn, flat || dark]);
  return { state, lost };
}

const rowHigh = 18; // px

export interface Label {
  key: string;
  x: number;
  y: number;
  z: number;
  /** It names what stands there, so it must not cover it. */
  over?: boolean;
  /** The piece that it goes with, wherever that is at the moment. */
  piece?: string;
  /** Rows under its place, where several share it. */
  row?: number;
  node: ComponentChildren;
  class: string;
  onClick?: (event: MouseEvent) => void;
}

/** The middle of a name on the stage, and its size. */
interface Place {
  left: number;
  top: number;
  wide: number;
  high: number;
}

/** Where a name stands across, so that it does not cover that of a neighbour: beside the first one that it would touch. */
function beside(name: Place, others: Place[]): number {
  const near = others.find(
    (other) => Math.abs(other.left - name.left) < (other.wide + name.wide) / 2 && Math.abs(other.top - name.top) < (other.high + name.high) / 2,
  );
  if (!near) return name.left;
  const side = name.left < near.left ? -1 : 1;
  return near.left + side * ((near.wide + name.wide) / 2 + 1);
}

/** Words over the upper edge of a small stage go to the lower one where names stand in their way, and none there. */
function keepClear(words: HTMLElement | null, stage: HTMLElement, names: Place[]): void {
  const said = words?.firstElementChild as HTMLElement | null | undefined;
  if (!words || !said) return;
  const room = stage.clientHeight;
  const high = said.offsetHeight + 8;
  const named = (from: number, to: number) =>
    names.some(
      ({ left, top, wide, high: tall }) =>
        top + tall / 2 > from && top - tall / 2 < to && Math.abs(left - stage.clientWidth / 2) < (wide + said.offsetWidth) / 2,
    );
  words.toggleAttribute('data-low', named(0, high) && !named(room - high, room));
}

interface OverProps {
  stage: RefObject<Stage>;
  /** Changes when the stage is another one. */
  state: StageState;
  labels: Label[];
  ghost: Aim | null;
  /** What is said over the stage. */
  words: RefObject<HTMLElement>;
}

/** Labels at their places. They are for eyes and fingers; for everything else there is the bar. */
export function Over({ stage, state, labels, ghost, words }: OverProps) {
  const box = useRef<HTMLDivElement>(null);
  const line = useRef<SVGPathElement>(null);
  const mark = useRef<SVGCircleElement>(null);
  const now = useRef({ labels, ghost });
  now.current = { labels, ghost };
  const layout = () => {
    const shown = stage.current;
    if (!shown || !box.current) return;
    const names: Place[] = [];
    now.current.labels.forEach((label, i) => {
      const node = box.current!.children[i] as HTMLElement | undefined;
      if (!node) return;
      const at = label.piece ? shown.where(label.piece) : label;
      const { x, y } = at ?? label;
      // In 3D over his head, or over the middle of one who lies.
      const { left, top, visible } = shown.place(x, y, label.piece && at ? at.z + ((at as { lies?: boolean }).lies ? 6 : 24) : label.z);
      // Seen from above, a name stands clear of its man, however near one looks.
      const clear = !label.over ? 0 : shown.kind === '3d' ? 11 : 12 + Math.abs(shown.place(x + 9, y).left - left || shown.place(x, y + 9).left - left);
      // At the edge of the stage it stays whole.
      const within = (at: number, size: number, room: number) => Math.max(size / 2, Math.min(at, room - size / 2));
      const { offsetWidth: wide, offsetHeight: high } = node;
      const down = within(top - clear + rowHigh * (label.row ?? 0), high, box.current!.clientHeight);
      const free = label.over ? beside({ left, top: down, wide, high }, names) : left;
      const across = within(free, wide, box.current!.clientWidth);
      if (label.over && visible && at) names.push({ left: across, top: down, wide, high });
      node.style.transform = `translate(-50%, -50%) translate(${across.toFixed(1)}px, ${down.toFixed(1)}px)`;
      node.style.visibility = visible && at ? '' : 'hidden';
    });
    keepClear(words.current, box.current, names);
    const aim = now.current.ghost;
    mark.current?.setAttribute('visibility', aim ? 'visible' : 'hidden');
    if (!line.current) return;
    if (!aim) return line.current.setAttribute('d', '');
    const point = (way: number) => shown.place(aim.from.x + way * Math.cos(radians(aim.angle)), aim.from.y + way * Math.sin(radians(aim.angle)), 4);
    const [from, to] = [point(14), point(Math.max(30, Math.min(700, aim.reach)))];
    line.current.setAttribute('d', `M${from.left.toFixed(1)} ${from.top.toFixed(1)}L${to.left.toFixed(1)} ${to.top.toFixed(1)}`);
    mark.current?.setAttribute('cx', to.left.toFixed(1));
    mark.current?.setAttribute('cy', to.top.toFixed(1));
  };
  useLayoutEffect(layout);
  useEffect(() => stage.current?.onMoved(layout), [state]);
  return (
    <>
      <svg class="fu-ghost" aria-hidden="true">
        <path ref={line} />
        <circle ref={mark} r="9" visibility="hidden" />
      </svg>
      <div class="fu-labels" ref={box} aria-hidden="true">
        {labels.map((label) => (
          <span key={label.key} class={label.class} onClick={label.onClick} data-label={label.key}>
            {label.node}
          </span>
        ))}
      </div>
    </>
  );
}

/** Tells the stage what is to be seen; what is being played comes first. */
export function useShown(stage: RefObject<Stage>, state: StageState, town: Town, lights: Lights, aim: Aim | null, busy: boolean): void {
  const before = useRef('');
  useEffect(() => {
    if (busy || state === 'loading') return;
    const duel = town.pieces.length === 2 ? 'duel' : 'town';
    stage.current?.show(town, before.current !== `${state} ${duel}`);
    before.current = `${state} ${duel}`;
  }, [town, busy, state]);
  useEffect(() => stage.current?.light(lights), [lights, state, busy]);
  useEffect(() => stage.current?.aim(aim), [aim, state]);
  useEffect(() => stage.current?.hold(aim !== null), [aim !== null, state]);
}
