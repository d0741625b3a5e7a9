// Dynamite: a fuse that spits while it slides, then fire, smoke and splinters, and a burnt place with a ring as far as it hits.
// Where each is follows from the time alone.

import {
  AdditiveBlending,
  BoxGeometry,
  type BufferGeometry,
  type CanvasTexture,
  Group,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  PlaneGeometry,
  RingGeometry,
  Sprite,
  SpriteMaterial,
} from 'three';
import { canvasOf, chances, softTexture } from './grain';

export interface Bang {
  x: number;
  y: number;
  reach: number;
}

interface Puff {
  sprite: Sprite;
  from: [number, number, number];
  way: [number, number, number];
  born: number;
  life: number;
  wide: number;
  light: number;
}

interface Splinter {
  mesh: Mesh;
  way: [number, number, number];
  spin: number;
}

const lasting = 1700; // ms until the last smoke has gone
const flight = 620; // ms that splinters are in the air
const fall = 900; // mm/s²: toys fall slowly to the eye

/** A soft ball of light. */
function ball(): CanvasTexture {
  const [canvas, brush] = canvasOf(64, 64);
  const soft = brush.createRadialGradient(32, 32, 1, 32, 32, 31);
  for (const [at, light] of [
    [0, 1],
    [0.35, 0.8],
    [0.7, 0.25],
    [1, 0],
  ])
    soft.addColorStop(at, `rgb(255 255 255 / ${light * 100}%)`);
  brush.fillStyle = soft;
  brush.fillRect(0, 0, 64, 64);
  return softTexture(canvas);
}

export class Blast {
  readonly object = new Group();
  private texture = ball();
  private puffs: Puff[] = [];
  private splinters: Splinter[] = [];
  private fuse: Sprite | null = null;
  private burnt: Group | null = null;
  private plank = new BoxGeometry(7, 1.6, 1.2);
  private wood = new MeshBasicMaterial({ color: '#5a3417' });

  private cloud(colour: string, glowing: boolean): Sprite {
    const sprite = new Sprite(
      new SpriteMaterial({
        map: this.texture,
        color: colour,
        transparent: true,
        depthWrite: false,
        opacity: 0,
        ...(glowing ? { blending: AdditiveBlending } : {}),
      }),
    );
    sprite.visible = false;
    sprite.renderOrder = 2;
    sprite.raycast = () => undefined;
    return sprite;
  }

  private sprite(colour: string, glowing: boolean): Sprite {
    const sprite = this.cloud(colour, glowing);
    this.object.add(sprite);
    return sprite;
  }

  private scorch(reach: number): Mesh<BufferGeometry, MeshBasicMaterial>[] {
    return [
      new Mesh(new PlaneGeometry(70, 70), new MeshBasicMaterial({ map: this.texture, color: '#120a04', transparent: true, opacity: 0.72, depthWrite: false })),
      new Mesh(
        new RingGeometry(reach - 1.1, reach + 1.1, 72),
        new MeshBasicMaterial({ color: '#8c1a10', transparent: true, opacity: 0.75, depthWrite: false }),
      ),
    ];
  }

  /** One of each kind that is ever drawn. */
  samples(): Object3D[] {
    return [this.cloud('#4a4039', false), this.cloud('#ffb43a', true), new Mesh(this.plank, this.wood), ...this.scorch(2)];
  }

  /** A flick of dynamite begins; null: something else does, and what was burnt is swept away. */
  plan(bang: Bang | null): void {
    this.clear();
    if (!bang) return;
    const chance = chances(5);
    this.fuse = this.sprite('#ffb43a', true);
    const puff = (colour: string, glowing: boolean, far: number, up: number, born: number, life: number, wide: number, light: number): void => {
      const angle = chance() * 2 * Math.PI;
      const way = far * Math.sqrt(chance());
      this.puffs.push({
        sprite: this.sprite(colour, glowing),
        from: [bang.x, bang.y, 8],
        way: [way * Math.cos(angle), way * Math.sin(angle), up * (0.4 + chance())],
        born: born * chance(),
        life: life * (0.7 + 0.6 * chance()),
        wide: wide * (0.7 + 0.6 * chance()),
        light,
      });
    };
    for (let i = 0; i < 14; i++) puff('#4a4039', false, bang.reach, 46, 160, 1050, 62, 0.62);
    for (let i = 0; i < 16; i++) puff(['#f2541b', '#ff8f1f', '#ffcf4d'][i % 3], i % 4 === 3, bang.reach * 0.85, 46, 60, 560, 62, 0.95);
    puff('#fff4cf', true, 0, 6, 0, 260, 200, 1);
    for (let i = 0; i < 12; i++) {
      const mesh = new Mesh(this.plank, this.wood);
      mesh.visible = false;
      mesh.raycast = () => undefined;
      mesh.position.set(bang.x, bang.y, 4);
      const angle = ((i + chance()) / 12) * 2 * Math.PI;
      const quick = 90 + 110 * chance();
      this.splinters.push({ mesh, way: [quick * Math.cos(angle), quick * Math.sin(angle), 180 + 130 * chance()], spin: 6 + 12 * chance() });
      this.object.add(mesh);
    }
    this.burnt = new Group();
    this.burnt.add(...this.scorch(bang.reach));
    this.burnt.position.set(bang.x, bang.y, 0.5);
    this.burnt.visible = false;
    this.burnt.traverse((node) => {
      node.raycast = () => undefined;
      node.renderOrder = 1; // under the fire
    });
    this.object.add(this.burnt);
  }

  /** The fuse burns at the stick's end. */
  slide(x: number, y: number, ms: number): void {
    if (!this.fuse) return;
    const flicker = 0.75 + 0.25 * Math.sin(ms * 0.9) * Math.cos(ms * 0.37);
    this.fuse.visible = true;
    this.fuse.position.set(x, y, 13);
    this.fuse.scale.setScalar(26 * flicker);
    this.fuse.material.opacity = 0.95 * flicker;
  }

  /** So long after the bang. False when nothing moves any more. */
  at(ms: number): boolean {
    if (!this.burnt) return false;
    if (this.fuse) this.fuse.visible = false;
    this.burnt.visible = true;
    for (const { sprite, from, way, born, life, wide, light } of this.puffs) {
      const age = (ms - born) / life;
      sprite.visible = age >= 0 && age < 1;
      if (!sprite.visible) continue;
      const gone = 1 - (1 - age) ** 3;
      sprite.position.set(from[0] + way[0] * gone, from[1] + way[1] * gone, from[2] + way[2] * age);
      sprite.scale.setScalar(wide * (0.35 + 0.75 * gone));
      sprite.material.opacity = light * (1 - age) ** 1.3;
    }
    for (const { mesh, way, spin } of this.splinters) {
      const t = ms / 1000;
      const z = 4 + way[2] * t - 0.5 * fall * t * t;
      mesh.visible = ms < flight && z > 0;
      mesh.position.set(this.burnt.position.x + way[0] * t, this.burnt.position.y + way[1] * t, z);
      mesh.rotation.set(spin * t, spin * 0.7 * t, spin * 0.4 * t);
    }
    return ms < lasting;
  }

  /** All at once as it is when the smoke has gone. */
  rest(): void {
    if (this.burnt) this.at(lasting);
  }

  clear(): void {
    for (const { sprite } of this.puffs) sprite.material.dispose();
    this.fuse?.material.dispose();
    for (const part of (this.burnt?.children ?? []) as Mesh[]) {
      part.geometry.dispose();
      (part.material as MeshBasicMaterial).dispose();
    }
    this.object.clear();
    this.puffs = [];
    this.splinters = [];
    this.fuse = this.burnt = null;
  }

  dispose(): void {
    this.clear();
    this.texture.dispose();
    this.plank.dispose();
    this.wood.dispose();
  }
}
