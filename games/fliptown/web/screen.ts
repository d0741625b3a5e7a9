// What the screen has room for. The map is the larger the better: on a flat screen cards and notices stand beside it, on a high one
// above it, and on a phone each region is a sheet of its own. What is to be decided lies over the map where it hides the least.

import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { height, parts, width } from './layout';

/** The same condition as in small.css. */
const smallScreen = matchMedia('(max-width: 719px), (max-height: 500px)');

export const isSmall = () => smallScreen.matches;

export function useSmall(): boolean {
  const [small, setSmall] = useState(smallScreen.matches);
  useEffect(() => {
    const change = () => setSmall(smallScreen.matches);
    smallScreen.addEventListener('change', change);
    return () => smallScreen.removeEventListener('change', change);
  }, []);
  return small;
}

/** The column beside the map: at least wide enough for a card, at most for a notice. */
const narrowest = 124;
const widest = 280;
const gap = 8;
/** The row of cards above the map, as in panel.css; and the row of neighbours, where there is one. */
const rowAbove = 132 + gap;
const rowBelow = 46 + gap;
const rowBelowFrom = 821;

/** How wide the column beside the map is, or null where cards stand better above it. */
export function columnBeside(w: number, h: number, several: boolean): number | null {
  if (w < 820 || h < 420) return null;
  const room = h - (several && innerHeight >= rowBelowFrom ? rowBelow : 0);
  const above = Math.min(w / width, (room - rowAbove) / height);
  const beside = Math.min((w - narrowest - gap) / width, h / height);
  if (beside <= above) return null;
  return Math.max(narrowest, Math.min(widest, Math.floor(w - gap - beside * width)));
}

export function useColumn(root: RefObject<HTMLElement>, small: boolean, several: boolean): number | null {
  const [column, setColumn] = useState<number | null>(null);
  useLayoutEffect(() => {
    const node = root.current!;
    const measure = () => setColumn(small ? null : columnBeside(node.clientWidth, node.clientHeight, several));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    return () => observer.disconnect();
  }, [small, several]);
  return column;
}

/* --- what lies over the map ------------------------------------------------------------------------------------------ */

/** What a panel should not cover, and how bad it is if it does. */
const inTheWay: [string, number][] = [
  ['.ft-site.picked', 100],
  ['.ft-site.hinted', 40],
  ['.ft-site.counts', 20],
  ['.ft-site.fresh', 6],
  ['.ft-site.legal', 8],
  ['.ledger .counter, .ledger .column.now', 1],
];

/** How much of `one` lies under `other`, 0 … 1. */
function covered(one: DOMRect, other: DOMRect): number {
  const w = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const h = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return w > 0 && h > 0 ? (w * h) / (one.width * one.height) : 0;
}

function harm(root: HTMLElement, place: DOMRect): number {
  let sum = 0;
  for (const [selector, weight] of inTheWay) for (const node of root.querySelectorAll(selector)) sum += weight * covered(node.getBoundingClientRect(), place);
  return sum;
}

/** As much of the map as is seen: a region that is looked at from near is larger than its window. */
function seenMap(root: HTMLElement): DOMRect | null {
  const [map, frame] = ['.ft-map', '.ft-window'].map((name) => root.querySelector(name)?.getBoundingClientRect());
  if (!map || !frame) return null;
  const [left, top] = [Math.max(map.left, frame.left), Math.max(map.top, frame.top)];
  return new DOMRect(left, top, Math.min(map.right, frame.right) - left, Math.min(map.bottom, frame.bottom) - top);
}

/** The heights at which a panel may lie: beneath the map where the screen has room for it there, else along an edge of the map. */
function heights(root: HTMLElement, map: DOMRect, high: number): number[] {
  const floor = root.querySelector('.ft-others')?.getBoundingClientRect() ?? null;
  const end = floor && floor.top > map.bottom ? floor.top : root.getBoundingClientRect().bottom;
  const edges = [map.bottom - high - gap, map.top + gap];
  return end - map.bottom >= high + 2 * gap ? [map.bottom + gap, ...edges] : edges;
}

/**
 * Lays `panel` where it hides the least: in its own place, unless it is `homeless` or hides something there; else at a corner or an
 * edge of the map. `key` changes with what is asked.
 */
export function useFloat(root: RefObject<HTMLElement>, panel: RefObject<HTMLElement>, key: string, small: boolean, homeless: boolean): void {
  useLayoutEffect(() => {
    const node = panel.current!;
    const lay = () => {
      node.classList.remove('float', 'over');
      node.style.left = node.style.top = '';
      if (small || !node.getClientRects().length) return;
      const own = homeless ? Infinity : harm(root.current!, node.firstElementChild!.getBoundingClientRect());
      const over = () => node.classList.toggle('over', node.firstElementChild!.clientHeight > node.clientHeight + 4);
      if (own < 1) return void over();
      node.classList.add('float');
      const map = seenMap(root.current!);
      const base = root.current!.getBoundingClientRect();
      const { width: w, height: h } = node.getBoundingClientRect();
      if (!map) return;
      let best: { x: number; y: number; harm: number } | null = null;
      for (const y of heights(root.current!, map, h))
        for (const x of [map.left + gap, (map.left + map.right - w) / 2, map.right - w - gap]) {
          const found = harm(root.current!, new DOMRect(x, y, w, h));
          if (!best || found < best.harm - 0.01) best = { x, y, harm: found };
        }
      if (best!.harm >= own) {
        node.classList.remove('float');
        return void over();
      }
      node.style.left = `${Math.max(0, best!.x - base.left)}px`;
      node.style.top = `${Math.max(0, best!.y - base.top)}px`;
    };
    lay();
    const observer = new ResizeObserver(lay);
    observer.observe(node.firstElementChild!);
    for (const part of root.current!.querySelectorAll('.ft-map, .ft-window')) observer.observe(part);
    return () => observer.disconnect();
  }, [key, small, homeless]);
}

/**
 * For what must stay in sight, on the map and at the table: on a small screen how much of the map a sheet over its foot covers; else where
 * the map begins, and the ledger, on which nothing is chosen.
 */
export function useSheetHeight(root: RefObject<HTMLElement>, panel: RefObject<HTMLElement>, small: boolean): void {
  useLayoutEffect(() => {
    const page = root.current!.closest<HTMLElement>('.table-page') ?? root.current!;
    const frame = root.current!.querySelector('.ft-frame');
    const measure = () => {
      if (small) return page.style.setProperty('--covered', `${panel.current?.offsetHeight ?? 0}px`);
      const map = frame!.getBoundingClientRect();
      const left = map.left - page.getBoundingClientRect().left;
      page.style.setProperty('--map', `${left}px`);
      page.style.setProperty('--ledger', `${left + (map.width * parts.ledger.x) / width}px`);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(small ? panel.current! : frame!);
    return () => {
      observer.disconnect();
      for (const name of ['--covered', '--map', '--ledger']) page.style.removeProperty(name);
    };
  }, [small]);
}
