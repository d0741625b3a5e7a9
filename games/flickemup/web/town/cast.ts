// The pieces on the table and how they move: gliding to where they now are, hats turning over, and a flick as it went.

import { Group, Quaternion, Vector3 } from 'three';
import type { Path, Piece, PieceKind, Pose, Town } from '../stage';
import type { Blast } from './blast';
import type { Dust } from './dust';
import { Doors } from './doors';
import { hatHeight } from './figures';
import type { Frames, Motion } from './frames';
import { below } from '../measures';
import type { Model, Workshop } from './workshop';

const glide = 420; // ms
const flip = 460;
const boom = 170; // ms from the bang until what it pushed gives way

const soft = (t: number): number => (t < 0.5 ? 4 * t * t * t : 1 - (2 - 2 * t) ** 3 / 2);

function put(model: Model, { x, y, z, q: [w, qx, qy, qz] }: Pose): void {
  model.object.position.set(x, y, z);
  model.object.quaternion.set(qx, qy, qz, w).normalize();
}

function differs(model: Model, pose: Pose): boolean {
  const { position: p, quaternion: q } = model.object;
  const [w, x, y, z] = pose.q;
  const along = Math.abs(q.w * w + q.x * x + q.y * y + q.z * z);
  return Math.hypot(p.x - pose.x, p.y - pose.y, p.z - pose.z) > 0.02 || along < 0.99999;
}

const same = (a: Pose, b: Pose): boolean => [a.x, a.y, a.z, ...a.q].join() === [b.x, b.y, b.z, ...b.q].join();

interface Playing {
  motion: Motion;
  end(): void;
}

export class Cast {
  readonly object = new Group();
  readonly models = new Map<string, Model>();
  private moves = new Map<string, Motion>();
  private leaving = new Set<Model>();
  private hidden = new Set<string>();
  private playing: Playing | null = null;
  private tail: Motion | null = null; // dust, smoke and doors after a flick
  private doors = new Doors();

  constructor(
    private workshop: Workshop,
    private frames: Frames,
    private dust: Dust,
    private blast: Blast,
    private still: boolean,
    /** Something on the table moved. */
    private moved: () => void,
  ) {}

  show(town: Town, still: boolean): void {
    this.skip();
    if (still) this.blast.clear();
    const quick = still || this.still;
    const names = new Set(town.pieces.map((piece) => piece.name));
    for (const [name, model] of [...this.models]) if (!names.has(name)) this.leave(model, quick);
    for (const piece of town.pieces) {
      const known = this.models.get(piece.name);
      if (known && known.piece.kind === piece.kind && known.piece.team === piece.team && known.piece.sign === piece.sign) this.update(known, piece, quick);
      else {
        if (known) this.leave(known, true);
        this.enter(piece, quick);
      }
    }
    for (const model of this.models.values())
      if (model.hands) {
        model.hands.hour.rotation.x = (-(town.hour % 12) / 6) * Math.PI;
        model.hands.minute.rotation.x = 0;
      }
    this.hidden.clear();
    this.moved();
  }

  private enter(piece: Piece, quick: boolean): void {
    const model = this.workshop.make(piece);
    this.models.set(piece.name, model);
    this.object.add(model.object);
    put(model, piece.pose);
    if (piece.kind === 'building') this.workshop.shut(model, piece.closed ?? false);
    if (!quick) this.drop(model, piece.pose);
  }

  /** Set down from a hand. */
  private drop(model: Model, pose: Pose): void {
    put(model, pose);
    this.move(model.piece.name, glide, (t) => {
      model.object.position.z = pose.z + 46 * (1 - soft(t)) ** 2;
    });
  }

  private leave(model: Model, quick: boolean): void {
    this.stop(model.piece.name);
    this.models.delete(model.piece.name);
    if (quick || !model.object.visible) {
      this.object.remove(model.object);
      return;
    }
    this.leaving.add(model);
    const from = model.object.position.z;
    this.move(
      `${model.piece.name} leaves`,
      300,
      (t) => {
        model.object.position.z = from + 60 * t * t;
        model.object.scale.setScalar(Math.max(0.01, 1 - t * t));
      },
      () => {
        this.leaving.delete(model);
        this.object.remove(model.object);
      },
    );
  }

  private update(model: Model, piece: Piece, quick: boolean): void {
    const { hat, pose: goal } = model.piece;
    model.piece = piece;
    if (piece.kind === 'building') this.workshop.shut(model, piece.closed ?? false);
    if (model.hat && model.folk && piece.hat && piece.hat !== hat) {
      const geometry = this.workshop.hatOf(model.folk, piece.hat);
      this.stop(`${piece.name} hat`);
      if (quick) model.hat.geometry = geometry;
      else this.flip(model, geometry);
    }
    if (this.hidden.has(piece.name)) {
      model.object.visible = true;
      put(model, piece.pose);
      if (!quick) this.drop(model, piece.pose);
    } else if (differs(model, piece.pose)) {
      if (!quick && this.moves.has(piece.name) && same(goal, piece.pose)) return; // it is on its way there
      if (quick) {
        this.stop(piece.name);
        put(model, piece.pose);
      } else this.glide(model, piece.pose);
    }
  }

  private glide(model: Model, pose: Pose): void {
    const from = model.object.position.clone();
    const turned = model.object.quaternion.clone();
    const to = new Vector3(pose.x, pose.y, pose.z);
    const turn = new Quaternion(pose.q[1], pose.q[2], pose.q[3], pose.q[0]).normalize();
    const hop = Math.min(26, from.distanceTo(to) * 0.2) + (turned.angleTo(turn) > 0.8 ? 12 : 0);
    this.move(model.piece.name, glide + Math.min(300, from.distanceTo(to)), (t) => {
      model.object.position.lerpVectors(from, to, soft(t));
      model.object.position.z += hop * Math.sin(Math.PI * soft(t));
      model.object.quaternion.slerpQuaternions(turned, turn, soft(t));
    });
  }

  /** The hat jumps, turns over and shows its other colour. */
  private flip(model: Model, geometry: NonNullable<Model['hat']>['geometry']): void {
    const { hat } = model;
    if (!hat) return;
    this.move(`${model.piece.name} hat`, flip, (t) => {
      hat.position.z = hatHeight + 30 * Math.sin(Math.PI * t);
      hat.rotation.y = 2 * Math.PI * soft(t);
      if (t >= 0.5) hat.geometry = geometry;
    });
  }

  /** Moves something for a while; a later move of the same name takes its place. */
  private move(name: string, ms: number, step: (part: number) => void, done?: () => void): void {
    this.stop(name);
    let began = -1;
    const motion: Motion = (now) => {
      if (began < 0) began = now;
      const part = now === Infinity ? 1 : Math.min(1, (now - began) / ms);
      step(part);
      this.moved();
      if (part < 1) return true;
      this.moves.delete(name);
      done?.();
      return false;
    };
    step(0);
    this.moves.set(name, motion);
    this.frames.add(motion);
  }

  /** Ends a move at its end. */
  private stop(name: string): void {
    const motion = this.moves.get(name);
    if (!motion) return;
    this.frames.drop(motion);
    this.moves.delete(name);
    motion(Infinity);
  }

  play(path: Path, speed: number): Promise<void> {
    this.skip();
    if (this.tail) this.frames.drop(this.tail);
    for (const name of [...this.moves.keys()]) this.stop(name);
    const flicked = path.pieces.get(path.kind);
    if (flicked?.length) this.ready(path.kind, flicked[0].pose);
    this.plan(path);
    return new Promise((resolve) => {
      let began = -1;
      let settled = false;
      const end = (): void => {
        if (settled) return;
        settled = true;
        this.pose(path, path.ms);
        if (path.blast) this.burst();
        this.playing = null;
        resolve();
      };
      const motion: Motion = (now) => {
        if (began < 0) began = now;
        const ms = (now - began) * speed;
        const after = (ms - path.ms) / speed; // a fire burns as fast in slow motion
        if (!settled) this.pose(path, Math.min(ms, path.ms));
        let dusty = this.dust.at(ms, speed);
        if (path.blast && after < 0) this.fuse(ms);
        else if (path.blast) {
          this.burst();
          if (this.blast.at(after)) dusty = true;
        }
        if (this.doors.at(ms, speed)) {
          dusty = true;
          if (settled) this.moved();
        }
        if (after >= (path.blast ? boom : 0)) end();
        if (settled && !dusty) this.dust.clear();
        return !settled || dusty;
      };
      this.playing = { motion, end };
      this.tail = motion;
      if (this.still || !(speed > 0)) this.skip();
      else this.frames.add(motion);
    });
  }

  skip(): void {
    const { playing } = this;
    if (!playing) return;
    this.frames.drop(playing.motion);
    playing.end();
    this.dust.clear();
    this.blast.rest();
    this.doors.rest();
    this.frames.change();
  }

  private fuse(ms: number): void {
    const stick = this.models.get('dynamite');
    if (stick) this.blast.slide(stick.object.position.x, stick.object.position.y, ms);
  }

  /** Of what goes off nothing is left. */
  private burst(): void {
    const stick = this.models.get('dynamite');
    if (!stick) return;
    this.models.delete('dynamite');
    this.object.remove(stick.object);
    this.moved();
  }

  /** What is flicked lies ready; a movement disc lies where its cowboy stood. */
  private ready(kind: PieceKind, pose: Pose): void {
    if (!this.models.has(kind)) this.enter({ name: kind, kind, pose }, true);
    if (kind !== 'disc') return;
    for (const model of this.models.values()) {
      const { x, y } = model.object.position;
      if ((model.piece.kind !== 'cowboy' && model.piece.kind !== 'witness') || Math.hypot(x - pose.x, y - pose.y) > 13) continue;
      model.object.visible = false;
      this.hidden.add(model.piece.name);
    }
  }

  private plan(path: Path): void {
    const trail: { ms: number; x: number; y: number }[] = [];
    const hits: { ms: number; x: number; y: number }[] = [];
    for (const [name, poses] of path.pieces) {
      if (!poses.length) continue;
      if (name === path.kind) for (const { ms, pose } of poses) trail.push({ ms, x: pose.x, y: pose.y });
      else hits.push({ ms: poses[0].ms, x: poses[0].pose.x, y: poses[0].pose.y });
    }
    this.dust.plan(trail, hits);
    this.blast.plan(path.blast ?? null);
    this.doors.plan(path, this.models.values());
  }

  /** Everything as it was at that time of the flick. */
  private pose(path: Path, ms: number): void {
    for (const [name, poses] of path.pieces) {
      const model = this.models.get(name);
      if (!model || !poses.length || ms < poses[0].ms) continue;
      let [low, high] = [0, poses.length - 1];
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (poses[middle].ms <= ms) low = middle;
        else high = middle - 1;
      }
      put(model, poses[low].pose);
      const next = poses[low + 1];
      if (next) {
        const part = (ms - poses[low].ms) / Math.max(1, next.ms - poses[low].ms);
        model.object.position.lerp(new Vector3(next.pose.x, next.pose.y, next.pose.z), part);
        const [w, x, y, z] = next.pose.q;
        model.object.quaternion.slerp(new Quaternion(x, y, z, w).normalize(), part);
      }
    }
    this.moved();
  }

  /** How far a piece is above where it stands. */
  static lifted(model: Model): number {
    return model.object.position.z - below(model.piece.kind);
  }

  dispose(): void {
    this.skip();
    this.models.clear();
    this.object.clear();
  }
}
