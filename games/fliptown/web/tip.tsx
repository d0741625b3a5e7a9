// What a symbol means: shown where a pointer rests, or where a finger stays.

import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';

export interface TipText {
  title: string;
  words: string;
  /** The whole rule, where `words` is about a part of it. */
  whole?: string;
  now: string;
  x: number;
  y: number;
}

const restsFor = 260;
const pressesFor = 420;

/** The sentence for what lies at a point: the symbol on top, and the site it belongs to. */
function tipAt(root: HTMLElement, x: number, y: number): TipText | null {
  let words = '';
  let site: HTMLElement | null = null;
  for (const element of document.elementsFromPoint(x, y)) {
    if (!root.contains(element)) continue;
    const holder = element.closest<HTMLElement>('[data-tip]');
    if (!holder || !root.contains(holder)) continue;
    if (holder.dataset.site) site ??= holder;
    else if (!words) words = holder.dataset.tip ?? '';
  }
  if (!words && !site) return null;
  const { title = '', tip = '', now = '' } = site?.dataset ?? {};
  // Any part of a building tells the building's whole rule: what is printed inside is only half of it.
  const whole = site?.dataset.site?.startsWith('town ') && words ? tip : '';
  return { title, words: words || tip, whole, now, x, y };
}

/** Watches pointers on `root`; a finger that stays explains and does not press. */
export function useTip(root: RefObject<HTMLElement>): { tip: TipText | null; explain: (element: HTMLElement) => void } {
  const [tip, setTip] = useState<TipText | null>(null);
  useEffect(() => {
    const node = root.current!;
    let timer = 0;
    let start: { x: number; y: number } | null = null;
    let held = false;
    const stop = () => {
      clearTimeout(timer);
      start = null;
    };
    const move = (event: PointerEvent) => {
      if (event.pointerType === 'touch') {
        if (start && Math.hypot(event.clientX - start.x, event.clientY - start.y) > 12) stop();
        return;
      }
      clearTimeout(timer);
      const { clientX, clientY } = event;
      setTip((old) => (old && Math.hypot(clientX - old.x, clientY - old.y) < 14 ? old : null));
      if (!event.buttons) timer = window.setTimeout(() => setTip(tipAt(node, clientX, clientY)), restsFor);
    };
    const down = (event: PointerEvent) => {
      stop();
      held = false;
      setTip(null);
      if (event.pointerType !== 'touch') return;
      const { clientX, clientY } = event;
      start = { x: clientX, y: clientY };
      timer = window.setTimeout(() => {
        const found = tipAt(node, clientX, clientY);
        held = found !== null;
        setTip(found);
      }, pressesFor);
    };
    const leave = (event: PointerEvent) => {
      stop();
      if (event.pointerType !== 'touch') setTip(null);
    };
    const click = (event: MouseEvent) => {
      if (!held) return;
      held = false;
      event.stopPropagation();
      event.preventDefault();
    };
    const menu = (event: Event) => held && event.preventDefault();
    const key = (event: KeyboardEvent) => event.key === 'Escape' && setTip(null);
    const away = (event: Event) => event.target !== node && setTip(null);
    node.addEventListener('pointermove', move);
    node.addEventListener('pointerdown', down);
    node.addEventListener('pointerup', stop);
    node.addEventListener('pointercancel', stop);
    node.addEventListener('pointerleave', leave);
    node.addEventListener('click', click, true);
    node.addEventListener('contextmenu', menu);
    node.addEventListener('scroll', away, true);
    addEventListener('keydown', key);
    return () => {
      clearTimeout(timer);
      node.removeEventListener('pointermove', move);
      node.removeEventListener('pointerdown', down);
      node.removeEventListener('pointerup', stop);
      node.removeEventListener('pointercancel', stop);
      node.removeEventListener('pointerleave', leave);
      node.removeEventListener('click', click, true);
      node.removeEventListener('contextmenu', menu);
      node.removeEventListener('scroll', away, true);
      removeEventListener('keydown', key);
    };
  }, []);
  const explain = (element: HTMLElement) => {
    const { title = '', tip: words = '', now = '' } = element.dataset;
    const rect = element.getBoundingClientRect();
    setTip({ title, words, now, x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 });
  };
  return { tip, explain };
}

const widest = 300;

export function Tip({ tip }: { tip: TipText }) {
  const left = Math.max(8, Math.min(tip.x - widest / 2, innerWidth - widest - 8));
  const above = tip.y > innerHeight * 0.5;
  const place = above ? { bottom: `${innerHeight - tip.y + 18}px` } : { top: `${tip.y + 22}px` };
  return (
    <div class="ft-tip" role="tooltip" style={{ left: `${left}px`, width: `${Math.min(widest, innerWidth - 16)}px`, ...place }}>
      {tip.title && <b>{tip.title}</b>}
      <p>{tip.words}</p>
      {tip.whole && <p>{tip.whole}</p>}
      {tip.now && <p class="now">{tip.now}</p>}
    </div>
  );
}
