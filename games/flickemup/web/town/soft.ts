// Where a piece touches the table it is a little darker: one soft patch under each, drawn all at once.

import { type CanvasTexture, InstancedMesh, Matrix4, MeshBasicMaterial, PlaneGeometry, Quaternion, Vector3 } from 'three';
import { Cast } from './cast';
import { canvasOf, softTexture } from './grain';
import { footprint } from '../measures';
import type { Model } from './workshop';

const most = 96;

function patch(): HTMLCanvasElement {
  const [canvas, brush] = canvasOf(64, 64);
  const picture = brush.createImageData(64, 64);
  for (let y = 0; y < 64; y++)
    for (let x = 0; x < 64; x++) {
      const away = (Math.abs((x - 31.5) / 32) ** 3 + Math.abs((y - 31.5) / 32) ** 3) ** (1 / 3);
      const dark = Math.max(0, Math.min(1, (1 - away) / 0.42));
      picture.data[4 * (64 * y + x) + 3] = 255 * dark * dark * (3 - 2 * dark);
    }
  brush.putImageData(picture, 0, 0);
  return canvas;
}

export class Patches {
  readonly object: InstancedMesh<PlaneGeometry, MeshBasicMaterial>;
  private texture: CanvasTexture;

  constructor(strength: number) {
    this.texture = softTexture(patch());
    this.object = new InstancedMesh(
      new PlaneGeometry(1, 1),
      new MeshBasicMaterial({ map: this.texture, color: '#1c0d02', transparent: true, opacity: strength, depthWrite: false }),
      most,
    );
    this.object.frustumCulled = false;
    this.object.renderOrder = 1;
  }

  follow(models: Iterable<Model>): void {
    let count = 0;
    const up = new Vector3(0, 0, 1);
    const turn = new Quaternion();
    const put = (x: number, y: number, wide: number, deep: number): void => {
      if (count < most) this.object.setMatrixAt(count++, new Matrix4().compose(new Vector3(x, y, 0.22), turn, new Vector3(wide, deep, 1)));
    };
    for (const model of models) {
      if (!model.object.visible) continue;
      const { w, x, y, z } = model.object.quaternion;
      const { position } = model.object;
      const upright = w * w - x * x - y * y + z * z;
      const angle = Math.atan2(2 * (x * y + w * z), w * w + x * x - y * y - z * z);
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      turn.setFromAxisAngle(up, angle);
      if (model.piece.kind === 'building' && upright > 0.7) {
        for (const side of [-32, 32]) put(position.x - s * side, position.y + c * side, 30, 30);
        continue;
      }
      const shape = footprint(model.piece.kind);
      const lifted = Math.max(0, Cast.lifted(model));
      if (upright > 0.7) put(position.x, position.y, 2 * shape.x + 9 - Math.min(9, lifted / 3), 2 * shape.y + 9 - Math.min(9, lifted / 3));
      else if (position.z < 24) {
        // It lies: as long as it was high, along where its top points.
        const [tx, ty] = [2 * (x * z + w * y), 2 * (y * z - w * x)];
        turn.setFromAxisAngle(up, Math.atan2(ty, tx));
        put(position.x, position.y, 48, 2 * shape.y + 7);
      }
    }
    this.object.count = count;
    this.object.instanceMatrix.needsUpdate = true;
  }

  dispose(): void {
    this.object.geometry.dispose();
    this.object.material.dispose();
    this.object.dispose();
    this.texture.dispose();
  }
}
