// Makes pieces and keeps what they share: two materials for everything (plain wood, printed wood), one geometry a sort.

import { type BufferGeometry, Group, Mesh, MeshStandardMaterial, type Texture } from 'three';
import type { Piece } from '../stage';
import { Atlas } from './atlas';
import { figures, type Folk, hat, hatHeight, nameBand } from './figures';
import { grainTile, textureOf } from './grain';
import { clockAt, clockHands, closedSign, housePrint, houseWood } from './houses';
import { props } from './props';

export interface Model {
  piece: Piece;
  object: Group;
  hat?: Mesh;
  folk?: Folk;
  closed?: Group;
  hands?: { hour: Mesh; minute: Mesh };
}

export class Workshop {
  readonly atlas: Atlas;
  readonly wood: MeshStandardMaterial;
  readonly print: MeshStandardMaterial;
  private grain: Texture;
  private shelf = new Map<string, BufferGeometry>();

  constructor(readonly night: boolean) {
    this.atlas = new Atlas(night);
    this.grain = textureOf(grainTile(256, 0.34, 3), true);
    this.wood = new MeshStandardMaterial({ vertexColors: true, map: this.grain, roughness: 0.62 });
    this.print = new MeshStandardMaterial({ map: this.atlas.texture, roughness: 0.66 });
    if (this.atlas.shine) {
      this.print.emissiveMap = this.atlas.shine;
      this.print.emissive.set('#ffffff');
      this.print.emissiveIntensity = 1.15;
    }
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
      const sign = piece.sign ?? piece.name.replace('_', ' ').toUpperCase();
      object.add(this.part(`house ${piece.name}`, () => houseWood(piece.name)));
      object.add(this.part(`print ${piece.name} ${sign}`, () => housePrint(this.atlas, piece.name, sign), true));
      if (piece.name === 'town_hall') {
        model.hands = { hour: this.part('hour hand', () => clockHands().hour), minute: this.part('minute hand', () => clockHands().minute) };
        for (const hand of [model.hands.hour, model.hands.minute]) {
          hand.position.set(0, clockAt.y, clockAt.z);
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

  hatOf(folk: Folk, colour: 'red' | 'blue'): BufferGeometry {
    return this.geometry(`hat ${folk} ${colour}`, () => hat(folk, colour));
  }

  /** Shuts or opens a building. */
  shut(model: Model, closed: boolean): void {
    if (closed && !model.closed) {
      let made: ReturnType<typeof closedSign> | undefined;
      const sign = (): ReturnType<typeof closedSign> => (made ??= closedSign(this.atlas));
      model.closed = new Group();
      model.closed.add(this.part('closed wood', () => sign().wood), this.part('closed print', () => sign().print, true));
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
    this.atlas.texture.dispose();
    this.atlas.shine?.dispose();
    this.wood.dispose();
    this.print.dispose();
  }
}
