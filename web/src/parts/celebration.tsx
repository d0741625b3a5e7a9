// A small celebration: cards are thrown into the air, turn over and show what is on their flip side.

const throws = [
  [-150, -62, -38, '♠'],
  [-92, -96, -16, '★'],
  [-32, -74, 8, '♥'],
  [34, -102, -10, '♦'],
  [94, -70, 20, '★'],
  [150, -88, 36, '♣'],
] as const;

export function Celebration() {
  return (
    <svg class="celebration" viewBox="-200 -120 400 120" width="400" height="120" aria-hidden="true">
      {throws.map(([x, y, turn, sign], nr) => (
        <g key={nr} style={{ '--x': `${x}px`, '--y': `${y + 26}px`, '--turn': `${turn}deg`, '--nr': nr }}>
          <g class="thrown">
            <g class="flipping">
              <rect x="-15" y="-21" width="30" height="42" rx="4" />
              <text y="8" class={sign === '♥' || sign === '♦' ? 'red' : ''}>
                {sign}
              </text>
            </g>
          </g>
        </g>
      ))}
      {[-176, -120, -58, 4, 66, 122, 178].map((x, nr) => (
        <path key={x} class="spark" style={{ '--nr': nr }} d={`M${x} ${-18 - ((nr * 37) % 52)}l2 5 5 2-5 2-2 5-2-5-5-2 5-2z`} />
      ))}
    </svg>
  );
}
