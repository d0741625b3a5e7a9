// The buildings of pictures.json, drawn by one hand: ink lines, flat paint, a ground line. A front stands in daylight; turned over, the same
// card shows the evening, so that front and back are told apart by light and dark and not by hue.

import { Drawing, type Parts } from 'shell/boards/drawing';
import pictures from './pictures.json';

const drawings: Record<string, Parts> = pictures;

export function Art({ name, evening }: { name: string; evening: boolean }) {
  return (
    <svg class={evening ? 'fc-art evening' : 'fc-art'} viewBox="0 0 60 54" preserveAspectRatio="xMidYMax meet" aria-hidden="true">
      <rect class="sky" x="-60" y="-90" width="180" height="150" />
      <Drawing parts={evening ? pictures.moon : pictures.sun} />
      <Drawing parts={drawings[name] ?? pictures.plain} />
      <path class="ground" d="M-60 48H120v14H-60z" />
    </svg>
  );
}
