// Pictures for the rules.

const regions: [string, string, string, number, number, number, number][] = [
  ['Trail', '♥', '#d6dd9f', 10, 10, 400, 44],
  ['Badlands', '♠', '#eeae83', 10, 62, 124, 66],
  ['Cemetery', 'any', '#8f8ec0', 10, 136, 124, 52],
  ['Mine', '♦', '#c09a72', 142, 62, 124, 126],
  ['Town', '♣', '#bfe0ea', 274, 62, 136, 126],
  ['Ledger', 'what you have', '#fbf4e2', 10, 196, 400, 40],
];

/** Where the regions lie, and which suit leads there. */
function Regions() {
  return (
    <svg viewBox="0 0 420 246" role="img" aria-label="Trail on top, Badlands and Cemetery left, Mine in the middle, Town right, the ledger below">
      <rect width="420" height="246" fill="#dcbd8d" />
      {regions.map(([name, suit, tint, x, y, w, h]) => (
        <g key={name} transform={`translate(${x} ${y})`}>
          <rect width={w} height={h} rx="8" fill={tint} stroke="#241b14" stroke-width="2" />
          <text x={w / 2} y={h / 2 + (h > 60 ? -4 : 6)} text-anchor="middle" font-size="18" font-weight="700" fill="#241b14">
            {h > 60 ? name : `${name} · ${suit}`}
          </text>
          {h > 60 && (
            <text x={w / 2} y={h / 2 + 24} text-anchor="middle" font-size="26" fill="#241b14">
              {suit}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}

const roles: [string, string, string][] = [
  ['K♥', 'suit', 'where: the Trail'],
  ['5♣', 'value', 'which site: 5'],
  ['9♦', 'poker', 'into your hand'],
];

/** Three cards and their roles. */
function Roles() {
  return (
    <svg viewBox="0 0 420 176" role="img" aria-label="One card gives the suit, one the value, the third goes into the poker hand">
      <rect width="420" height="176" fill="#9a3b17" />
      {roles.map(([card, role, means], index) => (
        <g key={card} transform={`translate(${24 + index * 130} 14)`}>
          <rect width="112" height="96" rx="10" fill="#fffcf4" />
          <text x="56" y="44" text-anchor="middle" font-size="32" font-weight="700" fill={/[♥♦]/.test(card) ? '#b3261e' : '#25211b'}>
            {card}
          </text>
          <text x="56" y="80" text-anchor="middle" font-size="19" font-weight="700" fill="#25211b">
            {role}
          </text>
          <text x="56" y="136" text-anchor="middle" font-size="15.5" fill="#fff3e0">
            {means}
          </text>
        </g>
      ))}
    </svg>
  );
}

export const rulePictures = { 'A turn': Roles, 'The map': Regions };
