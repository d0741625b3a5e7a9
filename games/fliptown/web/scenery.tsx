// The land under the map: flat shapes and one ink line, each region in a tone of its own, from pale to dark.

import type { Box, Part } from './layout';

function Cactus({ x, y, size = 1 }: { x: number; y: number; size?: number }) {
  return (
    <g class="cactus" transform={`translate(${x} ${y}) scale(${size})`}>
      <path d="M-4 0V-34A4 4 0 0 1 4 -34V0ZM-4 -12H-10A6 6 0 0 1 -16 -18V-25A3.4 3.4 0 0 1 -9.4 -25V-19H-4ZM4 -7H10A6 6 0 0 0 16 -13V-19A3.4 3.4 0 0 0 9.4 -19V-14H4Z" />
    </g>
  );
}

function Mesa({ x, y, w, h }: { x: number; y: number; w: number; h: number }) {
  return (
    <g class="mesa">
      <path d={`M${x} ${y}L${x + w * 0.14} ${y - h * 0.55}L${x + w * 0.2} ${y - h}H${x + w * 0.78}L${x + w * 0.86} ${y - h * 0.5}L${x + w} ${y}Z`} />
      <path class="strata" d={`M${x + w * 0.17} ${y - h * 0.7}H${x + w * 0.82}M${x + w * 0.12} ${y - h * 0.42}H${x + w * 0.9}`} />
    </g>
  );
}

function Grass({ at }: { at: [number, number][] }) {
  return <path class="grass" d={at.map(([x, y]) => `M${x} ${y}l-4 -9M${x} ${y}v-11M${x} ${y}l4 -9`).join('')} />;
}

export function Land() {
  return (
    <g class="land" aria-hidden="true">
      {/* sky and prairie, for the trail */}
      <rect class="sky" width="1200" height="150" />
      <circle class="sun" cx="1090" cy="26" r="34" />
      <path class="far" d="M120 46L160 30H206L222 46H330L352 22H410L428 46H560L590 34H650L668 46H780L800 26H862L884 46H1200V70H120Z" />
      <path class="prairie" d="M0 52C120 38 200 46 300 44C470 40 560 50 700 44C860 36 1000 50 1200 42V150H0Z" />
      <Grass
        at={[
          [22, 134],
          [158, 62],
          [246, 136],
          [338, 58],
          [516, 140],
          [608, 60],
          [706, 138],
          [872, 62],
          [960, 140],
          [1150, 60],
          [1186, 132],
        ]}
      />
      <Cactus x={20} y={76} size={0.7} />
      <Cactus x={1184} y={92} size={0.75} />
      {/* badlands: red rock */}
      <path class="rock edge" d="M0 142H274V466H0Z" />
      <path class="rock" d="M0 142H240C262 146 268 170 266 200C276 260 264 330 272 392L266 464H0Z" />
      <Mesa x={150} y={186} w={112} h={34} />
      <path class="crack" d="M2 250C60 246 120 254 262 248M2 321C80 316 160 326 266 319M2 392C70 388 170 398 268 390" />
      {/* cemetery: dusk */}
      <path class="dusk" d="M0 464C60 456 120 468 180 460C220 456 250 464 274 460V760H0Z" />
      <circle class="moon" cx="232" cy="486" r="15" />
      <circle class="moon-bite" cx="239" cy="481" r="13" />
      <path class="fence" d="M4 756V738L8 732L12 738V756M262 756V738L266 732L270 738V756M0 746H16M258 746H274" />
      <path class="bare" d="M252 530V506M252 516L244 508M252 511L261 503M14 540V514M14 524L6 515M14 519L23 511" />
      {/* the mine: the hill, cut open */}
      <path class="prairie back" d="M274 142H702V592H274Z" />
      <path class="hill" d="M274 592V330C284 258 318 224 356 206C398 188 440 182 487 182C534 182 576 188 618 206C656 224 692 258 702 330V592Z" />
      <path class="cutting" d="M280 592V350C292 282 330 240 372 222C410 206 450 202 487 202C524 202 564 206 602 222C644 240 684 282 696 350V592Z" />
      <path
        class="layers"
        d="M282 350C360 334 420 352 487 342C560 332 630 352 694 346M281 446C350 434 420 450 487 440C560 430 630 452 695 444M281 556C350 566 420 552 487 562C560 570 630 552 695 562"
      />
      <path
        class="vein"
        d="M302 306l10 -7 8 9 -7 8zM664 306l9 -8 9 7 -8 9zM322 386l7 -6 7 6 -6 7zM652 392l8 -5 6 7 -7 7zM300 470l7 -7 8 5 -5 8zM676 470l6 -7 8 5 -5 8z"
      />
      <path class="bones" d="M318 340q8 -8 16 0M322 345v7M328 342v9M334 345v7M640 348l14 -6M638 344a3 3 0 1 1 3 4M655 340a3 3 0 1 1 1 4" />
      <g class="headframe">
        <path d="M464 200L479 160H495L510 200M474 174H500M468 188H506M474 174L506 188M500 174L468 188" />
        <circle cx="487" cy="157" r="9" />
        <path d="M487 148V166M478 157H496" />
      </g>
      <Cactus x={300} y={238} size={0.72} />
      <Cactus x={672} y={232} size={0.8} />
      <g class="cart" transform="translate(634 256)">
        <path class="rail-line" d="M-30 18H36" />
        <path class="tub" d="M-18 -8H22L16 10H-12Z" />
        <path class="ore" d="M-16 -8L-8 -17L0 -12L8 -18L20 -8Z" />
        <circle cx="-7" cy="13" r="5" />
        <circle cx="11" cy="13" r="5" />
      </g>
      {/* the town: morning sky over three streets */}
      <path class="morning" d="M702 142H1200V592H702Z" />
      <path
        class="cloud"
        d="M1030 164a9 9 0 0 1 15 -6a11 11 0 0 1 20 2a7 7 0 0 1 5 12h-38a6 6 0 0 1 -2 -8zM866 166a7 7 0 0 1 12 -5a9 9 0 0 1 16 2a6 6 0 0 1 4 10h-30a5 5 0 0 1 -2 -7z"
      />
      <path class="street" d="M702 296H1200V314H702ZM702 435H1200V453H702ZM702 574H1200V592H702Z" />
      <path class="ruts" d="M702 308H1200M702 447H1200M702 586H1200" />
      {/* the ledger: paper */}
      <path class="paper" d="M274 592H1200V760H274Z" />
      <path class="borders" d="M0 142H1200M274 142V760M702 142V592M274 592H1200M0 464C60 456 120 468 180 460C220 456 250 464 274 460" />
    </g>
  );
}

/** The land of a part that is a sheet of its own. Those that are laid out anew for it have plain ground. */
export function Ground({ part, area }: { part: Part; area: Box }) {
  const { x, y, w, h } = area;
  if (part !== 'trail' && part !== 'town' && part !== 'ledger') return <Land />;
  return (
    <g class="land" aria-hidden="true">
      <rect class={{ trail: 'prairie', town: 'morning', ledger: 'paper' }[part]} x={x} y={y} width={w} height={h} />
      {part === 'trail' && (
        <>
          <path class="sky" d={`M0 0H${w}V40C300 52 200 30 0 46Z`} />
          <Grass
            at={[
              [22, 140],
              [196, 148],
              [386, 150],
              [96, 262],
              [300, 254],
              [60, 346],
              [270, 350],
            ]}
          />
          <Cactus x={378} y={346} size={0.9} />
          <Cactus x={318} y={340} size={0.7} />
        </>
      )}
      {part === 'town' && <path class="street" d={[0, 1, 2, 3, 4].map((row) => `M0 ${154 + row * 139}H${w}V${172 + row * 139}H0Z`).join('')} />}
    </g>
  );
}

/** Footprints along the trail: dark where somebody walked, faint ahead. */
export function Footprints({ from, to, walked }: { from: { x: number; y: number }; to: { x: number; y: number }; walked: boolean }) {
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  const steps = [0.42, 0.5, 0.58];
  return (
    <g class={walked ? 'steps walked' : 'steps'}>
      {steps.map((part, index) => (
        <g
          key={part}
          transform={`translate(${from.x + (to.x - from.x) * part} ${from.y + (to.y - from.y) * part}) rotate(${angle}) translate(0 ${index % 2 ? 5 : -5})`}
        >
          <path d="M-4 -2.4C-1 -3.6 3 -3 3.6 0C3 3 -1 3.6 -4 2.4Z" />
          <path d="M-8.6 -2C-7 -3 -5.4 -2.4 -5.4 0C-5.4 2.4 -7 3 -8.6 2Z" />
        </g>
      ))}
    </g>
  );
}

/* --- what is robbed -------------------------------------------------------------------------------------------------- */

const loot: Record<string, string> = {
  chicken: 'M-20 8C-22 -4 -12 -8 -4 -6L4 -14C6 -18 13 -18 14 -13L20 -10L14 -8C14 2 8 12 -4 12H-8V17H-13M-2 12V17H-7M9 -18C10 -22 13 -22 14 -18',
  cattle: 'M-22 -6C-20 -10 -6 -9 8 -8L12 -13L10 -17L15 -15L20 -17L18 -12L23 -6L18 -1L12 -2C12 4 8 6 6 6V16H2V7H-10V16H-14V6C-20 4 -21 0 -22 -6ZM-22 -6L-25 4',
  stagecoach: 'M-22 -12H10V-6H16V4H-16C-20 0 -22 -6 -22 -12ZM-14 -8H-7V-2H-14ZM-3 -8H4V-2H-3ZM16 -2H24',
  train: 'M-24 -14H-8V-2H14V-12H11V-17H20V-12H17V-2H22V8H-24ZM-20 -10H-12V-3H-20ZM22 2L27 9H18',
};
const wheels: Record<string, [number, number, number][]> = {
  stagecoach: [
    [-12, 9, 8],
    [10, 10, 6.5],
  ],
  train: [
    [-16, 11, 6],
    [0, 11, 6],
    [14, 11, 6],
  ],
};

export function Loot({ name, x, y }: { name: string; x: number; y: number }) {
  return (
    <g class={`loot ${name}`} transform={`translate(${x} ${y})`} aria-hidden="true">
      <path d={loot[name] ?? ''} />
      {(wheels[name] ?? []).map(([cx, cy, r]) => (
        <g key={cx}>
          <circle cx={cx} cy={cy} r={r} />
          <path d={`M${cx - r} ${cy}h${2 * r}M${cx} ${cy - r}v${2 * r}`} />
        </g>
      ))}
      {name === 'train' && <path class="smoke" d="M14 -20c-6 -4 0 -9 4 -7c1 -5 9 -4 8 1c5 1 3 7 -2 6z" />}
    </g>
  );
}
