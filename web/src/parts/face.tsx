// Faces of bots: drawn from their names, so that everybody sees the same one. Clothes and hats are the game's.

import type { JSX } from 'preact';
import { app } from '../app';

/** A few numbers from a name, the same on every machine. */
function numbersOf(name: string): (count: number) => number {
  let state = 2166136261;
  for (const letter of name) state = Math.imul(state ^ letter.codePointAt(0)!, 16777619);
  return (count) => {
    state = Math.imul(state ^ (state >>> 15), 2246822519);
    state = Math.imul(state ^ (state >>> 13), 3266489917);
    state ^= state >>> 16;
    return (state >>> 0) % count;
  };
}

const skins = ['#f2d3b3', '#e3b48c', '#c68e62', '#9a6640', '#6f452b'];
const hairs = ['#2a2019', '#5a3a22', '#8c5a2b', '#c9a15a', '#8f8a85', '#a8452e'];
const paper = '#efe3cb';
const ink = '#25211b';

/** What somebody may wear on the head, over a face of 32 by 32. */
const hats: Record<string, (colour: string) => JSX.Element | null> = {
  none: () => null,
  stetson: (colour) => (
    <path
      d="M3 11.5c4 2.6 22 2.6 26 0-2 .2-4.4-.4-5.6-1C23 6.5 21 3.5 18.5 3.5c-1 0-1.5.7-2.5.7s-1.5-.7-2.5-.7C11 3.5 9 6.5 8.6 10.5c-1.2.6-3.6 1.2-5.6 1z"
      fill={colour}
      stroke={ink}
      stroke-width=".7"
    />
  ),
  bonnet: (colour) => <path d="M6.5 15C5 7 10 3 16 3s11 4 9.5 12c-1-5-4-7-9.5-7s-8.5 2-9.5 7z" fill={colour} stroke={ink} stroke-width=".7" />,
  bowler: (colour) => <path d="M6 10.5c3 1.6 17 1.6 20 0l-2.2-.8C23.5 5.5 20.5 3 16 3s-7.5 2.5-7.8 6.7z" fill={colour} stroke={ink} stroke-width=".7" />,
  bandana: (colour) => <path d="M7 11c3-3.6 15-3.6 18 0l-.6-3C22.5 4.5 9.5 4.5 7.6 8zM7 10.5l-3 3.5 4-1z" fill={colour} stroke={ink} stroke-width=".7" />,
  top: (colour) => <path d="M6 9.8c3 1.6 17 1.6 20 0l-3-.8.6-7.5H8.4L9 9z" fill={colour} stroke={ink} stroke-width=".7" />,
  crown: () => <path d="M8.5 9.5 7.5 3l4.5 3.5L16 2l4 4.5L24.5 3l-1 6.5z" fill="#e7b844" stroke={ink} stroke-width=".7" />,
  feather: (colour) => <path d="M7 9.5c4-2.2 14-2.2 18 0M21 8.5c0-4 2.5-6.5 5.5-7.5.4 3.5-1.5 6.5-5.5 7.5z" fill={colour} stroke={ink} stroke-width=".9" />,
  hard: () => <path d="M5.5 10.5h21v-1.4h-1.7C24.5 5.5 21 3 16 3S7.5 5.5 7.2 9.1H5.5zM14 3.2h4V8h-4z" fill="#e7b844" stroke={ink} stroke-width=".7" />,
  cap: (colour) => <path d="M7.5 10C7.5 6 11 4 16 4s8.5 2 8.5 6h4c-.4 1.4-3 1.7-5 1.7-5-1.2-11-1.2-16-1.7z" fill={colour} stroke={ink} stroke-width=".7" />,
  bun: () => null,
  headphones: (colour) => (
    <>
      <path d="M6.5 16C5.5 7.5 10 4 16 4s10.5 3.5 9.5 12" fill="none" stroke={ink} stroke-width="1.6" />
      <rect x="5" y="13.5" width="3.4" height="6" rx="1.6" fill={colour} stroke={ink} stroke-width=".7" />
      <rect x="23.6" y="13.5" width="3.4" height="6" rx="1.6" fill={colour} stroke={ink} stroke-width=".7" />
    </>
  ),
  visor: (colour) => <path d="M7 10.2c3-1.4 15-1.4 18 0l3.5 2c-5-.8-11-1-12.5-1s-6 .2-9 1z" fill={colour} stroke={ink} stroke-width=".7" />,
};

function Hair({ kind, colour, bun }: { kind: number; colour: string; bun: boolean }) {
  const shapes = [
    'M8 15c-1-7 3-10 8-10s9 3 8 10c-.8-3.5-2.5-5-4-5.5-3 1.2-8 .9-9-.2-1.5 1.2-2.4 3-3 5.7z',
    'M7.5 21C6 9 10 5 16 5s10 4 8.5 16c-1-1-1.6-4-1.7-8-2-1-3.8-2.4-4.8-3.8-2 2.4-5 3.6-8.8 4-.1 3.6-.7 6.8-1.7 7.8z',
    'M8.5 13C8 8 11 5.5 16 5.5S24 8 23.5 13c-2-3-4-4-7.5-4s-5.5 1-7.5 4z',
  ];
  return (
    <>
      {bun && <circle cx="16" cy="4.5" r="3" fill={colour} />}
      <path d={shapes[kind]} fill={colour} />
    </>
  );
}

/** The face of a bot of this game. */
export function Face({ game, name, size = 24 }: { game: string; name: string; size?: number }) {
  const looks = app.game(game)?.setup?.faces ?? { clothes: ['#1c6b50', '#35506b', '#8c3b2e'], hats: ['none', 'cap', 'bun'] };
  const draw = numbersOf(name);
  const pick = (list: string[]) => list[draw(list.length)];
  const [skin, hair, clothes, colour, hat] = [pick(skins), pick(hairs), pick(looks.clothes), pick(looks.clothes), pick(looks.hats)];
  const [kind, mouth, beard, glasses] = [draw(3), draw(3), draw(4), draw(4)];
  return (
    <svg class="face" viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <circle cx="16" cy="16" r="15.5" fill={paper} />
      <path d="M3.8 26C6 22.5 11 22 16 22s10 .5 12.2 4A15.5 15.5 0 0 1 16 31.5 15.5 15.5 0 0 1 3.8 26z" fill={clothes} />
      <path d="M13.5 20h5v3.5c-1.5 1.3-3.5 1.3-5 0z" fill={skin} />
      <ellipse cx="16" cy="15" rx="7.2" ry="8.2" fill={skin} stroke={ink} stroke-width=".6" />
      <Hair kind={kind} colour={hair} bun={hat === 'bun'} />
      {beard === 0 && <path d="M9.3 16.5c.5 5.5 3.5 7.5 6.7 7.5s6.2-2 6.7-7.5c-1.7 2.6-4 2.3-6.7 2.3s-5 .3-6.7-2.3z" fill={hair} />}
      {beard === 1 && <path d="M11.5 18.7c2-1.6 3.6-1.2 4.5-.5.9-.7 2.5-1.1 4.5.5-2 .9-3.6.9-4.5.2-.9.7-2.5.7-4.5-.2z" fill={hair} />}
      <circle cx="13" cy="14.5" r="1" fill={ink} />
      <circle cx="19" cy="14.5" r="1" fill={ink} />
      {glasses === 0 && (
        <path
          d="M10.4 14.5a2.6 2.6 0 1 0 5.2 0 2.6 2.6 0 1 0-5.2 0zM16.4 14.5a2.6 2.6 0 1 0 5.2 0 2.6 2.6 0 1 0-5.2 0z"
          fill="none"
          stroke={ink}
          stroke-width=".7"
        />
      )}
      <path
        d={['M13.3 19.8c1.5 1.3 3.9 1.3 5.4 0', 'M13.5 20.2h5', 'M13.5 19.8c1.8 1.6 4 1 5.2-.6'][mouth]}
        fill="none"
        stroke={ink}
        stroke-width=".9"
        stroke-linecap="round"
      />
      {(hats[hat] ?? hats.none)(colour)}
      <circle cx="16" cy="16" r="15.5" fill="none" stroke={ink} stroke-opacity=".35" />
    </svg>
  );
}
