// The cover of our own drawing.

import { Picture } from 'shell/boards/picture';

const pixels = (x: number, y: number, rows: string[]) => {
  let path = '';
  rows.forEach((row, j) => [...row].forEach((c, i) => c !== '.' && (path += `M${x + i * 8} ${y + j * 8}h7v7h-7z`)));
  return path;
};

export function Cover() {
  const cabinet = (x: number, y: number, rows: string[], tint: string) => (
    <g transform={`translate(${x} ${y})`}>
      <path class={`${tint} inked`} d="M0 14L8 0h68l8 14v132H0z" />
      <path class="screen" d="M10 24h64v62H10z" />
      <path class="glow" d={pixels(14, 30, rows)} />
      <path class="paper inked" d="M4 96h76l4 18H0z" />
      <circle class="fill-ink" cx="24" cy="104" r="5" />
      <circle class="fill-red" cx="54" cy="105" r="4" />
      <circle class="fill-red" cx="66" cy="105" r="4" />
      <path class="line" d="M36 124h12M42 120v8" />
    </g>
  );
  return (
    <Picture>
      <path class="road" d="M0 172h320v28H0z" />
      {cabinet(18, 34, ['.##..##', '#######', '#######', '.#####.', '..###..', '...#...'], 'paper')}
      {cabinet(118, 24, ['..#....', '..##...', '...##..', '##...##', '.######', '#######'], 'fill-accent')}
      {cabinet(218, 34, ['.#...#.', '..###..', '.#####.', '##.#.##', '#######', '.#...#.'], 'paper')}
      <circle class="coin inked" cx="160" cy="182" r="13" />
      <path class="line" d="M160 175v14" />
    </Picture>
  );
}
