// Aiming: a flick is pulled back like a slingshot, or set with keys and numbers. The aim is three numbers at most; the stage shows
// them, the notation says them.

import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Action } from 'shell/types';
import { bulletBeside, reachOfSpeed } from './measures';
import { allowedAngle, flickOf, rangeOf, type FlickKind } from './model';
import { radians, turned } from './pose';
import type { Aim, Stage } from './stage';

const armedAt = 16; // px: a shorter pull is none
const swingTime = 1500; // ms from nothing to nothing of an unsteady hand

export interface Numbers {
  angle: number;
  speed: number;
  /** Where a Winchester's bullet lies; null: in the line of fire. */
  around: number | null;
}

export interface Aiming {
  action: Action;
  numbers: Numbers;
  /** Where the figure stands that flicks, and where it looks. */
  figure: { x: number; y: number; facing: number };
}

/** Weak flicks need the finer feeling: the pull's first half is less than half of the speed. */
const feelings: Record<FlickKind, number> = { disc: 1.8, dynamite: 1.8, bullet: 1.35 };

export function speedOf(kind: FlickKind, power: number, [least, most]: [number, number]): number {
  return Math.round(least + (most - least) * Math.max(0, Math.min(1, power)) ** feelings[kind]);
}

export function powerOf(kind: FlickKind, speed: number, [least, most]: [number, number]): number {
  return Math.max(0, Math.min(1, (speed - least) / Math.max(1, most - least))) ** (1 / feelings[kind]);
}

/** What is sent: the action with its numbers. */
export function flickText({ action, numbers }: Aiming): string {
  const values = (action.open as string[]).map((name) =>
    name === 'angle' ? numbers.angle : name === 'speed' ? numbers.speed : (numbers.around ?? numbers.angle),
  );
  return [action.text, ...values].join(' ');
}

export function fromOf({ action, numbers, figure }: Aiming): { x: number; y: number } {
  const from = action.from as { x: number; y: number } | undefined;
  if (from) return from;
  if (action.kind !== 'shoot') return figure;
  const around = radians(numbers.around ?? numbers.angle);
  return { x: figure.x + bulletBeside * Math.cos(around), y: figure.y + bulletBeside * Math.sin(around) };
}

/** Where a hand that strays may send it; a barrel guides, so the bullet beside it keeps its direction. */
function fanOf({ action, numbers: { speed } }: Aiming, [degrees, part]: [number, number]): Aim['fan'] {
  const beside = action.side === 'around' ? 0 : 1.96 * degrees;
  const strayed = (by: number) => reachOfSpeed(speed * Math.max(0, 1 + by * 1.96 * part));
  return beside || part ? { beside, reach: [strayed(-1), strayed(1)] } : undefined;
}

/** `errs`: by how much the hand strays. */
export function stageAim(aiming: Aiming, errs: [number, number] = [0, 0]): Aim {
  const kind = flickOf(aiming.action);
  const { angle, speed } = aiming.numbers;
  if (!kind) return { kind: 'disc', from: aiming.figure, angle, speed: 0, reach: 60, power: 0 };
  const power = powerOf(kind, speed, rangeOf(aiming.action, 'speed'));
  return { kind, from: fromOf(aiming), angle, speed, reach: reachOfSpeed(speed), power, fan: fanOf(aiming, errs) };
}

/** The direction on the table of a way on the screen that begins at a point: straight lines stay straight, so its turn there is enough. */
export function tableAngle(stage: Stage, from: { x: number; y: number }, dx: number, dy: number): number {
  const at = stage.place(from.x, from.y);
  const right = stage.place(from.x + 4, from.y);
  const up = stage.place(from.x, from.y + 4);
  const [a, b, c, d] = [right.left - at.left, up.left - at.left, right.top - at.top, up.top - at.top];
  const det = a * d - b * c || 1e-9;
  return turned((Math.atan2((a * dy - c * dx) / det, (d * dx - b * dy) / det) * 180) / Math.PI);
}

/** What was used last for each sort of flick is where the next one begins. */
const usual: Record<FlickKind, number> = { disc: 700, bullet: 1800, dynamite: 900 };

export interface AimControl {
  aiming: Aiming | null;
  /** Pulled back and ready to let go. */
  pulled: boolean;
  /** The hand swings: power is decided by the moment of letting go. */
  swinging: boolean;
  begin: (action: Action, figure: Aiming['figure'], numbers?: Partial<Numbers>) => void;
  change: (numbers: Partial<Numbers>) => void;
  leave: () => void;
  fire: () => void;
  /** Holds and lets go without a pull: for the button and the key. */
  press: () => void;
  release: () => void;
  /** `onRing`: what is to be aimed was taken hold of itself. */
  down: (event: PointerEvent, onRing?: boolean) => boolean;
  move: (event: PointerEvent) => void;
  up: (event: PointerEvent) => void;
}

interface Pull {
  pointer: number;
  x: number;
  y: number;
  far: boolean;
  before: Numbers;
  /** It began on a ring: to let go at once is no aim at the place of the ring. */
  onRing: boolean;
}

/** The aim as it is now: for what is drawn, and at once for what listens to a pointer. */
function useNumbers() {
  const [aiming, setAiming] = useState<Aiming | null>(null);
  const live = useRef(aiming);
  live.current = aiming;
  const put = (next: Aiming | null) => {
    live.current = next;
    setAiming(next);
  };
  const change = (numbers: Partial<Numbers>) => {
    const current = live.current;
    if (!current) return;
    const next = { ...current.numbers, ...numbers };
    const [least, most] = rangeOf(current.action, 'speed');
    next.angle = allowedAngle(current.action, next.angle);
    next.speed = Math.max(least, Math.min(most, Math.round(next.speed)));
    if (next.around !== null) next.around = turned(next.around);
    put({ ...current, numbers: next });
  };
  return { aiming, live, put, change };
}

type NumbersNow = ReturnType<typeof useNumbers>;

/** An unsteady hand: the power goes up and down until one lets go. */
function useSwing({ live, change }: NumbersNow, steady: boolean) {
  const [swinging, setSwinging] = useState(false);
  const swing = useRef(0);
  const stop = () => {
    cancelAnimationFrame(swing.current);
    swing.current = 0;
    setSwinging(false);
  };
  useEffect(() => () => cancelAnimationFrame(swing.current), []);
  const start = () => {
    const kind = live.current && flickOf(live.current.action);
    if (steady || !kind || swing.current) return;
    const begun = performance.now();
    setSwinging(true);
    const tick = (time: number) => {
      const part = ((time - begun) % swingTime) / swingTime;
      const power = part < 0.5 ? 2 * part : 2 - 2 * part;
      if (live.current) change({ speed: speedOf(kind, power, rangeOf(live.current.action, 'speed')) });
      swing.current = requestAnimationFrame(tick);
    };
    swing.current = requestAnimationFrame(tick);
  };
  return { swinging, start, stop, runs: () => swing.current !== 0 };
}

/** The pull of a pointer: back from where it went down; a tap aims at a place. */
function usePull(stage: RefObject<Stage>, steady: boolean, { live, change }: NumbersNow, swing: ReturnType<typeof useSwing>) {
  const [pulled, setPulled] = useState(false);
  const pull = useRef<Pull | null>(null);
  const reset = () => {
    swing.stop();
    pull.current = null;
    setPulled(false);
  };
  const down = (event: PointerEvent, onRing = false) => {
    if (live.current && pull.current && !event.isPrimary) {
      change(pull.current.before); // a second finger: it is no pull any more
      reset();
    }
    if (!live.current || !event.isPrimary || event.button > 0) return false;
    pull.current = { pointer: event.pointerId, x: event.clientX, y: event.clientY, far: false, before: live.current.numbers, onRing };
    return true;
  };
  const move = (event: PointerEvent) => {
    const held = pull.current;
    const current = live.current;
    if (!held || !current || !stage.current || held.pointer !== event.pointerId) return;
    const dx = event.clientX - held.x;
    const dy = event.clientY - held.y;
    const length = Math.hypot(dx, dy);
    const kind = flickOf(current.action);
    setPulled(length >= armedAt);
    if (length < armedAt) {
      swing.stop();
      return change(held.before);
    }
    held.far = true;
    // A flick goes against the pull; who only turns looks to where one points.
    const angle = kind ? tableAngle(stage.current, fromOf(current), -dx, -dy) : tableAngle(stage.current, current.figure, dx, dy);
    if (!kind) return change({ angle });
    if (!steady) {
      change({ angle });
      return swing.start();
    }
    const whole = Math.max(120, Math.min(260, 0.42 * Math.min(innerWidth, innerHeight)));
    change({ angle, speed: speedOf(kind, (length - armedAt) / (whole - armedAt), rangeOf(current.action, 'speed')) });
  };
  /** True when it was let go far back: then it is flicked. */
  const up = (event: PointerEvent): boolean => {
    const held = pull.current;
    const current = live.current;
    if (!held || !current || held.pointer !== event.pointerId) return false;
    const far = Math.hypot(event.clientX - held.x, event.clientY - held.y) >= armedAt;
    pull.current = null;
    setPulled(false);
    if (event.type === 'pointercancel' || (held.far && !far)) {
      swing.stop();
      change(held.before);
    } else if (held.far) return true;
    else if (!held.onRing) aimAt(current, stage.current?.at(event.clientX, event.clientY), change);
    return false;
  };
  return { pulled, reset, down, move, up };
}

/** A tap: aim at that place. */
function aimAt(current: Aiming, spot: { x: number; y: number } | null | undefined, change: NumbersNow['change']): void {
  const from = flickOf(current.action) ? fromOf(current) : current.figure;
  if (spot && Math.hypot(spot.x - from.x, spot.y - from.y) > 8) change({ angle: turned((Math.atan2(spot.y - from.y, spot.x - from.x) * 180) / Math.PI) });
}

export function useAim(stage: RefObject<Stage>, steady: boolean, step: string, fired: (action: Action) => void): AimControl {
  const numbers = useNumbers();
  const { aiming, live, put, change } = numbers;
  const swing = useSwing(numbers, steady);
  const { pulled, reset, down, move, up } = usePull(stage, steady, numbers, swing);
  const leave = () => {
    reset();
    put(null);
  };
  useEffect(leave, [step]);
  const fire = () => {
    const current = live.current;
    if (!current) return;
    const kind = flickOf(current.action);
    if (kind && steady) usual[kind] = current.numbers.speed;
    leave();
    fired({ ...current.action, text: flickText(current) });
  };
  const begin: AimControl['begin'] = (action, figure, given = {}) => {
    const kind = flickOf(action);
    reset();
    live.current = { action, figure, numbers: { angle: figure.facing, speed: kind ? usual[kind] : 0, around: null } };
    change(given);
  };
  const letGo = (event: PointerEvent) => {
    if (up(event)) fire();
  };
  const release = () => {
    if (!swing.runs()) return;
    swing.stop();
    fire();
  };
  return { aiming, pulled, swinging: swing.swinging, begin, change, leave, fire, press: swing.start, release, down, move, up: letGo };
}
