// The stage in three dimensions: the town on its table. It puts together light, ground, pieces, marks and the eye, and draws
// when one of them has changed. The board loads it on its own, so that three.js comes only where it is wanted.

import { Group, type Object3D, PCFShadowMap, PerspectiveCamera, Plane, Raycaster, Scene, Vector2, Vector3, WebGLRenderer } from 'three';
import { facingOf, radians } from '../pose';
import type { Aim, Lights, MakeStage, Path, Pose, Side, Spot, Stage, Town, View } from '../stage';
import { Blast } from './blast';
import { Cast } from './cast';
import { Dust } from './dust';
import { between, chasing, type Eye, kept, look, moved, viewOf } from './eye';
import { Frames } from './frames';
import { gestures } from './gestures';
import { Ground } from './ground';
import { Marks } from './marks';
import { meansOf, wishOf } from './means';
import { Sky } from './sky';
import { Patches } from './soft';
import { Workshop } from './workshop';

const travel = 750; // ms between two views
const near = 18; // px: so far beside a figure a finger may point

const floor = new Plane(new Vector3(0, 0, 1), 0);

class Town3d implements Stage {
  readonly kind = '3d';
  private canvas = document.createElement('canvas');
  private renderer: WebGLRenderer;
  private scene = new Scene();
  private camera = new PerspectiveCamera();
  private ray = new Raycaster();
  private frames: Frames;
  private workshop: Workshop;
  private dust: Dust;
  private blast: Blast;
  private cast: Cast;
  private marks: Marks;
  private patches: Patches;
  private sky: Sky;
  private ground: Ground | null = null;
  private rehearsal: Group;
  private size = { width: 900, height: 600 };
  private eye: Eye;
  private goal: Eye | null = null;
  private view: View = 'table';
  private side: Side | undefined;
  private chased: { name: string; angle: number } | null = null;
  private own = false; // somebody moved the eye by hand
  private stirred = false; // a piece has moved since the labels were laid out
  private wide = 1;
  private high = 1;
  private lights: Lights = { open: [], chosen: null, hinted: null };
  private aimed: Aim | null = null;
  private aimedAt = 0;
  private listeners: (() => void)[] = [];
  private mourners: (() => void)[] = [];
  private watcher: ResizeObserver;
  private hands: ReturnType<typeof gestures>;
  private dead = false;
  private ratio = 0;

  constructor(
    private element: HTMLElement,
    private options: { dark: boolean; reducedMotion: boolean },
  ) {
    const { canvas } = this;
    canvas.style.cssText = 'display:block;width:100%;height:100%;touch-action:none';
    canvas.setAttribute('aria-hidden', 'true');
    const means = meansOf(element);
    const fine = means === 'fine';
    this.renderer = new WebGLRenderer({ canvas, antialias: fine, powerPreference: 'high-performance' });
    this.renderer.debug.checkShaderErrors = false; // to ask is to wait until one is built
    this.renderer.shadowMap.enabled = fine;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.setClearColor(paper(element, options.dark));
    this.frames = new Frames({ draw: (ratio) => this.draw(ratio), easier: () => this.easier() }, wishOf(element) !== null, fine);
    this.workshop = new Workshop(options.dark, means);
    this.blast = new Blast();
    this.dust = new Dust(options.dark ? '#b99e78' : '#f2e2c2');
    this.cast = new Cast(this.workshop, this.frames, this.dust, this.blast, options.reducedMotion, () => this.changed());
    this.marks = new Marks(this.workshop);
    this.patches = new Patches(options.dark ? 0.6 : 0.5);
    const small = Math.min(window.innerWidth, window.innerHeight) < 600;
    this.sky = new Sky(options.dark, this.size.width, this.size.height, small ? 1024 : 2048);
    this.rehearsal = rehearsalOf([...this.dust.samples(), ...this.blast.samples(), ...this.marks.samples()]);
    this.scene.add(this.sky.object, this.cast.object, this.marks.object, this.patches.object, this.dust.object, this.blast.object, this.rehearsal);
    element.append(canvas);
    this.eye = viewOf('table', this.size, 1);
    this.hands = gestures(canvas, {
      turn: (around, up) => this.steer((eye) => ((eye.around += (around * Math.PI) / 180), (eye.up += (up * Math.PI) / 180))),
      slide: (right, upward) => this.steer((eye) => moved(eye, right, upward)),
      zoom: (by, x, y) => this.zoomAt(by, x, y),
      flat: () => this.eye.up > 1.5,
      taken: () => this.land(),
    });
    canvas.addEventListener('webglcontextlost', this.lost);
    this.watcher = new ResizeObserver(() => this.measure());
    this.watcher.observe(element);
    this.measure();
  }

  private lost = (event: Event): void => {
    event.preventDefault();
    if (this.dead) return;
    this.cast.skip();
    this.frames.stop();
    for (const mourner of this.mourners) mourner();
  };

  private get aspect(): number {
    return this.wide / this.high;
  }

  private measure(): void {
    const { clientWidth, clientHeight } = this.element;
    if (clientWidth < 2 || clientHeight < 2 || (clientWidth === this.wide && clientHeight === this.high)) return;
    this.wide = clientWidth;
    this.high = clientHeight;
    this.ratio = 0;
    if (this.goal)
      this.look(this.view, this.side); // a journey goes on, to where the view is in the new picture
    else if (!this.own && !this.chased) this.eye = viewOf(this.view, this.size, this.aspect, this.side);
    this.seen();
  }

  /** The eye has moved. */
  private seen(): void {
    look(this.camera, this.eye, this.aspect);
    if (this.aimed && Math.abs(this.thin / this.aimedAt - 1) > 0.2) this.aim(this.aimed);
    this.frames.change();
    for (const listener of this.listeners) listener();
  }

  get moved(): boolean {
    return this.own;
  }

  /** Something on the table has moved. */
  private changed(): void {
    this.stirred = true;
    this.sky.change();
    this.marks.follow(this.cast.models);
    this.patches.follow(this.cast.models.values());
    this.frames.change();
  }

  private draw(ratio: number): void {
    if (this.dead) return;
    if (ratio !== this.ratio) {
      this.ratio = ratio;
      this.renderer.setPixelRatio(ratio);
      this.renderer.setSize(this.wide, this.high, false);
    }
    this.renderer.render(this.scene, this.camera);
    this.rehearsal.visible = false;
    if (!this.stirred) return;
    this.stirred = false;
    for (const listener of this.listeners) listener();
  }

  private easier(): void {
    if (this.sky.sun.shadow.mapSize.x > 512) this.sky.sharpness(this.sky.sun.shadow.mapSize.x / 2);
  }

  /** How many mm one CSS pixel is at what is looked at. */
  private get thin(): number {
    return (2 * this.eye.span) / this.high;
  }

  show(town: Town, still = false): void {
    if (!this.ground?.fits(town)) {
      this.ground?.dispose();
      if (this.ground) this.scene.remove(this.ground.object);
      this.size = { width: town.width, height: town.height };
      this.ground = new Ground(this.workshop, town.width, town.height);
      this.scene.add(this.ground.object);
      this.sky.cover(town.width, town.height);
      this.goal = null;
      this.eye = viewOf(this.view, this.size, this.aspect, this.side);
      this.seen();
    }
    this.ground.show(town);
    this.cast.show(town, still);
    this.marks.light(this.lights, this.cast.models);
    this.changed();
  }

  light(lights: Lights): void {
    this.lights = lights;
    this.marks.light(lights, this.cast.models);
    this.frames.change();
  }

  aim(aim: Aim | null): void {
    const lies = (one: Aim | null): string => (one ? `${one.kind} ${one.from.x} ${one.from.y}` : '');
    if (lies(aim) !== lies(this.aimed)) this.sky.change(); // only what lies ready throws one
    this.aimed = aim;
    this.aimedAt = this.thin;
    if (aim) this.blast.clear();
    for (const model of this.cast.models.values())
      if (model.piece.kind === 'building') this.workshop.glaze(model, aim !== null && within(model.piece.pose, aim.from));
    this.marks.aim(aim, this.thin, aim !== null && this.cast.models.has(aim.kind));
    this.frames.change();
  }

  play(path: Path, speed: number): Promise<void> {
    return this.cast.play(path, speed);
  }

  skip(): void {
    this.cast.skip();
  }

  look(view: View, from?: Side): void {
    this.chased = null;
    this.view = view;
    this.side = from ?? (view === 'behind' && this.aimed ? { ...this.aimed.from, angle: this.aimed.angle } : undefined);
    this.own = false;
    const goal = viewOf(view, this.size, this.aspect, this.side);
    if (this.options.reducedMotion) {
      this.goal = null;
      this.eye = goal;
      this.seen();
      return;
    }
    const from0 = { ...this.eye, target: this.eye.target.clone() };
    let began = -1;
    this.goal = goal;
    this.frames.add((now) => {
      if (this.goal !== goal) return false;
      if (began < 0) began = now;
      const t = Math.min(1, (now - began) / travel);
      this.eye = between(from0, goal, t * t * (3 - 2 * t));
      if (t === 1) {
        this.eye = goal;
        this.goal = null;
      }
      this.seen();
      return t < 1;
    });
  }

  follow(name: string, angle: number): void {
    const chase = { name, angle };
    let last = -1;
    this.goal = null;
    this.own = false;
    this.chased = chase;
    this.frames.add((now) => {
      if (this.chased !== chase) return false;
      const at = this.cast.models.get(name)?.object.position;
      const near = last < 0 ? 0 : 1 - Math.exp(-(now - last) / 170);
      last = now;
      if (at) this.eye = between(this.eye, chasing(new Vector3(at.x, at.y, 14), angle), near);
      this.seen();
      return true;
    });
  }

  /** A journey under way ends here. */
  private land(): void {
    this.goal = this.chased = null;
  }

  private steer(move: (eye: Eye) => void): void {
    this.land();
    this.own = true;
    const eye = { ...this.eye, target: this.eye.target.clone() };
    move(eye);
    this.eye = kept(eye, this.size, viewOf('table', this.size, this.aspect).span);
    this.seen();
  }

  private zoomAt(by: number, clientX: number, clientY: number): void {
    const before = this.under(clientX, clientY);
    this.steer((eye) => (eye.span *= by));
    const after = this.under(clientX, clientY);
    if (!before || !after || this.eye.up < 0.35) return;
    this.steer((eye) => eye.target.add(before.sub(after).setZ(0)));
  }

  turn(around: number, up: number, zoom: number): void {
    this.steer((eye) => {
      eye.around += (around * Math.PI) / 180;
      eye.up += (up * Math.PI) / 180;
      eye.span /= zoom > 0 ? zoom : 1;
    });
  }

  hold(held: boolean): void {
    this.hands.hold(held);
  }

  private aimRay(clientX: number, clientY: number): boolean {
    const box = this.canvas.getBoundingClientRect();
    if (!box.width || !box.height) return false;
    const at = new Vector2(((clientX - box.left) / box.width) * 2 - 1, 1 - ((clientY - box.top) / box.height) * 2);
    this.ray.setFromCamera(at, this.camera);
    return true;
  }

  /** The table's plane under a point of the window. */
  private under(clientX: number, clientY: number): Vector3 | null {
    if (!this.aimRay(clientX, clientY)) return null;
    return this.ray.ray.intersectPlane(floor, new Vector3());
  }

  at(clientX: number, clientY: number): Spot | null {
    const spot = this.under(clientX, clientY);
    const seen = [...this.cast.models.values()].filter((model) => model.object.visible);
    this.cast.object.updateMatrixWorld(true);
    const hit = this.ray.intersectObjects(
      seen.map((model) => model.object),
      true,
    )[0];
    const piece = hit ? (hit.object.userData.piece as string) : this.beside(clientX, clientY);
    if (spot) return { x: spot.x, y: spot.y, piece };
    return hit ? { x: hit.point.x, y: hit.point.y, piece } : null;
  }

  /** A figure that is nearly pointed at. */
  private beside(clientX: number, clientY: number): string | null {
    const box = this.canvas.getBoundingClientRect();
    let best: string | null = null;
    let least = near;
    for (const { piece, object } of this.cast.models.values()) {
      if ((piece.kind !== 'cowboy' && piece.kind !== 'witness') || !object.visible) continue;
      const { left, top } = this.place(object.position.x, object.position.y, object.position.z);
      const away = Math.hypot(left + box.left - clientX, top + box.top - clientY);
      if (away < least) [least, best] = [away, piece.name];
    }
    return best;
  }

  place(x: number, y: number, z = 0): { left: number; top: number; visible: boolean } {
    const at = new Vector3(x, y, z).project(this.camera);
    const visible = Math.abs(at.x) <= 1 && Math.abs(at.y) <= 1 && at.z > -1 && at.z < 1;
    return { left: ((at.x + 1) / 2) * this.wide, top: ((1 - at.y) / 2) * this.high, visible };
  }

  where(name: string): { x: number; y: number; z: number; lies: boolean } | null {
    const object = this.cast.models.get(name)?.object;
    if (!object?.visible) return null;
    const { x, y, z } = object.position;
    const { x: qx, y: qy } = object.quaternion;
    return { x, y, z, lies: Math.abs(1 - 2 * (qx * qx + qy * qy)) < 0.5 };
  }

  onMoved(listener: () => void): void {
    this.listeners.push(listener);
  }

  onLost(listener: () => void): void {
    this.mourners.push(listener);
  }

  dispose(): void {
    if (this.dead) return;
    this.cast.dispose();
    this.dead = true;
    this.frames.stop();
    this.watcher.disconnect();
    this.hands.stop();
    this.canvas.removeEventListener('webglcontextlost', this.lost);
    this.ground?.dispose();
    this.marks.dispose();
    this.patches.dispose();
    this.dust.dispose();
    this.blast.dispose();
    this.sky.dispose();
    this.workshop.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
    this.canvas.remove();
    this.listeners = [];
    this.mourners = [];
  }
}

/** Behind the door of a house, where its room is. */
function within(pose: Pose, { x, y }: { x: number; y: number }): boolean {
  const angle = radians(facingOf(pose));
  const [dx, dy] = [x - pose.x, y - pose.y];
  const [before, along] = [dx * Math.cos(angle) + dy * Math.sin(angle), dy * Math.cos(angle) - dx * Math.sin(angle)];
  return before < 16 && before > -80 && Math.abs(along) < 50;
}

/**
 * What comes only with a flick or an aim is drawn with the first picture, too small to be seen, and kept: where a processor draws, building
 * the shader of a kind takes up to a second, which must not pass in the middle of the first flick.
 */
function rehearsalOf(samples: Object3D[]): Group {
  const group = new Group();
  group.add(...samples);
  group.scale.setScalar(1e-4);
  group.traverse((node) => {
    node.visible = true;
    node.frustumCulled = false;
    node.raycast = () => undefined;
  });
  return group;
}

/** The room is the page's own paper, in the light that the town is shown in. */
function paper(element: HTMLElement, dark: boolean): string {
  const sample = element.appendChild(document.createElement('i'));
  sample.style.cssText = `color: var(--paper, light-dark(#f3ecdc, #1a1714)); color-scheme: ${dark ? 'dark' : 'light'}`;
  const { color } = getComputedStyle(sample);
  sample.remove();
  return color;
}

export const makeStage: MakeStage = (element, options) => new Town3d(element, options);
/** For whoever shows a town without a board around it. */
export { takeMeasures } from '../measures';
