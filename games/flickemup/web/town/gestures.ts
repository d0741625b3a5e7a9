// The camera by mouse and by touch: one pointer turns, two pinch, move and twist, the right button moves, the wheel zooms. While
// the board has the pointer a single one is left alone.

export interface Moves {
  turn(around: number, up: number): void;
  /** In parts of half the picture's height. */
  slide(right: number, upward: number): void;
  zoom(by: number, clientX: number, clientY: number): void;
  /** A drag slides instead of turning: from above. */
  flat(): boolean;
  /** Somebody takes hold of the camera: moves under way end. */
  taken(): void;
}

export function gestures(element: HTMLElement, moves: Moves): { hold(held: boolean): void; stop(): void } {
  const pointers = new Map<number, { x: number; y: number }>();
  let held = false;
  let began = false;

  function down(event: PointerEvent): void {
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    began = false;
  }

  function pair(): { x: number; y: number; apart: number; angle: number } | null {
    if (pointers.size !== 2) return null;
    const [a, b] = [...pointers.values()];
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, apart: Math.max(20, Math.hypot(b.x - a.x, b.y - a.y)), angle: Math.atan2(b.y - a.y, b.x - a.x) };
  }

  function move(event: PointerEvent): void {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const dx = event.clientX - before.x;
    const dy = event.clientY - before.y;
    const half = Math.max(1, element.clientHeight / 2);
    const two = pair();
    if (!two && held) {
      pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      return;
    }
    if (!began) {
      if (Math.hypot(dx, dy) < 4) return; // a tap trembles
      began = true;
      moves.taken();
    }
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const after = pair();
    if (two && after) {
      moves.slide(-(after.x - two.x) / half, (after.y - two.y) / half);
      moves.zoom(two.apart / after.apart, after.x, after.y);
      let twist = after.angle - two.angle;
      if (twist > Math.PI) twist -= 2 * Math.PI;
      if (twist < -Math.PI) twist += 2 * Math.PI;
      moves.turn((twist * 180) / Math.PI, 0);
    } else if (pointers.size === 1) {
      const sliding = event.pointerType !== 'touch' && (event.buttons & 6 || event.shiftKey) ? !moves.flat() : moves.flat();
      if (sliding) moves.slide(-dx / half, dy / half);
      else moves.turn(-dx * 0.32, dy * 0.32);
    }
  }

  function up(event: PointerEvent): void {
    pointers.delete(event.pointerId);
  }

  function wheel(event: WheelEvent): void {
    event.preventDefault();
    moves.taken();
    moves.zoom(Math.exp(Math.max(-60, Math.min(60, event.deltaY * (event.deltaMode ? 20 : 1))) * 0.0032), event.clientX, event.clientY);
  }

  const menu = (event: Event): void => event.preventDefault();
  element.addEventListener('pointerdown', down);
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', up);
  window.addEventListener('pointercancel', up);
  element.addEventListener('wheel', wheel, { passive: false });
  element.addEventListener('contextmenu', menu);
  return {
    hold(now) {
      held = now;
    },
    stop() {
      element.removeEventListener('pointerdown', down);
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', up);
      window.removeEventListener('pointercancel', up);
      element.removeEventListener('wheel', wheel);
      element.removeEventListener('contextmenu', menu);
    },
  };
}
