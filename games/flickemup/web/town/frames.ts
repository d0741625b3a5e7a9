// Draws when something has changed and never else: a table nobody touches costs nothing. While something moves it measures how
// long a picture takes and draws coarser where that is too long; when all has come to rest one picture is drawn sharp again.

export interface Drawing {
  /** Draws one picture at that many pixels a CSS pixel. */
  draw(ratio: number): void;
  /** Pictures are slow: what else can be made cheaper? */
  easier(): void;
}

/** A thing that moves: false when it is done. */
export type Motion = (now: number) => boolean;

const slow = 40; // ms a picture, over which it is drawn coarser
const quick = 13; // ms a picture, under which it is drawn finer again
const measured = { fine: 8, plain: 4 }; // pictures: a processor that is too slow is not watched for long
const coarsest = { fine: 0.5, plain: 0.3 };
let usual = 0.75; // what a processor begins with while something moves; later what it came to

export class Frames {
  private motions = new Set<Motion>();
  private asked = 0;
  private rest: ReturnType<typeof setTimeout> | undefined;
  private last = 0;
  private moving = false; // when the last picture was drawn
  private times: number[] = [];
  private sharp: number;
  private ratio: number;

  /** `fixed`: as sharp as it is, however long it takes. `fine`: there is a graphics card; without one the moving picture begins coarse. */
  constructor(
    private drawing: Drawing,
    private fixed: boolean,
    private fine: boolean,
  ) {
    this.sharp = Math.min(2, window.devicePixelRatio || 1);
    this.ratio = fixed || fine ? this.sharp : usual * this.sharp;
  }

  change(): void {
    if (!this.asked) this.asked = requestAnimationFrame((now) => this.frame(now));
  }

  add(motion: Motion): void {
    this.motions.add(motion);
    this.change();
  }

  drop(motion: Motion): void {
    this.motions.delete(motion);
  }

  private frame(now: number): void {
    this.asked = 0;
    for (const motion of [...this.motions]) if (!motion(now)) this.motions.delete(motion);
    clearTimeout(this.rest);
    this.measure(now);
    this.drawing.draw(this.ratio);
    if (this.motions.size) this.change();
    else if (this.ratio < this.sharp) this.rest = setTimeout(() => this.drawing.draw(this.sharp), this.fine ? 160 : 500);
  }

  private measure(now: number): void {
    if (this.fixed) return;
    const took = now - this.last;
    const rested = took > 1000 && !this.moving; // nothing moved meanwhile: that was no work
    this.last = now;
    this.moving = this.motions.size > 0;
    if (rested) {
      this.times = [];
      return;
    }
    this.times.push(took);
    const means = this.fine ? 'fine' : 'plain';
    if (this.times.length < measured[means]) return;
    const middle = this.times.sort((a, b) => a - b)[measured[means] >> 1];
    this.times = [];
    if (middle < quick) this.ratio = Math.min(this.sharp, this.ratio * 1.15);
    if (middle >= slow && this.ratio > coarsest[means]) {
      this.ratio = Math.max(coarsest[means], this.ratio * (middle > 2 * slow ? 0.6 : 0.8));
      this.drawing.easier();
    }
    if (!this.fine) usual = this.ratio / this.sharp;
  }

  stop(): void {
    cancelAnimationFrame(this.asked);
    clearTimeout(this.rest);
    this.asked = 0;
    this.motions.clear();
  }
}
