// The symbols of the map, in our own drawing. Each kind has a shape of its own, so that no colour has to be told apart.

import { suitPaths } from 'shell/boards/cards';
import { Drawing, type Parts } from 'shell/boards/drawing';
import type { Change, Printed, Region, Reward } from './model';
import pictures from './pictures.json';
import { bonusWords, silverWords, symbolWords } from './words';

const pathOf = (parts: Parts) => parts[0][1];
export const starPath = pathOf(pictures.star);
const nuggetPath = pathOf(pictures.nugget);
const ticketPath = pathOf(pictures.ticket);
const posterPath = pathOf(pictures.poster);

/** The sign of a region: its suit, or a cross for the Cemetery. */
export function RegionSign({ region, printed, size }: { region: Region; printed: Printed; size: number }) {
  const suit = region === 'cemetery' ? null : printed.suits[region];
  if (!suit)
    return (
      <path
        class="sign"
        d={`M${-size * 0.13} ${-size / 2}h${size * 0.26}v${size * 0.27}h${size * 0.26}v${size * 0.25}h${-size * 0.26}v${size * 0.48}h${-size * 0.26}v${-size * 0.48}h${-size * 0.26}v${-size * 0.25}h${size * 0.26}z`}
      />
    );
  return <path class="sign" d={suitPaths[suit]} transform={`scale(${size / 24}) translate(-12 -12)`} />;
}

/** A thing that is owned or bought, drawn small. */
export function Item({ item }: { item: string }) {
  const parts = (pictures as Record<string, Parts>)[item === 'gold_pan' ? 'pan' : item];
  return parts ? (
    <g class="tool">
      <Drawing parts={parts} />
    </g>
  ) : null;
}

export function Pan() {
  return <Item item="pan" />;
}

export function Hammer() {
  return <Item item="hammer" />;
}

export interface Token {
  kind: 'cash' | 'gold' | 'star' | 'wanted' | 'remove' | 'pan' | 'hammer' | 'either' | 'bonus' | 'silver';
  n: number;
  region?: Region;
}

/** A reward as a row of symbols, in the order in which maps print them. */
export function tokensOf(reward: Reward): Token[] {
  const tokens: Token[] = [];
  for (const region of reward.bonus ?? []) tokens.push({ kind: 'bonus', n: 1, region });
  if (reward.silver) tokens.push({ kind: 'silver', n: 1, region: reward.silver });
  if (reward.pans) tokens.push({ kind: 'pan', n: reward.pans });
  if (reward.hammers) tokens.push({ kind: 'hammer', n: reward.hammers });
  if (reward.either) tokens.push({ kind: 'either', n: 1 });
  if (reward.stars) tokens.push({ kind: 'star', n: reward.stars });
  if (reward.gold) tokens.push({ kind: 'gold', n: reward.gold });
  if (reward.cash) tokens.push({ kind: 'cash', n: reward.cash });
  if (reward.remove) tokens.push({ kind: 'remove', n: reward.remove });
  if (reward.wanted) tokens.push({ kind: 'wanted', n: reward.wanted });
  return tokens;
}

/** The same for what a move changes: gains and costs apart. */
export function changeTokens(change: Change): { gains: Token[]; costs: Token[] } {
  const gains: Token[] = [];
  const costs: Token[] = [];
  const put = (kind: Token['kind'], n = 0) => n && (n > 0 ? gains : costs).push({ kind, n: Math.abs(n) });
  put('star', change.stars);
  put('silver', change.silver);
  put('cash', change.cash);
  put('gold', change.gold);
  put('pan', change.pans);
  put('hammer', change.hammers);
  if (change.pick) gains.push({ kind: 'either', n: 1 });
  for (const region of change.bonus ?? []) gains.push({ kind: 'bonus', n: 1, region });
  if ((change.wanted ?? 0) > 0) costs.push({ kind: 'wanted', n: change.wanted! });
  if ((change.wanted ?? 0) < 0) gains.push({ kind: 'remove', n: -change.wanted! });
  return { gains, costs };
}

export function tokenWords(token: Token, printed: Printed): string {
  if (token.kind === 'bonus') return bonusWords(token.region!);
  if (token.kind === 'silver') return token.region ? silverWords(token.region) : `${token.n} silver stars: points at the end.`;
  return symbolWords(token.kind, token.n, printed);
}

/** The smallest letters of the map, in its units: 12 pixels where a wide screen shows all of it. */
export const smallest = 14.4;

/** One symbol around (x, y). `scale` 1 is about 26 units wide. */
export function Symbol({
  token,
  printed,
  x = 0,
  y = 0,
  scale = 1,
  least = smallest / scale,
}: {
  token: Token;
  printed: Printed;
  x?: number;
  y?: number;
  scale?: number;
  least?: number;
}) {
  const { kind, n, region } = token;
  const words = tokenWords(token, printed);
  return (
    <g class={`sym ${kind} ${region ?? ''}`} transform={`translate(${x} ${y}) scale(${scale})`} data-tip={words}>
      <rect class="touch" x="-15" y="-14" width="30" height="28" />
      <Shape kind={kind} n={n} region={region} printed={printed} least={least} />
    </g>
  );
}

/** A number in the middle of a symbol, on its line whatever its size. */
function Figure({ text, size, least, kind = '' }: { text: string; size: number; least: number; kind?: string }) {
  const high = Math.max(least, text.length > 2 ? size * 0.86 : size);
  return (
    <text class={kind} y={high * 0.35} font-size={high}>
      {text}
    </text>
  );
}

function Shape({ kind, n, region, printed, least }: { kind: Token['kind']; n: number; region?: Region; printed: Printed; least: number }) {
  const number = n ? String(n) : '';
  switch (kind) {
    case 'star':
      return (
        <>
          <path class="body" d={starPath} transform="scale(1.05)" />
          <Figure text={number} size={15} least={least} />
        </>
      );
    case 'silver':
      return (
        <>
          <path class="body" d={starPath} transform="scale(1.1)" />
          {region ? (
            <g class="inner">
              <RegionSign region={region} printed={printed} size={11} />
            </g>
          ) : (
            <Figure text={number} size={12} least={least} />
          )}
        </>
      );
    case 'cash':
      return (
        <>
          <rect class="body" x="-15.5" y="-10" width="31" height="20" rx="2.5" />
          <Figure text={`$${number}`} size={14} least={least} />
        </>
      );
    case 'gold':
      return (
        <>
          <path class="body" d={nuggetPath} transform="scale(1.1)" />
          <Figure text={number} size={14} least={least} />
        </>
      );
    case 'wanted':
      return (
        <>
          <path class="body" d={posterPath} transform={n > 9 ? 'scale(1.5 1)' : undefined} />
          <Figure kind="pale" text={`${number}!`} size={13} least={least} />
        </>
      );
    case 'remove':
      return (
        <>
          <path class="body" d={posterPath} transform="scale(1.12 1)" />
          <path class="strike" d="M-13 -12L13 12M13 -12L-13 12" />
          <Figure kind="over" text={`−${n}`} size={14} least={least} />
        </>
      );
    case 'pan':
      return <Pan />;
    case 'hammer':
      return <Hammer />;
    case 'either':
      return (
        <>
          <g transform="translate(-8 3) scale(.8)">
            <Pan />
          </g>
          <path class="slash" d="M4 -11L-2 11" />
          <g transform="translate(9 0) scale(.72)">
            <Hammer />
          </g>
        </>
      );
    default:
      return (
        <>
          <path class="body" d={ticketPath} />
          <path class="plus" d="M-12.5 0H-4.5M-8.5 -4V4" />
          <g class="inner" transform="translate(4.5 0)">
            <RegionSign region={region!} printed={printed} size={14} />
          </g>
        </>
      );
  }
}

/** About how wide words are, in bold letters of that size: near enough to know whether they fit. */
function widthOf(text: string, size: number): number {
  const letter = (one: string) => (/[WMwm]/.test(one) ? 0.95 : /[fijlrtI.,’' ]/.test(one) ? 0.37 : /[A-Z]/.test(one) ? 0.7 : 0.59);
  return size * [...text].reduce((sum, one) => sum + letter(one), 0);
}

/** Words that must fit: where they are too long for their room, they stand closer, not smaller. */
export function Fitted({ class: kind, text, x, y, room, size = smallest }: { class: string; text: string; x: number; y: number; room: number; size?: number }) {
  const squeezed = widthOf(text, size) > room ? { textLength: room, lengthAdjust: 'spacingAndGlyphs' } : {};
  return (
    <text class={kind} x={x} y={y} font-size={size} {...squeezed}>
      {text}
    </text>
  );
}

/** Symbols side by side, centred on (x, y), in rows of at most `perRow`. */
export function Symbols({
  reward,
  printed,
  x,
  y,
  perRow = 2,
  scale = 1,
}: {
  reward: Reward;
  printed: Printed;
  x: number;
  y: number;
  perRow?: number;
  scale?: number;
}) {
  const tokens = tokensOf(reward);
  const rows: Token[][] = [];
  for (let at = 0; at < tokens.length; at += perRow) rows.push(tokens.slice(at, at + perRow));
  return (
    <>
      {rows.map((row, line) =>
        row.map((token, index) => (
          <Symbol
            key={`${line} ${index}`}
            token={token}
            printed={printed}
            scale={scale}
            x={x + (index - (row.length - 1) / 2) * 29 * scale}
            y={y + (line - (rows.length - 1) / 2) * 27 * scale}
          />
        )),
      )}
    </>
  );
}

/** A symbol as a picture of its own, for lines of text and buttons. */
export function Picture({ token, printed, size = 26 }: { token: Token; printed: Printed; size?: number }) {
  return (
    <svg class="ft-pic" viewBox="-16 -15 32 30" width={size * 1.07} height={size} aria-hidden="true">
      <Symbol token={token} printed={printed} least={(12 * 30) / size} />
    </svg>
  );
}

export function ItemPicture({ item, size = 26 }: { item: string; size?: number }) {
  return (
    <svg class="ft-pic" viewBox="-16 -15 32 30" width={size * 1.07} height={size} aria-hidden="true">
      <Item item={item} />
    </svg>
  );
}

/* --- pencil ---------------------------------------------------------------------------------------------------------- */

/** A circle as a hand draws it. */
export function Ring({ x, y, w, h, fresh = false }: { x: number; y: number; w: number; h: number; fresh?: boolean }) {
  return (
    <path
      class={fresh ? 'ring fresh' : 'ring'}
      pathLength={1}
      transform={`translate(${x} ${y}) scale(${w / 100} ${h / 100})`}
      d="M8 -49C-30 -52 -51 -26 -50 2C-49 32 -24 51 4 50C34 49 52 24 50 -3C48 -34 22 -53 -16 -47"
    />
  );
}

/** A cross as a hand draws it. */
export function Cross({ x, y, w, h }: { x: number; y: number; w: number; h: number }) {
  return <path class="cross" transform={`translate(${x} ${y}) scale(${w / 100} ${h / 100})`} d="M-46 -44C-20 -16 18 20 47 45M44 -47C18 -14 -22 22 -45 46" />;
}

export function Tick({ x, y, size = 20 }: { x: number; y: number; size?: number }) {
  return <path class="tick" transform={`translate(${x} ${y}) scale(${size / 20})`} d="M-9 1C-6 3 -4 6 -3 9C0 0 4 -6 10 -10" />;
}
