// The cover of our own drawing.

import { Picture } from 'shell/boards/picture';

export function Cover() {
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
