// What lies under the pieces of the drawn town: planks, exits, the floors of the houses with their signs, tokens in the open.

import type { Piece, Town } from './stage';

const space = 'http://www.w3.org/2000/svg';

export function element<K extends keyof SVGElementTagNameMap>(name: K, attributes: Record<string, string | number>, parent: Element): SVGElementTagNameMap[K] {
  const node = document.createElementNS(space, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  parent.append(node);
  return node;
}

/** The same wood every time: a small generator of its own. */
function grain(seed: number): () => number {
  let value = seed;
  return () => {
    value = (value * 1103515245 + 12345) % 2147483648;
    return value / 2147483648;
  };
}

export function drawTable(layer: Element, town: Town): void {
  const { width, height } = town;
  element('rect', { class: 'edge', x: -7, y: -7, width: width + 14, height: height + 14, rx: 7 }, layer);
  element('rect', { class: 'wood', x: 0, y: 0, width, height }, layer);
  const random = grain(7);
  const planks = 8;
  for (let i = 0; i < planks; i++) {
    const low = (i * height) / planks;
    if (i % 2) element('rect', { class: 'plank', x: 0, y: low, width, height: height / planks }, layer);
    element('path', { class: 'gap', d: `M0 ${low}H${width}` }, layer);
    for (let line = 0; line < 3; line++) {
      const y = low + (0.2 + 0.6 * random()) * (height / planks);
      const x = random() * width * 0.7;
      const long = width * (0.15 + 0.35 * random());
      const swing = 3 + 5 * random();
      element('path', { class: 'grain', d: `M${x} ${y}q${long / 4} ${swing} ${long / 2} 0t${Math.min(long / 2, width - x - long / 2)} 0` }, layer);
    }
    const joint = random() * width;
    element('path', { class: 'gap', d: `M${joint} ${low}v${height / planks}` }, layer);
  }
  for (const exit of town.exits) drawExit(layer, exit, town);
}

function drawExit(layer: Element, exit: Town['exits'][number], { width, height }: Town): void {
  const middle = (exit.from + exit.to) / 2;
  const across = exit.edge === 'bottom' || exit.edge === 'top';
  const edge = exit.edge === 'top' ? height : exit.edge === 'right' ? width : 0;
  const out = exit.edge === 'top' || exit.edge === 'right' ? 1 : -1;
  const d = across ? `M${exit.from} ${edge}H${exit.to}` : `M${edge} ${exit.from}V${exit.to}`;
  element('path', { class: 'exit', d }, layer);
  const arrow = across
    ? `M${middle - 14} ${edge - out * 26}L${middle} ${edge - out * 8}L${middle + 14} ${edge - out * 26}`
    : `M${edge - out * 26} ${middle - 14}L${edge - out * 8} ${middle}L${edge - out * 26} ${middle + 14}`;
  element('path', { class: 'exit-arrow', d: arrow }, layer);
}

/** How the room behind a front is drawn: from the door line back, and from side to side. */
export const room = { deep: 70, wide: 100 };

/** As large as the room is wide: a long name and "closed" stand in lines of their own, towards the door. */
function drawSign(sign: Element, piece: Piece, doorBelow: boolean): void {
  const name = piece.sign ?? '';
  const lines = [...(name.length > 10 ? name.split(' ') : [name]), ...(piece.closed ? ['closed'] : [])];
  lines.forEach((line, i) => {
    const text = element(
      'text',
      { class: 'sign', y: 16 * (doorBelow ? i : i - lines.length + 1), 'text-anchor': 'middle', 'dominant-baseline': 'central' },
      sign,
    );
    text.textContent = line;
  });
}

/** The room behind a front: with its sign, and the town hall's with the clock. */
export function drawFloor(layer: Element, piece: Piece, hour: number, upended: boolean): void {
  const { x, y, q } = piece.pose;
  const facing = (2 * Math.atan2(q[3], q[0]) * 180) / Math.PI;
  const group = element('g', { class: piece.closed ? 'floor closed' : 'floor', transform: `translate(${x} ${y}) rotate(${facing})` }, layer);
  element('rect', { x: -room.deep, y: -room.wide / 2, width: room.deep + 10, height: room.wide, rx: 3, class: 'room' }, group);
  element('path', { class: 'door', d: 'M0 -22V22' }, group);
  if (piece.closed) element('path', { class: 'bars', d: 'M-2 -22L8 22M8 -22L-2 22' }, group);
  // Written along the front, so that it can be read from where one sits.
  const turned = ((facing % 360) + 360) % 360;
  const flipped = upended ? turned < 135 || turned >= 315 : turned >= 45 && turned < 225;
  drawSign(element('g', { transform: `translate(-59 0) rotate(${flipped ? -90 : 90}) scale(1 -1)` }, group), piece, !flipped);
  if (piece.name === 'town_hall') drawClock(group, hour, upended ? -facing - 90 : -facing);
}

function drawClock(group: Element, hour: number, turn: number): void {
  const clock = element('g', { class: 'clock', transform: `translate(-30 34) rotate(${turn})` }, group);
  element('circle', { r: 12 }, clock);
  for (let i = 0; i < 12; i += 3) element('path', { d: 'M0 9.2V11', transform: `rotate(${i * 30})` }, clock);
  element('path', { class: 'hand', d: 'M0 0V8', transform: `rotate(${-hour * 30})` }, clock);
}

export function tokenMark(token: string): string {
  const marks: Record<string, string> = {
    gold: '$',
    colt: 'C',
    winchester: 'W',
    clean_water: '~',
    poisoned_water: '×',
    dynamite: '*',
    document: '§',
    hostage: 'H',
  };
  return marks[token] ?? '?';
}

export function drawGround(layer: Element, mark: string, x: number, y: number): void {
  const group = element('g', { class: 'token', transform: `translate(${x} ${y})` }, layer);
  element('circle', { r: 9 }, group);
  const text = element('text', { 'text-anchor': 'middle', 'dominant-baseline': 'central', transform: 'scale(1 -1)' }, group);
  text.textContent = mark;
}

/** Dynamite has gone off: how far it hit and what it burnt stays to be seen; the fire itself is over in a moment. */
export function drawBlast(layer: Element, { x, y, reach }: { x: number; y: number; reach: number }, burning: boolean): void {
  const group = element('g', { class: burning ? 'blast burning' : 'blast', transform: `translate(${x} ${y})` }, layer);
  const random = grain(11);
  const star = (points: number, out: number, inner: number) => {
    const corners = Array.from({ length: points * 2 }, (_, i) => {
      const angle = (i * Math.PI) / points;
      const far = (i % 2 ? inner : out) * (0.8 + 0.4 * random());
      return `${(far * Math.cos(angle)).toFixed(1)} ${(far * Math.sin(angle)).toFixed(1)}`;
    });
    return `M${corners.join('L')}Z`;
  };
  element('circle', { class: 'far', r: reach }, group);
  element('path', { class: 'scorch', d: star(9, 26, 13) }, group);
  if (!burning) return;
  element('circle', { class: 'smoke', r: reach * 1.05 }, group);
  element('path', { class: 'fire', d: star(13, reach * 0.95, reach * 0.5) }, group);
  element('path', { class: 'heart', d: star(10, reach * 0.55, reach * 0.3) }, group);
}
