// Makes pieces and keeps what they share: two materials for everything (plain wood, printed wood), one geometry a sort.

import {
  AdditiveBlending,
  type BufferGeometry,
  type CanvasTexture,
  Group,
  Mesh,
  MeshBasicMaterial,
  type MeshBasicMaterialParameters,
  MeshStandardMaterial,
  PlaneGeometry,
  Sprite,
  SpriteMaterial,
  type Texture,
} from 'three';
import type { Piece } from '../stage';
import { Atlas } from './atlas';
import { litAtCorners } from './corners';
import { figures, type Folk, hat, hatHeight, nameBand } from './figures';
import { canvasOf, grainTile, softTexture, textureOf } from './grain';
import { ajar, clockAt, clockHands, closedSign, hingeAt, housePrint, houseWood, lampGlass, lampsAt, swingDoor } from './houses';
import { carve } from './kit';
import type { Means } from './means';
import { props } from './props';

export interface Model {
  piece: Piece;
  object: Group;
  hat?: Mesh;
  folk?: Folk;
  closed?: Group;
  hands?: { hour: Mesh; minute: Mesh };
  /** Swing doors, left and right. */
  wings?: { mesh: Mesh; side: number }[];
}

export type Varnish = MeshStandardMaterial | MeshBasicMaterial;

export class Workshop {
  readonly atlas: Atlas;
  readonly sharp: number;
  readonly wood: Varnish;
  readonly print: Varnish;
  /** What a piece would be: seen through. */
  readonly ghost: Varnish;
  /** Of a house that one looks through: its wood, its print. */
  private readonly glass: [Varnish, Varnish];
  private grain: Texture;
  private lamp: { halo: CanvasTexture; glow: SpriteMaterial; pool: MeshBasicMaterial; glass: MeshBasicMaterial } | null = null;
  private shelf = new Map<string, BufferGeometry>();

  constructor(
    readonly night: boolean,
    readonly means: Means,
  ) {
    carve(means === 'plain');
    this.sharp = means === 'fine' ? 8 : 0;
    this.atlas = new Atlas(night, this.sharp);
    this.grain = textureOf(grainTile(256, 0.26, 3), true, this.sharp);
    this.wood = this.varnish({ vertexColors: true, map: this.grain }, 0.62);
    this.print = this.varnish({ map: this.atlas.texture }, 0.66, this.atlas.shine);
    this.ghost = this.varnish({ vertexColors: true, transparent: true, opacity: 0.5, depthWrite: false }, 0.7);
    const clear = { transparent: true, opacity: 0.16, depthWrite: false };
    this.glass = [this.varnish({ vertexColors: true, map: this.grain, ...clear }, 0.62), this.varnish({ map: this.atlas.texture, ...clear }, 0.66)];
    if (night) {
      const halo = softTexture(haloPicture());
      this.lamp = {
        halo,
        glow: new SpriteMaterial({ map: halo, color: '#ffb45a', blending: AdditiveBlending, depthWrite: false, opacity: 0.75 }),
        pool: new MeshBasicMaterial({ map: halo, color: '#ff9d3f', blending: AdditiveBlending, depthWrite: false, transparent: true, opacity: 0.34 }),
        glass: new MeshBasicMaterial({ color: '#ffe3a3' }),
      };
    }
  }

  /** Wood that shines a little, or where that is too dear, does not; `shine` has what glows by itself. */
  varnish(
    looks: Pick<MeshBasicMaterialParameters, 'map' | 'vertexColors' | 'transparent' | 'opacity' | 'depthWrite'>,
    roughness: number,
    shine: Texture | null = null,
  ): Varnish {
    if (this.means === 'plain') return litAtCorners(looks, this.night, shine);
    return new MeshStandardMaterial({ ...looks, roughness, ...(shine ? { emissiveMap: shine, emissive: '#ffffff', emissiveIntensity: 0.95 } : {}) });
  }

  geometry(key: string, make: () => BufferGeometry): BufferGeometry {
    let known = this.shelf.get(key);
    if (!known) {
      known = make();
      this.shelf.set(key, known);
    }
    return known;
  }

  part(key: string, make: () => BufferGeometry, printed = false): Mesh {
    const mesh = new Mesh(this.geometry(key, make), printed ? this.print : this.wood);
    mesh.castShadow = !printed;
    mesh.receiveShadow = true;
    return mesh;
  }

  make(piece: Piece): Model {
    const object = new Group();
    const model: Model = { piece, object };
    if (piece.kind === 'cowboy' || piece.kind === 'witness') {
      const folk: Folk = piece.kind === 'witness' ? 'witness' : (piece.team ?? (piece.name.startsWith('O') ? 'outlaws' : 'lawmen'));
      model.folk = folk;
      object.add(this.part(folk, figures[folk]));
      object.add(this.part(`name ${piece.name} ${folk}`, () => nameBand(this.atlas, piece.name, folk), true));
      if (folk !== 'witness') {
        model.hat = new Mesh(this.hatOf(folk, piece.hat ?? 'red'), this.wood);
        model.hat.castShadow = model.hat.receiveShadow = true;
        model.hat.position.z = hatHeight;
        object.add(model.hat);
      }
    } else if (piece.kind === 'building') {
      const sign = (piece.sign ?? piece.name.replace('_', ' ')).toUpperCase();
      object.add(this.part(`house ${piece.name}`, () => houseWood(piece.name)));
      object.add(this.part(`print ${piece.name} ${sign}`, () => housePrint(this.atlas, piece.name, sign), true));
      this.lit(object);
      if (piece.name === 'saloon') {
        model.wings = [-1, 1].map((side) => ({ mesh: this.part(`wing ${side}`, () => swingDoor(side)), side }));
        for (const { mesh, side } of model.wings) {
          mesh.position.set(...hingeAt(side));
          mesh.rotation.z = side * ajar;
          object.add(mesh);
        }
      }
      if (piece.name === 'town_hall') {
        model.hands = { hour: this.part('hour hand', () => clockHands().hour), minute: this.part('minute hand', () => clockHands().minute) };
        for (const hand of [model.hands.hour, model.hands.minute]) {
          hand.position.set(0, clockAt().y, clockAt().z);
          hand.castShadow = false;
          object.add(hand);
        }
      }
    } else {
      const make = props[piece.kind];
      if (make) object.add(this.part(piece.kind, make));
    }
    object.traverse((node) => {
      node.userData.piece = piece.name;
    });
    return model;
  }

  /** By night a house has light in its lamps and before its door. */
  private lit(object: Group): void {
    if (!this.lamp) return;
    for (const [x, y, z] of lampsAt()) {
      const glow = new Sprite(this.lamp.glow);
      glow.position.set(x + 1, y, z);
      glow.scale.set(26, 26, 1);
      glow.raycast = () => undefined;
      object.add(glow);
    }
    const pool = new Mesh(
      this.geometry('pool', () => new PlaneGeometry(150, 190)),
      this.lamp.pool,
    );
    pool.position.set(34, 0, 0.4);
    pool.raycast = () => undefined;
    object.add(pool, new Mesh(this.geometry('lamp glass', lampGlass), this.lamp.glass));
  }

  hatOf(folk: Folk, colour: 'red' | 'blue'): BufferGeometry {
    return this.geometry(`hat ${folk} ${colour}`, () => hat(folk, colour));
  }

  /** Turns a house to glass, so that who aims in it sees the street, or back to wood. */
  glaze({ object }: Model, clear: boolean): void {
    const [from, to] = clear ? [[this.wood, this.print], this.glass] : [this.glass, [this.wood, this.print]];
    object.traverse((node) => {
      const mesh = node as Mesh;
      const which = (from as unknown[]).indexOf(mesh.material);
      if (which >= 0) mesh.material = to[which];
    });
  }

  /** Shuts or opens a building. */
  shut(model: Model, closed: boolean): void {
    if (closed && !model.closed) {
      let made: ReturnType<typeof closedSign> | undefined;
      const sign = (): ReturnType<typeof closedSign> => (made ??= closedSign(this.atlas));
      model.closed = new Group();
      model.closed.add(
        this.part('closed wood', () => sign().wood),
        this.part('closed print', () => sign().print, true),
      );
      model.closed.traverse((node) => {
        node.userData.piece = model.piece.name;
      });
      model.object.add(model.closed);
    }
    if (model.closed) model.closed.visible = closed;
  }

  dispose(): void {
    for (const geometry of this.shelf.values()) geometry.dispose();
    this.shelf.clear();
    this.grain.dispose();
    this.ghost.dispose();
    for (const varnish of this.glass) varnish.dispose();
    for (const thing of this.lamp ? [this.lamp.halo, this.lamp.glow, this.lamp.pool, this.lamp.glass] : []) thing.dispose();
    this.atlas.texture.dispose();
    this.atlas.shine?.dispose();
    this.wood.dispose();
    this.print.dispose();
  }
}

function haloPicture(): HTMLCanvasElement {
  const [canvas, brush] = canvasOf(128, 128);
  const soft = brush.createRadialGradient(64, 64, 2, 64, 64, 64);
  for (const [at, light] of [
    [0, 1],
    [0.08, 0.75],
    [0.22, 0.32],
    [0.5, 0.1],
    [1, 0],
  ])
    soft.addColorStop(at, `rgb(255 255 255 / ${light * 100}%)`);
  brush.fillStyle = '#000';
  brush.fillRect(0, 0, 128, 128);
  brush.fillStyle = soft;
  brush.fillRect(0, 0, 128, 128);
  return canvas;
}
