// Pictures for the rules.

import { Art } from './art';

interface RuleSide {
  face: string;
  title: string;
  signs: string[];
  evening: boolean;
}

const sides: RuleSide[] = [
  { face: 'hospital', title: 'Hospital', signs: ['1 cash'], evening: false },
  { face: 'church', title: 'Church', signs: ['limit +1'], evening: true },
];

/** A card with its two sides, and the fee between them. */
function TwoSides() {
  return (
    <svg viewBox="0 0 420 190" role="img" aria-label="A card by day, and for a fee its other side by night">
      <rect width="420" height="190" fill="#b9c9a4" />
      {sides.map(({ face, title, signs, evening }, index) => (
        <g key={face} transform={`translate(${40 + index * 210} 14)`}>
          <rect width="130" height="162" rx="12" fill={evening ? '#2c3854' : '#fffcf4'} stroke="#25211b" stroke-width="2" />
          <svg x="25" y="36" width="80" height="80" overflow="visible">
            <Art name={face} evening={evening} />
          </svg>
          {[title, ...signs].map((text, line) => (
            <text key={text} x="65" y={line ? 26 : 146} text-anchor="middle" font-size="18" font-weight="700" fill={evening ? '#f4ecdb' : '#25211b'}>
              {text}
            </text>
          ))}
        </g>
      ))}
      <path d="M180 96h54m-14 -12l14 12l-14 12" fill="none" stroke="#25211b" stroke-width="5" />
      <text x="207" y="74" text-anchor="middle" font-size="17" font-weight="700" fill="#25211b">
        fee
      </text>
    </svg>
  );
}

const turn = ['Play', 'Play', 'Play', 'Stop'];

/** A turn: cards until one stops, and two unhappy symbols are the most. */
function Turn() {
  return (
    <svg viewBox="0 0 420 120" role="img" aria-label="Play, play, play, then stop and build, before a third unhappy symbol comes">
      <rect width="420" height="120" fill="#9a9484" />
      {turn.map((word, index) => (
        <g key={index} transform={`translate(${20 + index * 100} 18)`}>
          <rect width="80" height="84" rx="10" fill={index < 3 ? '#fffcf4' : '#1c6b50'} />
          <text x="40" y="34" text-anchor="middle" font-size="19" font-weight="700" fill={index < 3 ? '#25211b' : '#fff'}>
            {word}
          </text>
          {index < 2 && (
            <g fill="none" stroke="#96190f" stroke-width="3">
              <circle cx="40" cy="60" r="14" />
              <path d="M33 67q7 -8 14 0M34 56h2M44 56h2" />
            </g>
          )}
          {index === 3 && (
            <text x="40" y="66" text-anchor="middle" font-size="16" fill="#fff">
              build
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}

export const rulePictures = { 'Your turn': Turn, 'The cards': TwoSides };
