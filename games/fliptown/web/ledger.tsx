// The ledger under the map: what is owned, the poker columns, and the Sheriff.

import { cardNamed, suitPaths } from 'shell/boards/cards';
import { PencilNumber } from 'shell/boards/pencil';
import { tallLedger } from './layout';
import { arrestChance, handOf, percent, type Change, type Printed, type Sheet, type View } from './model';
import { Fitted, Hammer, Pan, Ring, Symbol, type Token } from './symbols';
import { cardTalk } from './words';

interface LedgerProps {
  view: View;
  sheet: Sheet;
  /** What the move that is looked at would change. */
  coming: Change | null;
  gold: number;
}

const counters: { key: keyof Change & keyof Sheet; kind: Token['kind']; name: string; words: (printed: Printed) => string }[] = [
  { key: 'cash', kind: 'cash', name: 'cash', words: (printed) => `Cash: a point for every $${printed.margins.cash_per_point} at the end.` },
  {
    key: 'gold',
    kind: 'gold',
    name: 'gold',
    words: (printed) =>
      `Gold: ${printed.margins.suit_gold} change the suit, ${printed.margins.value_gold} moves the value by one; a point for every ${printed.margins.gold_per_point} at the end.`,
  },
  { key: 'stars', kind: 'star', name: 'stars', words: () => 'Stars: a point each.' },
  { key: 'silver', kind: 'silver', name: 'silver', words: () => 'Silver stars from the Mine and the Hotel, as they would count now: a point each at the end.' },
  {
    key: 'wanted',
    kind: 'wanted',
    name: 'Wanted',
    words: (printed) => `Wanted: when it is more than the Sheriff card you are arrested. From ${printed.margins.stars_only} on only stars are taken.`,
  },
];

function Delta({ x, y, by, good }: { x: number; y: number; by: number; good: boolean }) {
  if (!by) return null;
  return (
    <g class={good ? 'delta good' : 'delta bad'}>
      <rect x={x - 19} y={y - 13} width="38" height="19" rx="9" />
      <text x={x} y={y + 2}>
        {by > 0 ? `+${by}` : `−${-by}`}
      </text>
    </g>
  );
}

function Tools({
  kind,
  have,
  most,
  coming,
  x,
  y,
  words,
}: {
  kind: 'pan' | 'hammer';
  have: number;
  most: number;
  coming: number;
  x: number;
  y: number;
  words: string;
}) {
  // What the map has no room for stands beside it, without a slot of its own: all move together a little.
  const shown = Math.max(most, have + coming);
  const scale = most / shown;
  return (
    <g class="tools" data-tip={words}>
      <rect class="touch" x={x - 14} y={y - 15} width={most * 27} height="30" />
      {Array.from({ length: shown }, (_, index) => (
        <g
          key={index}
          class={index < have ? 'slot full' : index < have + coming ? 'slot coming' : 'slot'}
          transform={`translate(${x - 13.5 * (1 - scale) + index * 27 * scale} ${y}) scale(${scale})`}
        >
          {index < most && <rect class="hole" x="-12.5" y="-14" width="25" height="28" rx="4" />}
          <g transform="scale(.74)">{kind === 'pan' ? <Pan /> : <Hammer />}</g>
          {index < have && <Ring x={0} y={0} w={27} h={29} />}
        </g>
      ))}
    </g>
  );
}

function Tracks({ view, sheet, coming, gold }: LedgerProps) {
  const printed = view.shared.map;
  const { margins } = printed;
  return (
    <g class="tracks">
      <Tools
        kind="pan"
        have={sheet.pans}
        most={margins.most_pans}
        coming={coming?.pans ?? 0}
        x={416}
        y={613}
        words={`Gold pans: ${margins.pan_gold} gold each at the end of a round. You have ${sheet.pans}.`}
      />
      <Tools
        kind="hammer"
        have={sheet.hammers}
        most={margins.most_hammers}
        coming={coming?.hammers ?? 0}
        x={532}
        y={613}
        words={`Hammers: $${margins.hammer_cash} each at the end of a round. You have ${sheet.hammers}.`}
      />
      {counters.map(({ key, kind, name, words }, index) => {
        const x = 306 + index * 57;
        const by = Number(coming?.[key] ?? 0) - (key === 'gold' ? gold : 0);
        return (
          <g key={key} class={`counter ${key}`} data-tip={words(printed)}>
            <rect class="cell" x={x - 26} y="634" width="52" height="118" rx="6" />
            <Symbol token={{ kind, n: 0 }} printed={printed} x={x} y={652} scale={0.95} />
            <g transform={`translate(${x} 693)`}>
              <PencilNumber value={Number(sheet[key])} height={32} />
            </g>
            <Delta x={x} y={724} by={by} good={key === 'wanted' ? by < 0 : by > 0} />
            <Fitted class="word" text={name} x={x} y={746} room={47} />
          </g>
        );
      })}
      <g class="counter points" data-tip="Points, as they would count now.">
        <rect class="cell" x="566" y="634" width="60" height="118" rx="6" />
        <text class="sum" x="596" y="659">
          =
        </text>
        <g transform="translate(596 693)">
          <PencilNumber value={sheet.score} height={34} />
        </g>
        <text class="word" x="596" y="746">
          points
        </text>
      </g>
    </g>
  );
}

function MiniCard({ name, x, y, w = 80, h = 18 }: { name: string; x: number; y: number; w?: number; h?: number }) {
  const card = cardNamed(name);
  return (
    <g class={`mini ${card.red ? 'red' : 'black'} ${w < 60 ? 'narrow' : ''}`} data-tip={`${cardTalk(name)} in the poker hand.`}>
      <rect x={x} y={y} width={w} height={h} rx="3" />
      <text x={x + w / 2 + (w < 60 ? 1 : -3)} y={y + h - 4}>
        {card.rank}
      </text>
      <path
        d={suitPaths[card.suit]}
        transform={w < 60 ? `translate(${x + w / 2 + 1} ${y + 3}) scale(.44)` : `translate(${x + w / 2 + 1} ${y + h / 2 - 7}) scale(.58)`}
      />
    </g>
  );
}

function Poker({ view, sheet, past, coming }: { view: View; sheet: Sheet; past: string[][]; coming: string | null }) {
  const printed = view.shared.map;
  return (
    <g class="poker">
      {Array.from({ length: view.shared.rounds }, (_, index) => {
        const x = 636 + index * 92;
        const played = sheet.hands[index];
        const now = index === view.round - 1 && played === undefined;
        const cards = index === view.round - 1 && sheet.poker.length ? sheet.poker : (past[index] ?? []);
        const hand = played ?? (now && cards.length ? handOf([...cards, ...(sheet.holdem ?? [])]) : '');
        const pay = printed.poker.find((row) => row.hand === hand);
        const tip = `Poker hand of round ${index + 1}${hand ? `: ${hand}${played ? '' : ' so far'}, $${pay?.cash} and ${pay?.stars} stars` : ''}. One card a turn is written here; after five turns it pays.`;
        return (
          <g key={index} class={now ? 'column now' : 'column'}>
            <g data-tip={tip}>
              <rect class="cell" x={x} y="598" width="88" height="156" rx="6" />
              {!(sheet.holdem?.length && now) && (
                <text class="head" x={x + 44} y="613">
                  Round {index + 1}
                </text>
              )}
            </g>
            {now && sheet.holdem?.map((name, place) => <MiniCard key={name} name={name} x={x + 3 + place * 42} y={599} w={40} h={18} />)}
            {Array.from({ length: view.shared.turns }, (_, slot) => {
              const y = 619 + slot * 20;
              if (cards[slot]) return <MiniCard key={slot} name={cards[slot]} x={x + 4} y={y} />;
              if (now && slot === cards.length && coming)
                return (
                  <g key={slot} class="coming">
                    <MiniCard name={coming} x={x + 4} y={y} />
                  </g>
                );
              return <rect key={slot} class="slot" x={x + 4} y={y} width="80" height="18" rx="3" />;
            })}
            {hand && (
              <>
                <Fitted class="hand" text={hand} x={x + 44} y={732} room={82} />
                <text class="pay" x={x + 44} y="748">
                  {pay?.stars ? `$${pay.cash} · ${pay.stars}★` : ''}
                </text>
              </>
            )}
          </g>
        );
      })}
    </g>
  );
}

function Sheriff({ view, sheet }: { view: View; sheet: Sheet }) {
  const printed = view.shared.map;
  const fine = printed.fines[view.round - 1] ?? printed.fines[0];
  const known = view.shared.sheriff;
  const card = known ? cardNamed(known) : null;
  const chance = arrestChance(view, sheet);
  const tip = known
    ? `The Sheriff card is the ${cardTalk(known)}${view.shared.sheriff_turned ? '' : '; only you know'}.`
    : 'The Sheriff card lies face down until the round ends. If it is less than your Wanted and you did not bribe, you are arrested.';
  return (
    <g class="sheriff">
      <g data-tip="The Sheriff: after the poker hands of a round he comes for the Wanted. A bribe costs 1 gold for each Wanted.">
        <rect class="cell" x="916" y="598" width="280" height="156" rx="6" />
        <path class="badge" transform="translate(952 634)" d="M0 -27L6.5 -11L22 -18L16 -2L30 7L14 12L13 29L0 19L-13 29L-14 12L-30 7L-16 -2L-22 -18L-6.5 -11Z" />
        <text class="name" x="952" y="640">
          {view.round}
        </text>
        <text class="head" x="1012" y="617">
          Sheriff
        </text>
      </g>
      <g class="card" data-tip={tip}>
        <rect class={card ? 'face' : 'back'} x="1116" y="606" width="70" height="98" rx="7" />
        {card ? (
          <g class={card.red ? 'pip red' : 'pip black'}>
            <text x="1151" y="646">
              {card.rank}
            </text>
            <path d={suitPaths[card.suit]} transform="translate(1133 656) scale(1.5)" />
          </g>
        ) : (
          <path class="weave" d="M1124 614H1178V696H1124ZM1124 655L1151 614L1178 655L1151 696Z" />
        )}
      </g>
      <g data-tip={`Turn ${view.turn} of ${view.shared.turns}; ${view.shared.deck} cards are left in the deck. Press to see which are gone.`}>
        <rect class="touch" x="1112" y="708" width="80" height="42" />
        <text class="fine" x="1151" y="724">
          turn {view.turn} of {view.shared.turns}
        </text>
        <text class="fine" x="1151" y="741">
          deck {view.shared.deck}
        </text>
      </g>
      <g
        data-tip={`Arrested in round ${view.round}: $${fine.cash} or ${fine.stars} stars, your choice. Without the cash, or from ${printed.margins.stars_only} Wanted on: stars.`}
      >
        <rect class="touch" x="984" y="622" width="126" height="36" />
        <Symbol token={{ kind: 'cash', n: fine.cash }} printed={printed} x={1006} y={640} scale={0.95} />
        <text class="plain" x="1034" y="645">
          or
        </text>
        <Symbol token={{ kind: 'star', n: fine.stars }} printed={printed} x={1060} y={640} scale={0.98} />
      </g>
      <g data-tip={tip}>
        <text class="rule" x="930" y="688">
          {known ? (view.shared.sheriff_turned ? 'The card is turned.' : 'You have seen his card.') : 'If his card is below'}
        </text>
        <text class="rule" x="930" y="705">
          {known ? '' : `your ${sheet.wanted} Wanted.`}
        </text>
        <text class="risk" x="930" y="739">
          {view.phase === 'over' ? '' : sheet.wanted ? `Arrest: ${percent(chance)}` : 'Nothing to fear.'}
        </text>
      </g>
    </g>
  );
}

/** `past`: the poker cards of each round so far. */
export function Ledger(props: LedgerProps & { past: string[][]; comingPoker: string | null; tall: boolean }) {
  const { view, sheet, past, comingPoker, tall } = props;
  return (
    <g class="ledger">
      <g transform={tall ? tallLedger.tracks : undefined}>
        <Tracks {...props} />
      </g>
      <g transform={tall ? tallLedger.poker : undefined}>
        <Poker view={view} sheet={sheet} past={past} coming={comingPoker} />
      </g>
      <g transform={tall ? tallLedger.sheriff : undefined}>
        <Sheriff view={view} sheet={sheet} />
      </g>
    </g>
  );
}
