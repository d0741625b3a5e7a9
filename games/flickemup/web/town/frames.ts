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

const slow = 30; // ms a picture, over which it is drawn coarser
const rare = 5; // where a processor draws, moving shadows come with every so many pictures
const quick = 13; // ms a picture, under which it is drawn finer again
const measured = 8; // pictures
const coarsest = 0.35;
const usual = 0.6; // what a processor begins with while something moves

export class Frames {
  private motions = new Set<Motion>();
  private asked = 0;
  private rest: ReturnType<typeof setTimeout> | undefined;
  private last = 0;
  private times: number[] = [];
  private sharp: number;
  private ratio: number;
  private late: { change(): void } | null = null;
  private since = 0;

  /** `fixed`: as sharp as it is, however long it takes. `fine`: there is a graphics card; without one the moving picture begins coarse. */
  constructor(
    private drawing: Drawing,
    private fixed: boolean,
    private fine: boolean,
  ) {
    this.sharp = Math.min(2, window.devicePixelRatio || 1);
    this.ratio = fixed || fine ? this.sharp : usual * this.sharp;
  }

  /** Shadows have to be drawn anew: with the next picture, or where they are dear, with some of them and with the last. */
  shadow(sun: { change(): void }): void {
    if (this.fine || this.fixed) sun.change();
    else this.late = sun;
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
    if (this.late && (!this.motions.size || ++this.since >= rare)) this.shadowed();
    this.drawing.draw(this.ratio);
    if (this.motions.size) this.change();
    else if (this.ratio < this.sharp) this.rest = setTimeout(() => this.drawing.draw(this.sharp), 160);
  }

  private shadowed(): void {
    this.late?.change();
    this.late = null;
    this.since = 0;
  }

  private measure(now: number): void {
    if (this.fixed) return;
    const took = now - this.last;
    this.last = now;
    if (took > 1000) {
      this.times = [];
      return;
    }
    this.times.push(took);
    if (this.times.length < measured) return;
    const middle = this.times.sort((a, b) => a - b)[measured >> 1];
    this.times = [];
    if (middle < quick) this.ratio = Math.min(this.sharp, this.ratio * 1.15);
    if (middle < slow || this.ratio <= coarsest) return;
    this.ratio = Math.max(coarsest, this.ratio * (middle > 2 * slow ? 0.6 : 0.8));
    this.drawing.easier();
  }

  stop(): void {
    cancelAnimationFrame(this.asked);
    clearTimeout(this.rest);
    this.asked = 0;
    this.motions.clear();
  }
}
