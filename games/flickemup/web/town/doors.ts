// The saloon's swing doors: whatever slides under them sets them swinging, and they come to rest by themselves.

import type { Path } from '../stage';
import { ajar } from './houses';
import type { Model } from './workshop';

const lasting = 1500; // ms
const widest = 0.95; // radians beyond where they rest

interface Swing {
  model: Model;
  born: number; // ms of the flick
  way: number; // 1: outward
}

export class Doors {
  private swings: Swing[] = [];

  /** When something passes under them, and which way. */
  plan(path: Path, models: Iterable<Model>): void {
    this.rest();
    const trail = path.pieces.get(path.kind) ?? [];
    for (const model of models) {
      if (!model.wings) continue;
      const { position, quaternion: q } = model.object;
      const facing = 2 * Math.atan2(q.z, q.w);
      const along = trail.map(({ pose }) => (pose.x - position.x) * Math.cos(facing) + (pose.y - position.y) * Math.sin(facing));
      const aside = trail.map(({ pose }) => (pose.y - position.y) * Math.cos(facing) - (pose.x - position.x) * Math.sin(facing));
      const at = trail.findIndex((_, i) => i > 0 && Math.abs(along[i]) < 15 && Math.abs(aside[i]) < 22);
      if (at > 0) this.swings.push({ model, born: trail[at].ms, way: Math.sign(along[at] - along[at - 1]) || 1 });
    }
  }

  /** At that time of the flick, which passes at `speed`. False when they hang still. */
  at(ms: number, speed: number): boolean {
    let moving = false;
    for (const { model, born, way } of this.swings) {
      const age = (ms - born) / Math.max(0.25, speed);
      if (age < lasting) moving = true;
      this.turn(model, age < 0 || age >= lasting ? 0 : way * widest * Math.exp(-age / 420) * Math.sin(age / 105));
    }
    return moving;
  }

  private turn(model: Model, off: number): void {
    for (const { mesh, side } of model.wings ?? []) mesh.rotation.z = side * (ajar + off);
  }

  rest(): void {
    for (const { model } of this.swings) this.turn(model, 0);
    this.swings = [];
  }
}
