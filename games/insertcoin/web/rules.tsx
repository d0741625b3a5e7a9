// Pictures for the rules.

import { pixelPath } from './pixels';

const heart = ['.##..##.', '########', '########', '########', '.######.', '..####..', '...##...'];
const filled = ['........', '.....##.', '....##..', '........', '........', '........', '........'];
const symbol = ['.##', '##.'];

/** A symbol, turned as one likes, fills squares of a picture. */
function Drawing() {
  return (
    <svg viewBox="0 0 42 20" role="img" aria-label="A symbol of four squares fills four squares of a heart" shape-rendering="crispEdges">
      <rect width="42" height="20" fill="#2b2537" />
      <rect x="3" y="5" width="11" height="10" fill="#1c1826" />
      <path d={pixelPath(symbol, 7, 9)} fill="#ffd54a" />
      <path d="M16 10h5m-2 -2l2 2l-2 2" fill="none" stroke="#f3ecff" stroke-width="0.8" />
      <rect x="24" y="2" width="16" height="16" fill="#15111f" />
      <g transform="translate(28 6.500)">
        <path d={pixelPath(heart)} fill="#4f4562" />
        <path d={pixelPath(filled)} fill="#ff7d8e" />
      </g>
    </svg>
  );
}

const rows: [string, string][] = [
  ['complete heart', '29'],
  ['a coin, 15 squares free', '21 − 15 = 6'],
  ['each Coin', '3'],
  ['each Life of the row', '1'],
];

/** What scores, as a table on a screen. */
function Points() {
  return (
    <svg viewBox="0 0 420 190" role="img" aria-label="A complete heart 29; a coin with 15 free squares 6; each Coin 3; each Life 1">
      <rect width="420" height="190" fill="#15111f" />
      {rows.map(([what, points], index) => (
        <g key={what} font-size="19" font-weight="700" fill={index % 2 ? '#9fe3b4' : '#ffd54a'}>
          <text x="22" y={42 + index * 40}>
            {what}
          </text>
          <text x="398" y={42 + index * 40} text-anchor="end">
            {points}
          </text>
        </g>
      ))}
    </svg>
  );
}

export const rulePictures = { 'A flip': Drawing, Scoring: Points };
