// The twelve buildings, drawn by one hand: ink lines, flat paint, a ground line. A front stands in daylight; turned over, the same
// card shows the evening, so that front and back are told apart by light and dark and not by hue.

import type { JSX } from 'preact';

interface Grid {
  x: number;
  y: number;
  columns: number;
  rows: number;
  dx: number;
  dy: number;
  width?: number;
  height?: number;
  dark?: number[];
}

/** Rows of windows; those counted in `dark` are not lit. */
function Windows({ x, y, columns, rows, dx, dy, width = 3.4, height = 3.8, dark = [] }: Grid) {
  return (
    <>
      {Array.from({ length: columns * rows }, (_, index) => (
        <rect
          key={index}
          class={dark.includes(index) ? 'dark' : 'glass'}
          x={x + (index % columns) * dx}
          y={y + Math.floor(index / columns) * dy}
          width={width}
          height={height}
        />
      ))}
    </>
  );
}

function Tree({ x, y = 48, size = 1 }: { x: number; y?: number; size?: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${size})`}>
      <path d="M0 0v-7" />
      <path class="leaf" d="M0-5c-5 0-6-4-4.4-7C-6-17-1-20 1-17c4-1 6 4 4 6.500C6-7 3-5 0-5z" />
    </g>
  );
}

const drawings: Record<string, () => JSX.Element> = {
  residential_area: () => (
    <>
      <rect class="wall" x="6" y="33" width="20" height="15" />
      <path class="roof" d="M3 34l13-12 13 12z" />
      <path class="stone" d="M20.5 26v-5h3.500v8z" />
      <rect class="door" x="9" y="39" width="5" height="9" />
      <rect class="glass" x="17.5" y="38" width="5" height="5" />
      <rect class="brick" x="35" y="36" width="17" height="12" />
      <path class="roof" d="M32 37l11.5-10L55 37z" />
      <rect class="door" x="45" y="40" width="4" height="8" />
      <rect class="glass" x="38" y="40" width="4" height="4" />
      <Tree x={30.5} size={0.72} />
    </>
  ),
  apartment: () => (
    <>
      <rect class="brick" x="13" y="14" width="21" height="34" />
      <rect class="stone" x="11" y="11.5" width="25" height="3" />
      <Windows x={16} y={18} columns={3} rows={4} dx={5.6} dy={6} dark={[1, 5, 9]} />
      <rect class="door" x="21" y="43" width="5" height="5" />
      <rect class="wall" x="34" y="25" width="16" height="23" />
      <rect class="stone" x="33" y="23" width="18" height="2.5" />
      <Windows x={37} y={29} columns={2} rows={3} dx={6.6} dy={6} dark={[2]} />
      <path d="M18 11.500V6m0 2h5" />
    </>
  ),
  convenience_store: () => (
    <>
      <rect class="wall" x="9" y="25" width="42" height="23" />
      <rect class="stone" x="7" y="18" width="46" height="7" />
      <path d="M14 21.500h18" />
      <circle class="coin" cx="45" cy="21.5" r="2.2" />
      <path class="roof" d="M8 25h44l2 7H6z" />
      <path class="paper" d="M16.8 25h8.800l-.4 7h-9.600zM34.4 25h8.800l1.2 7h-9.600z" />
      <rect class="glass" x="12" y="35" width="19" height="9" />
      <path d="M21.5 35v9" />
      <rect class="door" x="36" y="35" width="8" height="13" />
      <path d="M42 41.500v1.5" />
    </>
  ),
  shopping_mall: () => (
    <>
      <rect class="stone" x="4" y="26" width="52" height="22" />
      <path class="wall" d="M17 48V24c0-9 26-9 26 0v24z" />
      <path class="glass" d="M21 48V27c0-6 18-6 18 0v21z" />
      <path d="M30 22.500V48M21 33h18M21 40h18" />
      <Windows x={6.5} y={31} columns={2} rows={2} dx={5} dy={7} />
      <Windows x={46} y={31} columns={2} rows={2} dx={5} dy={7} />
      <path class="roof" d="M26 8h8l1.5 8h-11z" />
      <path d="M27.5 8c0-4 5-4 5 0" />
    </>
  ),
  hospital: () => (
    <>
      <rect class="wall" x="5" y="29" width="50" height="19" />
      <rect class="paper" x="19" y="17" width="22" height="31" />
      <path class="roof" d="M28 20h4v3.500h3.500v4H32V31h-4v-3.500h-3.500v-4H28z" />
      <Windows x={8} y={33} columns={2} rows={2} dx={5.4} dy={6.5} />
      <Windows x={43.5} y={33} columns={2} rows={2} dx={5.4} dy={6.5} />
      <rect class="door" x="26" y="39" width="8" height="9" />
      <path d="M30 39v9" />
      <path class="stone" d="M22 39.500v-3h16v3z" />
    </>
  ),
  church: () => (
    <>
      <path class="wall" d="M25 48V33l14-8 14 8v15z" />
      <path class="roof" d="M22.5 34.500L39 23l16.5 11.5-2 1.500L39 26.5 24.5 36z" />
      <rect class="stone" x="11" y="24" width="14" height="24" />
      <path class="roof" d="M9.5 24L18 9l8.5 15z" />
      <path d="M18 9V3m-2.5 2h5" />
      <circle class="glass" cx="39" cy="35" r="3.2" />
      <path class="door" d="M36 48v-5c0-3.6 6-3.6 6 0v5z" />
      <path class="glass" d="M16 33v-2c0-2.6 4-2.6 4 0v4h-4z" />
      <Tree x={5.5} size={0.6} />
    </>
  ),
  factory: () => (
    <>
      <path class="cloud" d="M12 12c-3 0-3-4 0-4 0-4 6-4 6-1 3-2 6 2 3 4 2 2-1 4-3 3-2 1-5 0-6-2z" />
      <path class="brick" d="M9 48l1.5-32h5L17 48z" />
      <path d="M10.3 20h5.4" />
      <path class="stone" d="M17 48V33l12-8v8l12-8v8l12-8v23z" />
      <path class="glass" d="M22 38h7v5h-7zM34 38h7v5h-7z" />
      <rect class="door" x="45" y="38" width="6" height="10" />
      <path d="M25.5 38v5m12-5v5" />
    </>
  ),
  power_plant: () => (
    <>
      <path class="cloud" d="M13 15c-4-1-3-6 1-5 1-5 8-4 8 0 4-1 5 4 1 5z" />
      <path class="cloud" d="M36 19c-3-1-2-5 1-4 1-4 6-3 6 0 3-1 4 3 1 4z" />
      <path class="stone" d="M7 48c5-9 5-20 4-31h14c-1 11-1 22 4 31z" />
      <path class="stone" d="M31 48c4-8 4-18 3-27h11c-1 9-1 19 4 27z" />
      <path d="M11 17c4 2 10 2 14 0M34 21c3 1.5 8 1.5 11 0" />
      <path class="coin" d="M20 26l-6 9h4l-2 7 7-9h-4.500z" />
      <rect class="wall" x="46" y="37" width="10" height="11" />
      <rect class="glass" x="49" y="40" width="4" height="4" />
    </>
  ),
  central_park: () => (
    <>
      <path class="hill" d="M2 48c8-12 20-12 30-6 8-6 18-4 26 6z" />
      <path class="water" d="M26 46c2-4 18-4 22 0-4 3-18 3-22 0z" />
      <Tree x={12} y={42} size={1.15} />
      <Tree x={24} y={40} size={0.85} />
      <Tree x={49} y={41} size={1} />
      <path d="M32 41.500h9M33 41.500v3m7-3v3M32 38.500h9" />
      <path d="M35 14q2-2.5 4 0 2-2.5 4 0" />
    </>
  ),
  station: () => (
    <>
      <path class="wall" d="M5 45V28C5 8 55 8 55 28v17z" />
      <path class="glass" d="M11 45V30c0-14 38-14 38 0v15z" />
      <path d="M30 19.500V45M20 22v23M40 22v23M11 32h38" />
      <circle class="paper" cx="30" cy="14" r="5" />
      <path d="M30 11v3l2 1.5" />
      <path class="roof" d="M22 46V35.500c0-3 16-3 16 0V46z" />
      <path class="paper" d="M25 36h10v4H25z" />
      <circle class="coin" cx="25.5" cy="43" r="1.2" />
      <circle class="coin" cx="34.5" cy="43" r="1.2" />
    </>
  ),
  office: () => (
    <>
      <rect class="stone" x="17" y="11" width="24" height="37" />
      <Windows x={20} y={15} columns={4} rows={4} dx={4.8} dy={6.4} width={3.6} height={4.2} />
      <rect class="door" x="25.5" y="41.5" width="7" height="6.5" />
      <rect class="wall" x="41" y="31" width="11" height="17" />
      <Windows x={43.5} y={34.5} columns={2} rows={2} dx={4} dy={5.5} width={2.6} />
      <path d="M29 11V5m-3 3h6" />
      <Tree x={10} size={0.85} />
    </>
  ),
  trade_center: () => (
    <>
      <path class="stone" d="M10 48V17l12-7v38z" />
      <path class="wall" d="M38 48V10l12 7v31z" />
      <rect class="brick" x="22" y="28" width="16" height="5" />
      <Windows x={12.5} y={20} columns={2} rows={5} dx={4.6} dy={5.4} width={3} height={3.4} dark={[3, 8]} />
      <Windows x={40.5} y={20} columns={2} rows={5} dx={4.6} dy={5.4} width={3} height={3.4} dark={[4]} />
      <path d="M22 10V4M38 10V4" />
      <path class="coin" d="M30 38l1.5 3 3.3.5-2.4 2.3.6 3.2-3-1.6-3 1.6.6-3.2-2.4-2.3 3.3-.5z" />
    </>
  ),
};

/** A building that only an own edition knows. */
function PlainBuilding() {
  return (
    <>
      <rect class="wall" x="16" y="16" width="28" height="32" />
      <rect class="stone" x="14" y="13" width="32" height="3" />
      <Windows x={20} y={20} columns={4} rows={3} dx={5.6} dy={6.5} />
      <rect class="door" x="26.5" y="41" width="7" height="7" />
    </>
  );
}

export function Art({ name, evening }: { name: string; evening: boolean }) {
  const Drawing = drawings[name] ?? PlainBuilding;
  return (
    <svg class={evening ? 'fc-art evening' : 'fc-art'} viewBox="0 0 60 54" preserveAspectRatio="xMidYMax meet" aria-hidden="true">
      <rect class="sky" x="-60" y="-90" width="180" height="150" />
      {evening ? <path class="moon" d="M52 5.500a4.5 4.5 0 1 0 2.5 7A5.5 5.5 0 0 1 52 5.500z" /> : <circle class="sun" cx="51" cy="8" r="3.6" />}
      <Drawing />
      <path class="ground" d="M-60 48H120v14H-60z" />
    </svg>
  );
}
