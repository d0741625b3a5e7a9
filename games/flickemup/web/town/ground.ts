// The table in its quiet room: a top of planks with a burnt border, an apron, legs, their shadow on the floor; the exits at the
// table's edge and the tokens that lie in the open.

import { type BufferGeometry, CylinderGeometry, Group, Mesh, MeshBasicMaterial, PlaneGeometry, type Texture } from 'three';
import type { Town } from '../stage';
import { type Cell, printed, together } from './atlas';
import { canvasOf, chances, grainTile, textureOf } from './grain';
import { Kit } from './kit';
import { fivePoint, lettering } from './paint';
import type { Varnish, Workshop } from './workshop';

const thick = 22;
const high = 420;

/** The painted table top. */
function topPicture(width: number, height: number, pixels: number): HTMLCanvasElement {
  const scale = pixels / Math.max(width, height);
  const [canvas, brush] = canvasOf(Math.round(width * scale), Math.round(height * scale));
  const grain = grainTile(512, 0.34, 41);
  const chance = chances(77);
  brush.scale(scale, scale);
  const rows = Math.max(3, Math.round(height / 86));
  const each = height / rows;
  for (let row = 0; row < rows; row++) {
    let x = -chance() * 300;
    while (x < width) {
      const long = 360 + chance() * 320;
      brush.save();
      brush.beginPath();
      brush.rect(x, row * each, long, each);
      brush.clip();
      const tone = chance();
      brush.fillStyle = `hsl(${31 + tone * 4} ${52 + chance() * 8}% ${66 + tone * 7}%)`;
      brush.fillRect(x, row * each, long, each);
      brush.globalCompositeOperation = 'multiply';
      const shift = chance() * 400;
      const [drop, tall] = [row * each - 40 * chance(), each * (1.3 + chance() * 0.7)];
      for (let at = x - shift; at < x + long; at += 520) brush.drawImage(grain, at, drop, 520, tall);
      brush.restore();
      brush.fillStyle = 'rgb(50 25 8 / 55%)';
      brush.fillRect(x - 0.5, row * each, 1, each);
      x += long;
    }
    brush.fillStyle = 'rgb(50 25 8 / 60%)';
    brush.fillRect(0, row * each - 0.5, width, 1);
    brush.fillStyle = 'rgb(255 235 200 / 18%)';
    brush.fillRect(0, row * each + 0.5, width, 0.7);
  }
  burn(brush, width, height, chance);
  return canvas;
}

/** What somebody burnt into the wood: a border, wheel tracks along the street, a wind rose. */
function burn(brush: CanvasRenderingContext2D, width: number, height: number, chance: () => number): void {
  brush.strokeStyle = 'rgb(64 30 8 / 62%)';
  brush.lineWidth = 1.4;
  brush.strokeRect(9, 9, width - 18, height - 18);
  brush.lineWidth = 0.7;
  brush.strokeRect(12.5, 12.5, width - 25, height - 25);
  brush.strokeStyle = 'rgb(64 30 8 / 13%)';
  for (const y of [height / 2 - 34, height / 2 - 22, height / 2 + 22, height / 2 + 34]) {
    brush.lineWidth = 3.2;
    brush.beginPath();
    brush.moveTo(14, y);
    for (let x = 14; x <= width - 14; x += 40) brush.lineTo(x, y + Math.sin(x / 130 + y) * 5);
    brush.stroke();
  }
  brush.fillStyle = 'rgb(64 30 8 / 15%)';
  for (let x = 40; x < width - 40; x += 17) {
    const y = height / 2 + Math.sin(x / 90) * 7 + (Math.round(x / 17) % 2 ? 5 : -5);
    brush.beginPath();
    brush.ellipse(x + chance() * 3, y, 2.6, 2.1, 0, 0.6, 5.7);
    brush.lineWidth = 1.1;
    brush.strokeStyle = 'rgb(64 30 8 / 22%)';
    brush.stroke();
  }
}

function shadowPicture(): HTMLCanvasElement {
  const [canvas, brush] = canvasOf(256, 256);
  const soft = brush.createRadialGradient(128, 128, 20, 128, 128, 128);
  soft.addColorStop(0, 'rgb(0 0 0 / 100%)');
  soft.addColorStop(0.55, 'rgb(0 0 0 / 45%)');
  soft.addColorStop(1, 'rgb(0 0 0 / 0%)');
  brush.fillStyle = soft;
  brush.fillRect(0, 0, 256, 256);
  return canvas;
}

const tokenLooks: Record<string, { ground: string; rim: string; paint(brush: CanvasRenderingContext2D): void }> = {
  gold: { ground: '#f0c64e', rim: '#8a6310', paint: (brush) => lettering(brush, '$', 10, 10, 9, 14, '#6b4a08') },
  colt: { ground: '#e8dcc0', rim: '#5b4631', paint: (brush) => gun(brush, 9) },
  winchester: { ground: '#d9c7a0', rim: '#5b4631', paint: (brush) => gun(brush, 15) },
  clean_water: { ground: '#cfe6f2', rim: '#2f6a8f', paint: (brush) => drop(brush, '#3a88bd') },
  poisoned_water: { ground: '#d5e3b4', rim: '#44581c', paint: (brush) => (drop(brush, '#5f7d22'), skull(brush)) },
  dynamite: { ground: '#f3e0c4', rim: '#9b2c1d', paint: (brush) => sticks(brush) },
  document: { ground: '#e4d3ab', rim: '#6b5126', paint: (brush) => deed(brush) },
  hostage: { ground: '#efd9c8', rim: '#7a4a5b', paint: (brush) => person(brush) },
};

function gun(brush: CanvasRenderingContext2D, long: number): void {
  brush.fillStyle = '#34302c';
  brush.fillRect(10 - long / 2, 7.6, long, 2.4);
  brush.fillStyle = '#8a5a2f';
  brush.beginPath();
  brush.moveTo(10 - long / 2, 8);
  brush.lineTo(10 - long / 2 + 3.4, 9.6);
  brush.lineTo(10 - long / 2 + 2, 14);
  brush.lineTo(10 - long / 2 - 1.2, 14);
  brush.fill();
}
function drop(brush: CanvasRenderingContext2D, colour: string): void {
  brush.fillStyle = colour;
  brush.beginPath();
  brush.moveTo(10, 3.6);
  brush.bezierCurveTo(14, 9, 15, 11, 15, 12.4);
  brush.arc(10, 12.2, 5, 0, Math.PI);
  brush.bezierCurveTo(5, 11, 6, 9, 10, 3.6);
  brush.fill();
}
function skull(brush: CanvasRenderingContext2D): void {
  brush.fillStyle = '#fbf8ea';
  brush.beginPath();
  brush.arc(10, 11.4, 3, 0, 7);
  brush.fill();
  brush.fillRect(8.6, 13.4, 2.8, 2);
  brush.fillStyle = '#2b3312';
  for (const x of [8.9, 11.1]) {
    brush.beginPath();
    brush.arc(x, 11.4, 0.75, 0, 7);
    brush.fill();
  }
}
function sticks(brush: CanvasRenderingContext2D): void {
  for (const x of [6.2, 9, 11.8]) {
    brush.fillStyle = '#bb3528';
    brush.fillRect(x, 6.4, 2.3, 9);
  }
  brush.fillStyle = '#3a2c22';
  brush.fillRect(5.8, 10, 8.7, 1.3);
  brush.strokeStyle = '#3a2c22';
  brush.lineWidth = 0.6;
  brush.beginPath();
  brush.moveTo(10.2, 6.4);
  brush.quadraticCurveTo(10.6, 3.6, 13.4, 4);
  brush.stroke();
}
function deed(brush: CanvasRenderingContext2D): void {
  brush.fillStyle = '#fffaf0';
  brush.fillRect(5.4, 4.4, 9.2, 11.4);
  brush.fillStyle = '#5d5547';
  for (let y = 6.4; y < 12; y += 1.7) brush.fillRect(6.8, y, 6.4, 0.6);
  fivePoint(brush, 12, 13.6, 1.6, '#b3261e', '#7d150e');
}
function person(brush: CanvasRenderingContext2D): void {
  brush.fillStyle = '#7a4a5b';
  brush.beginPath();
  brush.arc(10, 7.4, 2.9, 0, 7);
  brush.fill();
  brush.beginPath();
  brush.roundRect(5.6, 10.8, 8.8, 6, 3);
  brush.fill();
  brush.fillStyle = '#d8bd86';
  for (const y of [12, 14]) brush.fillRect(5.2, y, 9.6, 0.9);
}

export class Ground {
  readonly object = new Group();
  private top: Mesh;
  private things: BufferGeometry[] = [];
  private textures: Texture[] = [];
  private materials: (Varnish | MeshBasicMaterial)[] = [];
  private shown = '';
  private lying = new Group();

  constructor(
    private workshop: Workshop,
    private width: number,
    private height: number,
  ) {
    const map = textureOf(topPicture(width, height, workshop.sharp ? 2048 : 1024), false, workshop.sharp);
    const plane = new PlaneGeometry(width - 1, height - 1, 12, 8); // light may be worked out at its corners
    const varnish = workshop.varnish({ map }, 0.55);
    this.top = new Mesh(plane, varnish);
    this.top.position.set(width / 2, height / 2, 0);
    this.top.receiveShadow = true;
    const frame = new Kit();
    const edge = '#c08d55';
    frame.board(width, height, thick, edge, { at: [width / 2, height / 2, -thick / 2 - 0.7], grain: 'x' }, 1.6);
    const [w, h] = [width / 2 - 34, height / 2 - 34];
    for (const side of [-1, 1]) {
      frame.board(2 * w, 16, 62, '#a87745', { at: [width / 2, height / 2 + side * h, -thick - 31], grain: 'x' }, 1.5);
      frame.board(16, 2 * h, 62, '#a87745', { at: [width / 2 + side * w, height / 2, -thick - 31], grain: 'y' }, 1.5);
      for (const other of [-1, 1]) {
        const leg = new CylinderGeometry(24, 15, high - thick, 16).rotateX(Math.PI / 2);
        frame.add(leg, '#9c6c3c', { at: [width / 2 + side * (w - 14), height / 2 + other * (h - 14), -thick - (high - thick) / 2] });
      }
    }
    const body = frame.glue();
    const wooden = new Mesh(body, workshop.wood);
    // What covers the most is drawn last, so that nothing is painted twice.
    this.top.renderOrder = 1;
    wooden.renderOrder = 2;
    wooden.receiveShadow = true;
    // The floor: only the shadow is seen, the room is the page's paper.
    const shade = textureOf(shadowPicture(), false, workshop.sharp);
    const floor = new PlaneGeometry(width * 2.1, height * 2.3);
    const dim = new MeshBasicMaterial({ map: shade, transparent: true, opacity: workshop.night ? 0.55 : 0.26, depthWrite: false, color: '#000000' });
    const below = new Mesh(floor, dim);
    below.position.set(width / 2 + 60, height / 2 - 20, -high);
    below.renderOrder = -1;
    this.object.add(below, wooden, this.top, this.lying);
    this.things.push(plane, body, floor);
    this.textures.push(map, shade);
    this.materials.push(varnish, dim);
  }

  fits(town: Town): boolean {
    return town.width === this.width && town.height === this.height;
  }

  /** Tokens and exits. True if something changed. */
  show(town: Town): boolean {
    const now = JSON.stringify([town.exits, town.ground]);
    if (now === this.shown) return false;
    this.shown = now;
    for (const node of [...this.lying.children]) {
      this.lying.remove(node);
      (node as Mesh).geometry.dispose();
    }
    const prints: BufferGeometry[] = [];
    const wood = new Kit();
    for (const { token, x, y } of town.ground) {
      wood.turned(
        [
          [0, 0],
          [7.4, 0],
          [7.8, 0.4],
          [7.8, 2],
          [7.4, 2.4],
          [0, 2.4],
        ],
        tokenLooks[token]?.rim ?? '#5b4631',
        { at: [x, y, 0] },
        28,
      );
      const disc = new CylinderGeometry(7, 7, 0.2, 28, 1).rotateX(Math.PI / 2);
      disc.translate(x, y, 2.4);
      flatUv(disc, x, y, 14);
      prints.push(printed(disc, this.tokenCell(token)));
    }
    for (const exit of town.exits) prints.push(this.exit(exit));
    if (town.ground.length) this.lying.add(new Mesh(wood.glue(), this.workshop.wood));
    if (prints.length) this.lying.add(new Mesh(together(prints), this.workshop.print));
    for (const node of this.lying.children) {
      node.castShadow = node === this.lying.children[0] && town.ground.length > 0;
      node.receiveShadow = true;
    }
    return true;
  }

  private tokenCell(token: string): Cell {
    return this.workshop.atlas.cell(`token ${token}`, 20, 20, 6, (brush) => {
      const look = tokenLooks[token];
      brush.fillStyle = look?.ground ?? '#e8dcc0';
      brush.fillRect(0, 0, 20, 20);
      if (look) look.paint(brush);
      else lettering(brush, token.slice(0, 2).toUpperCase(), 10, 10, 12, 9, '#3b2a1a');
    });
  }

  /** A painted strip with chevrons that point outward, and the exit's name. */
  private exit({ name, edge, from, to }: Town['exits'][number]): BufferGeometry {
    const long = to - from;
    const deep = 26;
    const cell = this.workshop.atlas.cell(`exit ${name} ${long}`, long, deep, Math.min(4, 900 / long), (brush) => {
      brush.fillStyle = '#f3e6c4';
      brush.fillRect(0, 0, long, deep);
      brush.fillStyle = '#2f5b34';
      brush.fillRect(0, deep - 3, long, 3);
      brush.fillRect(0, 0, long, 1.2);
      for (let x = 12; x < long - 8; x += 18) {
        if (Math.abs(x + 2 - long / 2) < 34) continue;
        brush.beginPath();
        brush.moveTo(x - 6, 6);
        brush.lineTo(x, 12);
        brush.lineTo(x + 6, 6);
        brush.lineTo(x + 6, 11);
        brush.lineTo(x, 17);
        brush.lineTo(x - 6, 11);
        brush.fill();
      }
      lettering(brush, `EXIT ${name}`, long / 2, 11.5, 54, 12, '#25211b');
    });
    const strip = new PlaneGeometry(long, deep);
    const turn = { bottom: 0, right: Math.PI / 2, top: Math.PI, left: -Math.PI / 2 }[edge];
    strip.rotateZ(turn);
    const middle = (from + to) / 2;
    const [x, y] = {
      bottom: [middle, deep / 2 + 2],
      top: [middle, this.height - deep / 2 - 2],
      left: [deep / 2 + 2, middle],
      right: [this.width - deep / 2 - 2, middle],
    }[edge];
    strip.translate(x, y, 0.12);
    return printed(strip, cell);
  }

  dispose(): void {
    for (const node of this.lying.children) (node as Mesh).geometry.dispose();
    for (const thing of [...this.things, ...this.textures, ...this.materials]) thing.dispose();
  }
}

function flatUv(geometry: BufferGeometry, x: number, y: number, wide: number): void {
  const at = geometry.getAttribute('position');
  const uv = geometry.getAttribute('uv');
  for (let i = 0; i < at.count; i++) uv.setXY(i, 0.5 + (at.getX(i) - x) / wide, 0.5 + (at.getY(i) - y) / wide);
}
