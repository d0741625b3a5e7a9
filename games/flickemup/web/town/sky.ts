// The light: a low warm sun over a quiet room by day; by night a last blue glow from the window and the town's own lamps.

import { AmbientLight, DirectionalLight, Group, HemisphereLight, PointLight } from 'three';

export class Sky {
  readonly object = new Group();
  readonly sun: DirectionalLight;

  constructor(night: boolean, width: number, height: number, shadow: number) {
    this.sun = night ? new DirectionalLight('#9db4e6', 1.25) : new DirectionalLight('#ffdca6', 3.5);
    this.object.add(this.sun, this.sun.target);
    this.object.add(night ? new HemisphereLight('#6a719c', '#4a3626', 1.15) : new HemisphereLight('#fff6e6', '#b89470', 1.6));
    if (night) {
      this.object.add(new AmbientLight('#ffcf96', 0.3));
      for (const x of [0.22, 0.78]) {
        const lamp = new PointLight('#ffb765', 30000, 1100, 1.7);
        lamp.position.set(width * x, height / 2, 250);
        this.object.add(lamp);
      }
    }
    this.sun.castShadow = true;
    this.sun.shadow.autoUpdate = false;
    this.sun.shadow.radius = 3.2;
    this.sun.shadow.bias = -0.0006;
    this.sun.shadow.normalBias = 0.6;
    this.sun.shadow.intensity = night ? 0.75 : 0.9;
    this.cover(width, height);
    this.sharpness(shadow);
  }

  /** The shadow's frame is as large as the table. */
  cover(width: number, height: number): void {
    const half = Math.hypot(width, height) / 2 + 30;
    this.sun.target.position.set(width / 2, height / 2, 0);
    this.sun.position.set(width / 2 - half * 0.95, height / 2 - half * 0.85, half * 1.0);
    const { camera } = this.sun.shadow;
    [camera.left, camera.right, camera.top, camera.bottom, camera.near, camera.far] = [-half, half, half * 0.75, -half * 0.75, 10, half * 3.4];
    camera.updateProjectionMatrix();
    this.sun.target.updateMatrixWorld();
    this.change();
  }

  sharpness(size: number): void {
    const { shadow } = this.sun;
    shadow.mapSize.set(size, size);
    shadow.map?.dispose();
    shadow.map = null;
    this.change();
  }

  change(): void {
    this.sun.shadow.needsUpdate = true;
  }

  dispose(): void {
    this.sun.shadow.map?.dispose();
    this.sun.dispose();
  }
}
