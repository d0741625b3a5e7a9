// Pictures for the rules.

import { SuitShape, type Suit } from 'shell/boards/cards';

interface RuleCard {
  rank: string;
  suit: Suit;
  red: boolean;
  gives: 0 | 1 | 2;
}

const cards: RuleCard[] = [
  { rank: 'Q', suit: 'hearts', red: true, gives: 0 },
  { rank: '8', suit: 'spades', red: false, gives: 1 },
  { rank: '10', suit: 'spades', red: false, gives: 2 },
];

const words = ['colour', 'number', 'suit'];

/** Three cards: the colour of one, the number of another, the suit of the third. */
function Choice() {
  return (
    <svg viewBox="0 0 420 200" role="img" aria-label="Three cards: the colour of the queen, the number of the 8, the suit of the 10">
      <rect width="420" height="200" fill="#1c5a45" />
      {cards.map(({ rank, suit, red, gives }, index) => {
        const tint = red ? '#b3261e' : '#25211b';
        return (
          <g key={rank} transform={`translate(${34 + index * 126} 18)`}>
            <rect width="100" height="136" rx="10" fill="#fffcf4" />
            <rect x="5" y={5 + gives * 43} width="90" height="40" rx="7" fill="#dcebdd" stroke="#1c6b50" stroke-width="3" />
            <circle cx="50" cy="25" r="10" fill={red ? '#fffaf0' : tint} stroke={tint} stroke-width="5" />
            <text x="50" y="80" text-anchor="middle" font-size="32" font-weight="700" fill={tint}>
              {rank}
            </text>
            <g transform="translate(37 98)" fill={tint}>
              <SuitShape suit={suit} size={26} />
            </g>
            <text x="50" y="164" text-anchor="middle" font-size="18" fill="#f6ecd2">
              {words[gives]}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

interface Cell {
  x: number;
  y: number;
  number: number;
  red?: boolean;
}

const road: Cell[] = [4, 5, 6].map((number, x) => ({ x: x + 1, y: 0, number, red: true }));
const area: Cell[] = [
  { x: 1, y: 1, number: 2 },
  { x: 2, y: 1, number: 2, red: true },
  { x: 2, y: 2, number: 2 },
];

/** A road between two casinos, and an area. */
function Scoring() {
  return (
    <svg viewBox="0 0 420 236" role="img" aria-label="A red road 4, 5, 6 between two casinos scores 6; an area of three 2s scores 3">
      <rect width="420" height="236" fill="#e4d9c1" />
      {[0, 4].map((x) => (
        <g key={x} transform={`translate(${12 + x * 68} 12)`}>
          <rect width="60" height="60" rx="8" fill="#1c5a45" />
          <path d="M30 12l14 18-14 18-14-18z" fill="#e3b54c" />
        </g>
      ))}
      {[...road, ...area].map(({ x, y, number, red }) => (
        <g key={`${x} ${y}`} transform={`translate(${12 + x * 68} ${12 + y * 68})`}>
          <rect width="60" height="60" rx="8" fill="#fffcf4" stroke={red ? '#b3261e' : '#25211b'} stroke-width="4" />
          <text x="30" y="41" text-anchor="middle" font-size="32" font-weight="700" fill={red ? '#b3261e' : '#25211b'}>
            {number}
          </text>
        </g>
      ))}
      <text x="352" y="118" text-anchor="middle" font-size="19" font-weight="700" fill="#25211b">
        road: 3 + 3
      </text>
      <text x="300" y="190" text-anchor="middle" font-size="19" font-weight="700" fill="#25211b">
        area: 3
      </text>
    </svg>
  );
}

export const rulePictures = { 'A round': Choice, Scoring };
