// What the keys do on the board: turn and power while aiming, the view while the town has the focus.

import type { AimControl, Aiming } from './aim';
import { flickOf } from './model';
import type { Stage } from './stage';

/** While aiming; true when the key meant something. */
export function aimByKey(event: KeyboardEvent, aiming: Aiming, control: AimControl, steady: boolean): boolean {
  if (event.altKey || event.metaKey) return false;
  const target = event.target as HTMLElement;
  const typing = target.tagName === 'INPUT' && (target as HTMLInputElement).type === 'number';
  const onButton = target.tagName === 'BUTTON' || target.tagName === 'SUMMARY';
  const fine = event.shiftKey ? 0.1 : event.ctrlKey ? 5 : 1;
  const turns: Record<string, number> = { ArrowLeft: fine, ArrowRight: -fine };
  const pushes: Record<string, number> = { ArrowUp: event.shiftKey ? 10 : 50, ArrowDown: event.shiftKey ? -10 : -50, PageUp: 500, PageDown: -500 };
  if (event.key === 'Escape') control.leave();
  else if (event.key === 'Enter' && !(onButton && !target.classList.contains('fire'))) {
    if (event.repeat) return true;
    if (steady || !flickOf(aiming.action)) control.fire();
    else control.press();
  } else if (typing) return false;
  else if (event.key in turns) control.change({ angle: aiming.numbers.angle + turns[event.key] });
  else if (event.key in pushes) control.change({ speed: aiming.numbers.speed + pushes[event.key] });
  else return false;
  return true;
}

const ways: Record<string, [number, number, number]> = {
  ArrowLeft: [-6, 0, 1],
  ArrowRight: [6, 0, 1],
  ArrowUp: [0, 4, 1],
  ArrowDown: [0, -4, 1],
  '+': [0, 0, 1.2],
  '-': [0, 0, 1 / 1.2],
};

/** The view on the town; in a replay the arrows step. True when the key meant something. */
export function turnByKey(event: KeyboardEvent, stage: Stage | null, inReplay: boolean): boolean {
  const turn = ways[event.key];
  if (!turn || event.ctrlKey || event.metaKey || event.altKey || (inReplay && turn[2] === 1)) return false;
  stage?.turn(...turn);
  return true;
}
