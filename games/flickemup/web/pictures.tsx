// What a scenario is about, as a small picture of our own drawing: for its card when a game is made, before the first move, and beside
// the goals while it is played. Printed in the same colours by day and by night, like a card from the box.

import type { ComponentChildren, JSX } from 'preact';
import type { Progress, View } from './model';

export const ink = '#2c1d0e';
const law = '#2f62ae';
const out = '#9d3220';

interface At {
  x: number;
  y: number;
}

/** A peg with a hat; the law has a star, an outlaw a kerchief. */
export function Man({ x, y, team, lies = false, scale = 1 }: At & { team: 'law' | 'out' | 'town'; lies?: boolean; scale?: number }) {
  const coat = team === 'law' ? law : team === 'out' ? out : '#5f7a70';
  return (
    <g transform={`translate(${x} ${y}) scale(${scale}) rotate(${lies ? 84 : 0})`}>
      <path d="M-8 0C-8-13-5-17 0-17s8 4 8 17z" fill={coat} stroke={ink} stroke-width="1.6" />
      <circle cy="-21" r="5.6" fill="#e8bd8f" stroke={ink} stroke-width="1.4" />
      <path d="M-11-23c6 2.6 16 2.6 22 0-1-3-4-2.6-5-3.4C5.4-32 3.6-34 0-34s-5.4 2-6 7.6c-1 .8-4 .4-5 3.4z" fill={ink} />
      {team === 'law' && <path d="M0-13l1.4 3 3.3.4-2.4 2.3.6 3.2L0-5.7l-2.9 1.6.6-3.2-2.4-2.3 3.3-.4z" fill="#f0c243" />}
      {team === 'out' && <path d="M-5-19.6c3 1.4 7 1.4 10 0L0-12z" fill="#2f7a63" />}
    </g>
  );
}

/** Two blocks and a front between them: the gap is the door. */
export function House({ x, y, front, open = true, children }: At & { front: string; open?: boolean; children?: ComponentChildren }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect x="-24" y="-18" width="14" height="18" fill="#cfa56b" stroke={ink} stroke-width="1.6" />
      <rect x="10" y="-18" width="14" height="18" fill="#cfa56b" stroke={ink} stroke-width="1.6" />
      <rect x="-10" y="-18" width="20" height="18" fill={open ? '#3a2615' : '#8f5d31'} />
      <path d="M-29-18v-22h8l6-8h30l6 8h8v22z" fill={front} stroke={ink} stroke-width="1.6" stroke-linejoin="round" />
      {children}
    </g>
  );
}

function Sack({ x, y }: At) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path d="M-4-15h8l-2 4c6 2 9 6 9 9 0 2-2 3-4 3H-7c-2 0-4-1-4-3 0-3 3-7 9-9z" fill="#e2bb5c" stroke={ink} stroke-width="1.6" stroke-linejoin="round" />
      <path d="M0-8V0m2.4-6.4c-3.6-1.6-4.6 1.2-2.4 2.2s2 3.4-2.4 2" fill="none" stroke={ink} stroke-width="1.3" />
    </g>
  );
}

function Drop({ x, y, bad }: At & { bad: boolean }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path d="M0-18C5-10 8-6 8-1A8 8 0 0 1-8-1c0-5 3-9 8-17z" fill={bad ? '#7d9b3a' : '#7fb2d9'} stroke={ink} stroke-width="1.6" />
      {bad && <path d="M-3.4-4l6.8 6.8m0-6.8l-6.8 6.8" stroke={ink} stroke-width="2" />}
    </g>
  );
}

function Stick({ x, y }: At) {
  return (
    <g transform={`translate(${x} ${y}) rotate(-18)`}>
      <rect x="-5" y="-20" width="10" height="20" rx="2" fill="#c43a2a" stroke={ink} stroke-width="1.6" />
      <path d="M-5-13H5M0-20c0-6 5-4 6-9" fill="none" stroke={ink} stroke-width="1.6" />
      <path d="M6-34l1.6 3.4L11-29l-3.4 1.6L6-24l-1.6-3.4L1-29l3.4-1.6z" fill="#ffb43a" />
    </g>
  );
}

function Blast({ x, y }: At) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path
        d="M0-26l5 11 11-6-4 12 13 3-11 8 5 11-12-3-7 10-5-11-13 4 5-12-12-7 13-3-2-13 10 7z"
        fill="#ff8f1f"
        stroke={ink}
        stroke-width="1.4"
        stroke-linejoin="round"
      />
      <circle cx="1" cy="-1" r="7" fill="#ffe08a" />
    </g>
  );
}

export function Arrow({ x, y, turn = 0 }: At & { turn?: number }) {
  return (
    <path
      transform={`translate(${x} ${y}) rotate(${turn})`}
      d="M-14-5H2v-7L16 0 2 12V5h-16z"
      fill="#fffdf4"
      stroke={ink}
      stroke-width="1.6"
      stroke-linejoin="round"
    />
  );
}

function Paper({ x, y }: At) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path d="M-10-26H6l5 5V0h-21z" fill="#fbf4e2" stroke={ink} stroke-width="1.6" stroke-linejoin="round" />
      <path d="M-6-19H6M-6-14H7M-6-9H3" stroke={ink} stroke-width="1.4" />
      <circle cx="5" cy="-5" r="3.4" fill={out} />
    </g>
  );
}

function Rifle({ x, y }: At) {
  return (
    <path
      transform={`translate(${x} ${y})`}
      d="M-34 5l15-6 44-6 9-1v4l-9 1-24 4-3 6h-5l1-4-9 2-15 9z"
      fill="#6d4a2c"
      stroke={ink}
      stroke-width="1.6"
      stroke-linejoin="round"
    />
  );
}

function Sun({ noon = false }: { noon?: boolean }) {
  return <circle cx={noon ? 80 : 134} cy={noon ? 16 : 22} r="10" fill="#f6c552" />;
}

const bank = '#6f8f63';
export const saloon = '#b5432f';
const sheriff = '#3d6470';
const hall = '#d9cfa8';
const store = '#c98f3d';

/** By what they show; the ten scenarios have one each. */
const motifs = {
  street: (
    <>
      <Man x={34} y={86} team="law" />
      <Man x={119} y={86} team="out" lies />
      <path d="M48 74h44" stroke="#fffdf4" stroke-width="2.4" stroke-dasharray="6 5" />
      <circle cx="98" cy="76" r="5" fill={ink} />
    </>
  ),
  saloon: (
    <>
      <House x={80} y={84} front={saloon}>
        <path d="M-9-15h8v11h-8zm10 0h8v11H1z" fill="#e2bf8d" stroke={ink} stroke-width="1.2" />
      </House>
      <Man x={32} y={90} team="law" scale={0.8} />
      <Man x={128} y={90} team="out" scale={0.8} />
    </>
  ),
  gold: (
    <>
      <House x={48} y={80} front={bank} />
      <Sack x={82} y={86} />
      <Man x={104} y={86} team="out" scale={0.85} />
      <Arrow x={136} y={74} />
    </>
  ),
  iron: (
    <>
      <House x={80} y={86} front={store} />
      <Rifle x={80} y={30} />
      <text x="80" y="83" text-anchor="middle" font-size="17" font-weight="700" fill="#ffe9a8">
        ?
      </text>
    </>
  ),
  water: (
    <>
      <Drop x={34} y={80} bad />
      <Drop x={64} y={80} bad />
      <Drop x={94} y={80} bad />
      <Drop x={126} y={80} bad={false} />
    </>
  ),
  witness: (
    <>
      <House x={120} y={84} front={hall}>
        <circle cy="-34" r="5.5" fill="#fffdf4" stroke={ink} stroke-width="1.2" />
        <path d="M0-34v-4m0 4h3" stroke={ink} stroke-width="1.2" />
      </House>
      <Man x={28} y={88} team="law" scale={0.8} />
      <Man x={52} y={88} team="town" scale={0.9} />
      <Man x={74} y={88} team="town" scale={0.9} />
    </>
  ),
  deed: (
    <>
      <House x={102} y={84} front={hall}>
        <circle cy="-34" r="5.5" fill="#fffdf4" stroke={ink} stroke-width="1.2" />
      </House>
      <Paper x={48} y={82} />
    </>
  ),
  dynamite: (
    <>
      <House x={48} y={84} front={sheriff}>
        <path d="M0-43l1.8 4 4.2.4-3.2 3 .9 4.4L0-33.4l-3.7 2.2.9-4.4-3.2-3 4.2-.4z" fill="#f0c243" />
      </House>
      <Blast x={106} y={66} />
      <Stick x={136} y={90} />
    </>
  ),
  hostage: (
    <>
      <House x={118} y={84} front={sheriff} />
      <Man x={30} y={88} team="law" scale={0.9} />
      <Man x={58} y={88} team="town" scale={0.9} />
      <path d="M50 80h16M50 84h16" stroke="#fbf4e2" stroke-width="2" />
      <Arrow x={88} y={60} />
    </>
  ),
  gallows: (
    <>
      <Sun noon />
      <path d="M36 88h50M46 88V26h38v8M46 40l14-14" fill="none" stroke="#6d4a2c" stroke-width="5" stroke-linejoin="round" />
      <path d="M84 34v8" stroke="#d8bd86" stroke-width="2.4" />
      <circle cx="84" cy="46" r="4.4" fill="none" stroke="#d8bd86" stroke-width="2.4" />
      <Man x={70} y={86} team="out" scale={0.75} />
      <Arrow x={124} y={74} />
    </>
  ),
};

export type Motif = keyof typeof motifs;

/** In the order of the scenarios, from 1 on. */
const order: Motif[] = ['street', 'saloon', 'gold', 'iron', 'water', 'witness', 'deed', 'dynamite', 'hostage', 'gallows'];

const titles: Record<string, Motif> = {
  'Main Street': 'street',
  'Saloon doors': 'saloon',
  'The bank job': 'gold',
  'Iron in the store': 'iron',
  'Bad water': 'water',
  'The witnesses': 'witness',
  'The deed': 'deed',
  'Fire in the hole': 'dynamite',
  'The hostage': 'hostage',
  'High noon at the gallows': 'gallows',
};

/** Of a scenario that somebody wrote this morning: by what its first goal asks for. */
function motifOfGoal(goal: Progress | undefined): Motif {
  if (goal?.token === 'gold') return 'gold';
  if (goal?.token === 'document') return 'deed';
  if (goal?.token === 'hostage') return 'hostage';
  if (goal?.kind === 'tokens') return 'water';
  if (goal?.kind === 'holds') return 'saloon';
  if (goal?.kind === 'inside') return 'witness';
  if (goal?.kind === 'all' || goal?.kind === 'exploded') return 'dynamite';
  return goal?.kind === 'left' ? 'gallows' : 'street';
}

export function motifOf(view: View): Motif {
  const goals = [...view.progress.outlaws, ...view.progress.lawmen];
  return titles[view.scenario] ?? motifOfGoal(goals.find((goal) => goal.kind !== 'eliminated') ?? goals[0]);
}

export function ScenarioPicture({ motif }: { motif: Motif }): JSX.Element {
  return (
    <svg class="fu-picture" viewBox="0 0 160 100" aria-hidden="true" data-motif={motif}>
      <rect width="160" height="100" fill="#f3d9a4" />
      {motif !== 'gallows' && <Sun />}
      <path d="M0 58l26-12 20 6 30-16 26 14 22-8 36 14v44H0z" fill="#d9a066" />
      <path d="M0 78h160v22H0z" fill="#b9763f" />
      <path d="M0 86h160M0 93h160" stroke="#a2652f" stroke-width="1" />
      {motifs[motif]}
    </svg>
  );
}

/** For the card of a scenario when a game is made. */
export function choicePicture(option: string, value: string): JSX.Element | null {
  const motif = option === 'scenario' ? order[Number(value) - 1] : undefined;
  return motif ? <ScenarioPicture motif={motif} /> : null;
}
