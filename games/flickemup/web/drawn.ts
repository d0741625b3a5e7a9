// The drawn stage: the town from straight above, in ink on wood. It is what plays where there is no WebGL, and for whoever likes
// it better. On a tall screen the table is turned, so that it fills it.

import { drawBlast, drawFloor, drawGround, drawTable, element, room, tokenMark } from './drawing';
import { blastReach, sizes } from './measures';
import { between, facingOf, radians, rotate } from './pose';
import { outlinesOf, pathOf, reachOf, type Point } from './shapes';
import type { Aim, Lights, MakeStage, Path, Piece, Pose, Side, Spot, Stage, Town, View } from './stage';

const glide = 280; // ms for what moved between two scenes
const boom = 170; // ms from the bang until what it pushed gives way

interface Drawn {
  piece: Piece;
  group: SVGGElement;
  shadow: SVGPathElement;
  parts: { hull: SVGPathElement; top: SVGPathElement }[];
  front: SVGPathElement | null;
}

class DrawnStage implements Stage {
  readonly kind = 'drawn';
  private readonly svg: SVGSVGElement;
  private readonly world: SVGGElement;
  private readonly layers: Record<'table' | 'behind' | 'rooms' | 'trace' | 'rings' | 'pieces' | 'aim', SVGGElement>;
  private readonly drawn = new Map<string, Drawn>();
  private town: Town | null = null;
  private lights: Lights = { open: [], chosen: null, hinted: null };
  private listeners: (() => void)[] = [];
  private zoom = 1;
  private centre: Point = [450, 300];
  private held = false;
  private upended = false;
  private drawnUpended = false;
  private size: Point = [1, 1];
  private frame = 0;
  private ending: (() => void) | null = null;
  private stirred = false; // a piece has moved since the labels were laid out
  /** Somebody looks where he likes, and not at the whole table. */
  moved = false;
  private readonly pointers = new Map<number, Point>();
  private readonly watcher: ResizeObserver;

  constructor(
    private readonly host: HTMLElement,
    private readonly options: { dark: boolean; reducedMotion: boolean },
  ) {
    this.svg = element('svg', { class: 'fu-drawn', 'aria-hidden': 'true' }, host);
    this.world = element('g', {}, this.svg);
    const layer = (name: string) => element('g', { class: `fu-${name}` }, this.world);
    this.layers = {
      table: layer('table'),
      behind: layer('behind'),
      rooms: layer('rooms'),
      trace: layer('trace'),
      rings: layer('rings'),
      pieces: layer('pieces'),
      aim: layer('aim'),
    };
    this.svg.addEventListener('pointerdown', this.down);
    this.svg.addEventListener('pointermove', this.move);
    this.svg.addEventListener('pointerup', this.up);
    this.svg.addEventListener('pointercancel', this.up);
    this.svg.addEventListener('wheel', this.wheel, { passive: false });
    this.watcher = new ResizeObserver(() => this.measure());
    this.watcher.observe(host);
    this.measure();
  }

  /* --- where things are on the screen ------------------------------------------------------------------------------------- */

  private measure(): void {
    this.size = [Math.max(1, this.host.clientWidth), Math.max(1, this.host.clientHeight)];
    this.svg.setAttribute('viewBox', `0 0 ${this.size[0]} ${this.size[1]}`);
    this.turnAsFits();
    this.settle();
  }

  /** What is to be seen whole: the table, or in a duel the middle of it. */
  private get extent(): Point {
    const { width, height, pieces, whole } = this.town ?? { width: 900, height: 600, pieces: [] };
    return pieces.length === 2 && !whole ? [Math.min(width, 480), Math.min(height, 320)] : [width, height];
  }

  /** Turned by a quarter where that makes the table larger; it does not turn to and fro for a few pixels. */
  private turnAsFits(): void {
    const [width, height] = this.extent;
    this.upended = this.fit(height, width) > this.fit(width, height) * (!this.town ? 0.9 : this.upended ? 0.95 : 1.05);
  }

  private fit(width: number, height: number): number {
    const margin = 2 * (Math.min(...this.size) < 420 ? 4 : 8); // mm around the table
    return Math.min(this.size[0] / (width + margin), this.size[1] / (height + margin));
  }

  private get scale(): number {
    const [width, height] = this.extent;
    return this.zoom * (this.upended ? this.fit(height, width) : this.fit(width, height));
  }

  /** A way on the table as a way on the screen. */
  private along(dx: number, dy: number): Point {
    return this.upended ? [-dy * this.scale, -dx * this.scale] : [dx * this.scale, -dy * this.scale];
  }

  private onScreen(x: number, y: number): Point {
    const [dx, dy] = this.along(x - this.centre[0], y - this.centre[1]);
    return [this.size[0] / 2 + dx, this.size[1] / 2 + dy];
  }

  private onTable(left: number, top: number): Point {
    const dx = (left - this.size[0] / 2) / this.scale;
    const dy = (top - this.size[1] / 2) / this.scale;
    return this.upended ? [this.centre[0] - dy, this.centre[1] - dx] : [this.centre[0] + dx, this.centre[1] - dy];
  }

  /** Puts the world where the camera looks. */
  private settle(): void {
    const [ax, ay] = this.along(1, 0);
    const [bx, by] = this.along(0, 1);
    const [x, y] = this.onScreen(0, 0);
    this.world.setAttribute('transform', `matrix(${ax} ${ay} ${bx} ${by} ${x} ${y})`);
    this.svg.style.setProperty('--mm', String(this.scale));
    if (this.town && this.upended !== this.drawnUpended) this.drawTown(this.town);
    for (const listener of this.listeners) listener();
  }

  private keepInSight(): void {
    const [width, height] = [this.town?.width ?? 900, this.town?.height ?? 600];
    const inside = (at: number, whole: number, seen: number) => {
      const slack = Math.max(0, whole - seen / this.zoom) / 2;
      return Math.max(whole / 2 - slack, Math.min(whole / 2 + slack, at));
    };
    this.centre = [inside(this.centre[0], width, this.extent[0]), inside(this.centre[1], height, this.extent[1])];
    this.settle();
  }

  /** Nearer or farther, so that what is under this point of the screen stays there. */
  private zoomAt(left: number, top: number, factor: number): void {
    const [x, y] = this.onTable(left, top);
    this.zoom = Math.max(1, Math.min(6, this.zoom * factor));
    this.moved = this.zoom > 1.01;
    const [nowLeft, nowTop] = this.onScreen(x, y);
    this.pan(left - nowLeft, top - nowTop);
  }

  private pan(dx: number, dy: number): void {
    const [x, y] = this.onTable(this.size[0] / 2 - dx, this.size[1] / 2 - dy);
    this.centre = [x, y];
    this.keepInSight();
  }

  /* --- gestures ----------------------------------------------------------------------------------------------------------- */

  private local(event: MouseEvent): Point {
    const rect = this.svg.getBoundingClientRect();
    return [event.clientX - rect.left, event.clientY - rect.top];
  }

  private readonly down = (event: PointerEvent) => {
    this.pointers.set(event.pointerId, this.local(event));
  };

  private readonly move = (event: PointerEvent) => {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = this.local(event);
    this.pointers.set(event.pointerId, now);
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (!other) return this.held ? undefined : this.pan(now[0] - before[0], now[1] - before[1]); // two fingers zoom even while one aims
    const [was, is] = [before, now].map(([x, y]) => Math.hypot(x - other[0], y - other[1]));
    this.zoomAt(other[0], other[1], is / Math.max(1, was));
  };

  private readonly up = (event: PointerEvent) => {
    this.pointers.delete(event.pointerId);
  };

  private readonly wheel = (event: WheelEvent) => {
    event.preventDefault();
    const [left, top] = this.local(event);
    this.zoomAt(left, top, Math.exp(-event.deltaY * 0.0015));
  };

  /* --- drawing ------------------------------------------------------------------------------------------------------------ */

  private make(piece: Piece): Drawn {
    const looks = [piece.kind, piece.team, piece.hat && `hat-${piece.hat}`, piece.closed && 'closed'].filter(Boolean).join(' ');
    const group = element('g', { class: `fu-piece ${looks}` }, this.layers.pieces);
    const shadow = element('path', { class: 'shadow' }, group);
    const parts = outlinesOf(piece.kind, piece.pose).map(({ look }) => ({
      hull: element('path', { class: look }, group),
      top: element('path', { class: `${look} top` }, group),
    }));
    const front = piece.kind === 'cowboy' || piece.kind === 'witness' ? element('path', { class: 'front-mark' }, group) : null;
    const drawn = { piece, group, shadow, parts, front };
    this.drawn.set(piece.name, drawn);
    return drawn;
  }

  private put(drawn: Drawn, pose: Pose): void {
    const { piece } = drawn;
    const outlines = outlinesOf(piece.kind, pose);
    drawn.piece = { ...piece, pose };
    this.stirred = true;
    if (piece.kind === 'cowboy' || piece.kind === 'witness') {
      const layer = this.layers[this.behindHouse(pose) ? 'behind' : 'pieces'];
      if (drawn.group.parentNode !== layer) layer.append(drawn.group);
    }
    drawn.group.setAttribute('transform', `translate(${pose.x.toFixed(2)} ${pose.y.toFixed(2)})`);
    drawn.shadow.setAttribute('d', (piece.kind === 'building' ? outlines : outlines.slice(0, 1)).map(({ hull: points }) => pathOf(points)).join(''));
    outlines.forEach(({ hull: whole, top }, i) => {
      drawn.parts[i].hull.setAttribute('d', pathOf(whole));
      drawn.parts[i].top.setAttribute('d', pathOf(top));
    });
    if (drawn.front) {
      const angle = radians(facingOf(pose));
      const at = (way: number, turn: number) => `${(way * Math.cos(angle + turn)).toFixed(2)} ${(way * Math.sin(angle + turn)).toFixed(2)}`;
      const lies = Math.abs(rotate(pose.q, [0, 0, 1])[2]) < 0.8;
      drawn.front.setAttribute('d', lies ? '' : `M${at(9.5, -0.42)}L${at(15, 0)}L${at(9.5, 0.42)}Z`);
    }
  }

  /** Out of the house, but behind its front, where the room is drawn: the house hides him. */
  private behindHouse({ x, y }: Pose): boolean {
    return (this.town?.pieces ?? []).some((piece) => {
      if (piece.kind !== 'building') return false;
      const angle = radians(facingOf(piece.pose));
      const [dx, dy] = [x - piece.pose.x, y - piece.pose.y];
      const [before, along] = [dx * Math.cos(angle) + dy * Math.sin(angle), dy * Math.cos(angle) - dx * Math.sin(angle)];
      return before < 0 && before > -room.deep && Math.abs(along) < room.wide / 2;
    });
  }

  private remove(name: string): void {
    this.drawn.get(name)?.group.remove();
    this.drawn.delete(name);
  }

  private still(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
  }

  show(town: Town, still = false): void {
    const duel = (one: Town) => one.pieces.length === 2 && !one.whole;
    const first = !this.town || this.town.width !== town.width || this.town.height !== town.height || duel(this.town) !== duel(town);
    const before = new Map([...this.drawn].map(([name, { piece }]) => [name, piece.pose]));
    this.skip();
    this.still();
    this.town = town;
    if (still) this.layers.trace.replaceChildren();
    if (first) {
      this.centre = [town.width / 2, town.height / 2];
      this.zoom = 1;
      this.turnAsFits();
    }
    this.drawTown(town);
    for (const name of this.drawn.keys()) this.remove(name);
    const order = ['disc', 'bullet', 'dynamite', 'fence', 'tumbleweed', 'block', 'barrel', 'cactus', 'gallows', 'building', 'witness', 'cowboy'];
    const pieces = [...town.pieces].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
    const moving: [Drawn, Pose, Pose][] = [];
    for (const piece of pieces) {
      const drawn = this.make(piece);
      const was = before.get(piece.name);
      const moved = was && Math.hypot(was.x - piece.pose.x, was.y - piece.pose.y, was.z - piece.pose.z) > 0.3;
      if (moved && !still && !this.options.reducedMotion && !document.hidden) moving.push([drawn, was, piece.pose]);
      this.put(drawn, moved && !still && !this.options.reducedMotion && !document.hidden ? was : piece.pose);
    }
    this.light(this.lights);
    this.settle();
    if (moving.length)
      this.run(
        glide,
        (part) => moving.forEach(([drawn, from, to]) => this.put(drawn, between(from, to, part * part * (3 - 2 * part)))),
        () => this.light(this.lights),
      );
  }

  /** Names go with their men. */
  private tellMoved(): void {
    if (!this.stirred) return;
    this.stirred = false;
    for (const listener of this.listeners) listener();
  }

  /** Draws frames for so long; `step` gets the part of the time that is over. */
  private run(duration: number, step: (part: number) => void, end: () => void): void {
    const start = performance.now();
    const tick = (now: number) => {
      const part = Math.min(1, Math.max(0, (now - start) / duration));
      step(part);
      this.tellMoved();
      if (part < 1) this.frame = requestAnimationFrame(tick);
      else end();
    };
    this.frame = requestAnimationFrame(tick);
  }

  private drawTown(town: Town): void {
    const layer = this.layers.table;
    this.drawnUpended = this.upended;
    layer.replaceChildren();
    this.layers.rooms.replaceChildren();
    drawTable(layer, town);
    for (const piece of town.pieces) if (piece.kind === 'building') drawFloor(this.layers.rooms, piece, town.hour, this.drawnUpended);
    for (const { token, x, y } of town.ground) drawGround(layer, tokenMark(token), x, y);
  }

  light(lights: Lights): void {
    this.lights = lights;
    const layer = this.layers.rings;
    layer.replaceChildren();
    const ring = (name: string | null, look: string, more: number) => {
      const drawn = name === null ? undefined : this.drawn.get(name);
      if (!drawn) return;
      const { x, y } = drawn.piece.pose;
      element('circle', { class: look, cx: x, cy: y, r: Math.min(30, reachOf(drawn.piece.kind)) + more }, layer);
    };
    for (const name of lights.open) if (name !== lights.chosen) ring(name, 'open', 7);
    ring(lights.chosen, 'chosen', 8);
    ring(lights.hinted, 'hinted', 14);
    for (const name of lights.wrong ?? []) ring(name, 'wrong', 10);
  }

  aim(aim: Aim | null): void {
    const layer = this.layers.aim;
    layer.replaceChildren();
    this.svg.classList.toggle('aiming', aim !== null);
    if (!aim) return;
    this.layers.trace.replaceChildren();
    const { x, y } = aim.from;
    const radius = sizes[aim.kind][0] / 2;
    const c = Math.cos(radians(aim.angle));
    const s = Math.sin(radians(aim.angle));
    const way = (along: number, aside = 0) => `${(x + along * c - aside * s).toFixed(2)} ${(y + along * s + aside * c).toFixed(2)}`;
    if (aim.fan) element('path', { class: 'fan', d: fanPath(aim.fan, way) }, layer);
    element('path', { class: 'lane', d: `M${way(0, radius)}L${way(aim.reach, radius)}M${way(0, -radius)}L${way(aim.reach, -radius)}` }, layer);
    element('path', { class: 'line', d: `M${way(0)}L${way(Math.max(aim.reach, radius + 10))}` }, layer);
    const tip = aim.reach;
    if (tip > 30) element('path', { class: 'tip', d: `M${way(tip - 9, 5)}L${way(tip)}L${way(tip - 9, -5)}` }, layer);
    element('circle', { class: 'rest', cx: x + tip * c, cy: y + tip * s, r: radius }, layer);
    if (aim.kind === 'dynamite') element('circle', { class: 'blast-reach', cx: x + tip * c, cy: y + tip * s, r: blastReach }, layer);
    // The pull: as long as the flick is strong, behind the piece.
    element('path', { class: 'pull', d: `M${way(-radius - 2)}L${way(-radius - 4 - 90 * aim.power)}` }, layer);
    element('circle', { class: `piece ${aim.kind}`, cx: x, cy: y, r: radius }, layer);
  }

  play(path: Path, speed: number): Promise<void> {
    this.skip();
    this.still();
    this.aim(null);
    this.drawTrace(path);
    const runs = [...path.pieces].map(([name, poses]) => {
      const kind = path.kind;
      const drawn = this.drawn.get(name) ?? this.make({ name, kind, pose: poses[0].pose });
      return { drawn, poses };
    });
    const at = (ms: number) => {
      for (const { drawn, poses } of runs) this.put(drawn, poseAt(poses, ms));
    };
    return new Promise((resolve) => {
      const end = () => {
        if (this.ending !== end) return;
        this.ending = null;
        this.still();
        at(path.ms);
        bang();
        this.tellMoved();
        resolve();
      };
      let gone = !path.blast;
      const bang = () => {
        if (gone) return;
        gone = true;
        this.remove(path.kind);
        drawBlast(this.layers.trace, path.blast!, this.ending === end);
      };
      this.ending = end;
      if (this.options.reducedMotion || document.hidden) return end();
      at(0);
      const flight = path.ms / speed;
      const whole = flight + (path.blast ? boom : 0);
      this.run(
        whole,
        (part) => {
          const ms = Math.min(path.ms, part * whole * speed);
          if (!gone) at(ms);
          if (ms >= path.ms) bang();
        },
        end,
      );
    });
  }

  /** Where everything went, in ink. */
  private drawTrace(path: Path): void {
    const layer = this.layers.trace;
    layer.replaceChildren();
    for (const [name, poses] of path.pieces) {
      const d = `M${poses.map(({ pose }) => `${pose.x.toFixed(1)} ${pose.y.toFixed(1)}`).join('L')}`;
      element('path', { class: name === path.kind ? 'flicked' : 'pushed', d }, layer);
      if (name === path.kind) {
        const { x, y } = poses[0].pose;
        element('circle', { cx: x, cy: y, r: 4, class: 'start' }, layer);
      }
    }
  }

  skip(): void {
    this.ending?.();
  }

  follow(): void {
    // All of the table is in sight.
  }

  where(name: string): { x: number; y: number; z: number; lies: boolean } | null {
    const pose = this.drawn.get(name)?.piece.pose;
    return pose ? { x: pose.x, y: pose.y, z: pose.z, lies: Math.abs(rotate(pose.q, [0, 0, 1])[2]) < 0.5 } : null;
  }

  look(view: View, from?: Side): void {
    this.moved = false;
    if (view === 'behind' && from) {
      this.zoom = Math.max(this.zoom, 1.8);
      this.centre = [from.x + 100 * Math.cos(radians(from.angle)), from.y + 100 * Math.sin(radians(from.angle))];
    } else {
      this.zoom = 1;
    }
    this.keepInSight();
  }

  turn(around: number, up: number, zoom: number): void {
    if (zoom !== 1) this.zoomAt(this.size[0] / 2, this.size[1] / 2, zoom);
    if (around || up) this.pan(around * 4, up * 4);
  }

  hold(held: boolean): void {
    this.held = held;
    this.pointers.clear();
  }

  at(clientX: number, clientY: number): Spot | null {
    const rect = this.svg.getBoundingClientRect();
    const [x, y] = this.onTable(clientX - rect.left, clientY - rect.top);
    const slack = Math.max(4, 16 / this.scale); // a fingertip
    let piece: string | null = null;
    let least = Infinity;
    for (const [name, drawn] of this.drawn) {
      const { kind, pose } = drawn.piece;
      const distance = Math.hypot(x - pose.x, y - pose.y) - reachOf(kind);
      const figure = kind === 'cowboy' || kind === 'witness';
      const counts = distance - (figure ? slack : 0); // figures are wanted more often than what stands about
      if (distance < (figure ? slack : 2) && counts < least) {
        least = counts;
        piece = name;
      }
    }
    return { x, y, piece };
  }

  place(x: number, y: number): { left: number; top: number; visible: boolean } {
    const [left, top] = this.onScreen(x, y);
    return { left, top, visible: left > -8 && top > -8 && left < this.size[0] + 8 && top < this.size[1] + 8 };
  }

  onMoved(listener: () => void): void {
    this.listeners.push(listener);
  }

  dispose(): void {
    this.skip();
    this.still();
    this.listeners = [];
    this.watcher.disconnect();
    this.svg.remove();
  }
}

/** Everything that the hand may make of an aim: between two directions, as far as it may slide; and from where it may lie. */
function fanPath({ beside, reach: [least, most] }: NonNullable<Aim['fan']>, way: (along: number, aside: number) => string): string {
  const points = Array.from({ length: 17 }, (_, i) => radians(((i - 8) / 8) * beside));
  const arc = (far: number) => points.map((turn) => way(far * Math.cos(turn), far * Math.sin(turn)));
  return `M${way(0, 0)}L${arc(most).join('L')}ZM${arc(least).join('L')}`;
}

/** Where a piece was at a time of its path. */
export function poseAt(poses: { ms: number; pose: Pose }[], ms: number): Pose {
  let low = 0;
  let high = poses.length - 1;
  if (ms >= poses[high].ms) return poses[high].pose;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (poses[middle].ms <= ms) low = middle;
    else high = middle;
  }
  const [a, b] = [poses[low], poses[Math.min(high, poses.length - 1)]];
  return between(a.pose, b.pose, b.ms > a.ms ? Math.max(0, Math.min(1, (ms - a.ms) / (b.ms - a.ms))) : 1);
}

export const makeStage: MakeStage = (host, options) => new DrawnStage(host, options);
