// The cover of our own drawing.

import { Picture } from 'shell/boards/picture';

export function Cover() {
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
