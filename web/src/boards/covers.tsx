// Covers of our own drawing, all in one manner: flat paper shapes, one ink line, one accent a game. 320 × 200.

import type { ComponentChildren, JSX } from 'preact';

function Picture({ children }: { children: ComponentChildren }) {
  return (
    <svg class="cover-art" viewBox="0 0 320 200" aria-hidden="true" preserveAspectRatio="xMidYMid slice">
      <rect class="ground" width="320" height="200" />
      {children}
    </svg>
  );
}

const blocks = [0, 1, 2, 3, 4, 5, 6].flatMap((x) => [0, 1, 2, 3].map((y) => ({ x: 8 + x * 46, y: 8 + y * 48 })));

function RoyalFlip() {
  return (
    <Picture>
      {blocks.map(({ x, y }) => (
        <rect class="paper faint" x={x} y={y} width="38" height="40" rx="4" />
      ))}
      <path class="line thick red" d="M27 172V124H119V76H165" />
      <path class="lane" d="M27 172V124H119V76H165" />
      <path class="line thick" d="M211 28V76H257V124H303V172" />
      <path class="line thick hollow" d="M211 28V76H257V124H303V172" />
      <circle class="fill-red" cx="27" cy="172" r="14" />
      <circle class="fill-red" cx="119" cy="124" r="14" />
      <circle class="paper inked" cx="257" cy="76" r="14" />
      <circle class="paper inked" cx="303" cy="172" r="14" />
      <g transform="rotate(-13 130 196)">
        <rect class="paper inked" x="92" y="88" width="66" height="96" rx="8" />
        <path class="fill-ink" d="M125 108c-9 12-26 20-26 34a12 12 0 0 0 22 7c-1 8-4 12-8 16h24c-4-4-7-8-8-16a12 12 0 0 0 22-7c0-14-17-22-26-34z" />
      </g>
      <g transform="rotate(2 180 190)">
        <rect class="paper inked" x="150" y="78" width="66" height="96" rx="8" />
        <path class="fill-red" d="M183 160c-12-12-27-23-27-38a13.5 13.5 0 0 1 27-3 13.5 13.5 0 0 1 27 3c0 15-15 26-27 38z" />
      </g>
      <g transform="rotate(16 236 190)">
        <rect class="fill-accent inked" x="208" y="86" width="66" height="96" rx="8" />
        <path class="line pale" d="M241 98l24 36-24 36-24-36zM241 114l13 20-13 20-13-20z" />
      </g>
    </Picture>
  );
}

function FlipCity() {
  const house = (x: number, height: number, roof: string, tint: string) => (
    <g transform={`translate(${x} ${164 - height})`}>
      <rect class={`${tint} inked`} width="46" height={height} />
      <path class="fill-ink" d={roof} />
      <path class="windows" d={`M8 14h10v12H8zM28 14h10v12H28zM8 38h10v12H8zM28 38h10v12H28z${height > 80 ? 'M8 62h10v12H8zM28 62h10v12H28z' : ''}`} />
    </g>
  );
  return (
    <Picture>
      <circle class="fill-accent soft" cx="254" cy="54" r="30" />
      {house(14, 74, 'M-3 0L23 -22L49 0z', 'paper')}
      {house(66, 104, 'M-3 0H49V-8H-3z', 'fill-accent')}
      {house(118, 66, 'M-3 0L10 -16H36L49 0z', 'paper')}
      <g transform="translate(176 70)">
        <path class="paper inked" d="M0 0h34v94H0z" />
        <path class="fill-accent inked" d="M34 0l26-12v118l-26-12z" />
        <path class="line" d="M8 14h18M8 26h12M8 82h18" />
        <path class="line pale" d="M42 10v66M50 6v74" />
      </g>
      {house(256, 86, 'M-3 0L23 -26L49 0z', 'paper')}
      <path class="road" d="M0 164h320v36H0z" />
      <path class="lane" d="M6 183h308" />
      <path class="line" d="M148 44c14-22 44-26 62-8M210 36l2-14M210 36l-14 0" />
    </Picture>
  );
}

function Fliptown() {
  return (
    <Picture>
      <circle class="fill-accent" cx="236" cy="64" r="34" />
      <path class="paper inked" d="M-4 120l22-40h34l12 40zM92 124l18-58h62l22 58z" />
      <path class="faintline" d="M26 92h20M22 104h30M114 82h52M108 98h66" />
      <path class="sand" d="M0 118c60-8 120 6 180 2s100-6 140 0v80H0z" />
      <g transform="translate(186 84)">
        <path class="paper inked" d="M0 26h104v56H0z" />
        <path class="fill-ink" d="M-6 18h116v10H-6z" />
        <path class="paper inked" d="M16 -8h72v26H16z" />
        <path class="line" d="M28 6h48M36 46v36M68 46v36M36 46h32M52 46v36" />
        <path class="windows" d="M10 40h14v18H10zM80 40h14v18H80z" />
      </g>
      <path class="line" d="M-6 178L150 128M-6 196L172 132M8 168l10 20M40 158l10 20M72 148l10 18M102 139l9 16M128 131l8 13" />
      <path class="fill-ink" d="M150 190v-34c0-5 8-5 8 0v12h6v-16c0-5 8-5 8 0v18c0 4-3 6-6 6h-8v14z" />
    </Picture>
  );
}

const pixels = (x: number, y: number, rows: string[]) => {
  let path = '';
  rows.forEach((row, j) => [...row].forEach((c, i) => c !== '.' && (path += `M${x + i * 8} ${y + j * 8}h7v7h-7z`)));
  return path;
};

function InsertCoin() {
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

function FlickEmUp() {
  return (
    <Picture>
      <path class="wood" d="M0 0h320v200H0z" />
      <path class="grain" d="M0 34c80-8 160 10 320-2M0 82c100 10 200-12 320 2M0 132c120-12 200 8 320-4M0 176c90 8 220-10 320 2" />
      <g transform="translate(34 40)">
        <path class="fill-ink" d="M20 96V30c0-11 18-11 18 0v18h10V32c0-9 14-9 14 0v22c0 6-4 10-10 10H38v32z" />
        <path class="fill-ink" d="M20 76H10C4 76 0 72 0 66V50c0-9 14-9 14 0v12h6z" />
        <ellipse class="fill-accent inked" cx="29" cy="98" rx="30" ry="9" />
      </g>
      <g transform="translate(206 34)">
        <path class="paper inked" d="M18 120c0-34 8-52 28-52s28 18 28 52z" />
        <circle class="paper inked" cx="46" cy="54" r="20" />
        <path class="fill-ink" d="M0 44c14 6 76 6 92 0-4-10-16-8-20-10-2-22-10-30-26-30S22 12 20 34c-4 2-16 0-20 10z" />
        <path class="fill-red" d="M26 74c10 8 30 8 40 0l-8 20-12-8-12 8z" />
        <ellipse class="fill-accent inked" cx="46" cy="122" rx="38" ry="11" />
      </g>
      <ellipse class="shadow" cx="138" cy="166" rx="24" ry="9" />
      <ellipse class="fill-red inked" cx="136" cy="158" rx="24" ry="9" />
      <ellipse class="fill-red inked" cx="136" cy="152" rx="24" ry="9" />
      <path class="lane" d="M164 146l40-14M86 172l24-8" />
    </Picture>
  );
}

export function PlainCover() {
  return (
    <Picture>
      <g transform="rotate(-10 130 110)">
        <rect class="paper inked" x="92" y="44" width="78" height="114" rx="9" />
        <path class="line" d="M108 66h46M108 84h30M108 134h46" />
      </g>
      <g transform="rotate(9 200 110)">
        <rect class="fill-accent inked" x="158" y="44" width="78" height="114" rx="9" />
        <path class="line pale" d="M197 60l26 41-26 41-26-41z" />
      </g>
    </Picture>
  );
}

export const covers: Record<string, () => JSX.Element> = {
  royalflip: RoyalFlip,
  flipcity: FlipCity,
  fliptown: Fliptown,
  insertcoin: InsertCoin,
  flickemup: FlickEmUp,
};
