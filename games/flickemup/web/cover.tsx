// The cover of our own drawing.

import { Picture } from 'shell/boards/picture';

export function Cover() {
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
