// Small clouds: along the way of what is flicked, and where it hits. Where each is follows from the time alone.

import { type CanvasTexture, Group, type Object3D, Sprite, SpriteMaterial } from 'three';
import { canvasOf, chances, softTexture } from './grain';

interface Puff {
  born: number; // ms of the flick
  x: number;
  y: number;
  z: number;
  wide: number;
  life: number; // ms as they pass for who looks
}

export class Dust {
  readonly object = new Group();
  private texture: CanvasTexture;
  private puffs: Puff[] = [];

  constructor(private colour: string) {
    const [canvas, brush] = canvasOf(64, 64);
    const soft = brush.createRadialGradient(32, 32, 2, 32, 32, 31);
    soft.addColorStop(0, 'rgb(255 255 255 / 90%)');
    soft.addColorStop(0.5, 'rgb(255 255 255 / 38%)');
    soft.addColorStop(1, 'rgb(255 255 255 / 0%)');
    brush.fillStyle = soft;
    brush.fillRect(0, 0, 64, 64);
    this.texture = softTexture(canvas);
  }

  /** `trail`: where the flicked piece was, when. `hits`: where something began to move, when. */
  plan(trail: { ms: number; x: number; y: number }[], hits: { ms: number; x: number; y: number }[]): void {
    this.clear();
    const chance = chances(9);
    let [x, y] = [NaN, NaN];
    for (const point of trail) {
      if (this.puffs.length > 70 || Math.hypot(point.x - x, point.y - y) < 9) continue;
      [x, y] = [point.x, point.y];
      this.puffs.push({
        born: point.ms,
        x: x + (chance() - 0.5) * 6,
        y: y + (chance() - 0.5) * 6,
        z: 2 + chance() * 2,
        wide: 7 + chance() * 7,
        life: 420 + chance() * 260,
      });
    }
    for (const hit of hits.slice(0, 6))
      for (let i = 0; i < 7; i++)
        this.puffs.push({
          born: hit.ms,
          x: hit.x + (chance() - 0.5) * 16,
          y: hit.y + (chance() - 0.5) * 16,
          z: 3 + chance() * 9,
          wide: 10 + chance() * 9,
          life: 380 + chance() * 420,
        });
    while (this.object.children.length < this.puffs.length) this.object.add(this.cloud());
  }

  private cloud(): Sprite {
    const sprite = new Sprite(new SpriteMaterial({ map: this.texture, color: this.colour, transparent: true, depthWrite: false, opacity: 0 }));
    sprite.visible = false;
    return sprite;
  }

  /** One of each kind that is ever drawn. */
  samples(): Object3D[] {
    return [this.cloud()];
  }

  /** At that time of the flick, which passes at `speed`. False when all has settled. */
  at(ms: number, speed: number): boolean {
    let seen = false;
    for (const [i, puff] of this.puffs.entries()) {
      const sprite = this.object.children[i] as Sprite;
      const age = (ms - puff.born) / Math.max(0.25, speed) / puff.life;
      sprite.visible = age >= 0 && age < 1;
      if (age < 1) seen = true;
      if (!sprite.visible) continue;
      const grown = puff.wide * (0.5 + 1.1 * Math.sqrt(age));
      sprite.scale.set(grown, grown, 1);
      sprite.position.set(puff.x, puff.y, puff.z + age * 8);
      sprite.material.opacity = 0.55 * (1 - age) ** 1.5;
    }
    return seen;
  }

  /** The clouds themselves are kept for the next flick. */
  clear(): void {
    for (const node of this.object.children) node.visible = false;
    this.puffs = [];
  }

  dispose(): void {
    for (const node of this.object.children as Sprite[]) node.material.dispose();
    this.object.clear();
    this.texture.dispose();
  }
}
