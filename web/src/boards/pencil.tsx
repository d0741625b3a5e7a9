// Numbers as a pencil writes them: one stroke each, so that they can draw themselves.

const strokes: Record<string, string> = {
  '0': 'M20 6C8 6 5 20 5 31c0 13 4 24 15 24s15-11 15-24C35 18 31 6 20 6',
  '1': 'M11 16L22 6v49',
  '2': 'M7 17C8 8 16 5 21 5c9 0 13 7 12 14C32 28 17 40 6 54l29-1',
  '3': 'M7 10C13 4 32 3 32 16c0 9-10 12-16 12 10 0 19 4 18 14-1 13-20 16-28 7',
  '4': 'M26 5L5 39l32-1M27 22l-1 34',
  '5': 'M32 6L11 7 9 27c6-5 26-5 25 11-1 17-20 20-28 11',
  '6': 'M30 7C14 12 6 27 6 40c0 11 7 16 14 16 9 0 14-7 14-14 0-9-7-13-14-13S8 34 6 40',
  '7': 'M5 8l30-2C27 22 20 36 16 56',
  '8': 'M31 14C28 3 9 4 9 16c0 12 25 13 25 27 0 15-27 16-28 1C6 31 29 27 31 14',
  '9': 'M33 18C31 8 25 5 19 5 11 5 6 11 6 19c0 9 6 13 13 13 8 0 14-6 14-14 0 14-2 27-8 38',
};

/** A number centred on (0, 0), `height` high, for use inside an SVG. */
export function PencilNumber({ value, height }: { value: number; height: number }) {
  const digits = String(value).split('');
  const scale = height / 60;
  const step = 38;
  const left = -(digits.length * step) / 2;
  return (
    <g class="pencil" transform={`scale(${scale}) translate(${left - 1} -30.5)`} aria-hidden="true">
      {digits.map((digit, index) => (
        <path key={index} d={strokes[digit]} pathLength={1} transform={`translate(${index * step} 0)`} />
      ))}
    </g>
  );
}
