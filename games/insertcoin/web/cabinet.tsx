// A level as an arcade machine: the name on the marquee, the pixels on the screen, what it does on the panel.

import { abilityOf, counted, freeIn, rowWords, squaresIn, titled, type Level } from './model';
import { PixelText } from './pixels';
import { side, type Place } from './pieces';

interface ScreenProps {
  level: Level;
  strokes: number[];
  /** Squares that the held piece could cover. */
  fits?: Set<number>;
  ghost?: Place | null;
  /** A form that fits nowhere near: shown where it hovers. */
  loose?: { x: number; y: number; cells: [number, number][] } | null;
  hinted?: Place | null;
  fresh?: Set<number>;
}

const box = (square: number) => `translate(${(square % side) * 10} ${Math.floor(square / side) * 10})`;

/** The pixels of a level. Free: an outline; filled: bright, and joined to what was drawn with it; the ghost: striped. */
export function Pixels({ level, strokes, fits, ghost, loose, hinted, fresh }: ScreenProps) {
  const marks = level.rows.join('');
  const joins = (square: number, other: number) => strokes[square] !== undefined && strokes[square] === strokes[other] && marks[other] === 'x';
  return (
    <svg class={`ic-pixels ${level.done ? 'done' : ''}`} viewBox="0 0 80 80" data-marks={marks} aria-hidden="true">
      <g class={`sprite ${level.shape}`}>
        {[...marks].map((mark, square) => {
          if (mark === '.') return null;
          if (mark === '#')
            return (
              <g key={square} transform={box(square)} class={fits?.has(square) ? 'free fit' : 'free'}>
                <rect x="0.8" y="0.8" width="8.4" height="8.4" rx="0.6" />
                {fits?.has(square) && <rect class="pip" x="3.7" y="3.7" width="2.6" height="2.6" />}
              </g>
            );
          const right = square % side < side - 1 && joins(square, square + 1);
          const below = joins(square, square + side);
          return (
            <g key={square} transform={box(square)} class={fresh?.has(square) ? 'full fresh' : 'full'}>
              <rect x="0.5" y="0.5" width={right ? 10 : 9} height="9" />
              {below && <rect x="0.5" y="5" width="9" height="5.5" />}
              {right && below && joins(square, square + side + 1) && <rect x="9" y="9" width="2" height="2" />}
              <rect class="shine" x="1.8" y="1.8" width="2" height="2" />
            </g>
          );
        })}
      </g>
      {hinted?.squares.map((square) => (
        <rect key={square} class="hint" x="1.2" y="1.2" width="7.6" height="7.6" transform={box(square)} />
      ))}
      {loose?.cells.map(([x, y]) => (
        <g key={`${x}${y}`} class="loose" transform={`translate(${(loose.x + x) * 10} ${(loose.y + y) * 10})`}>
          <rect x="0.8" y="0.8" width="8.4" height="8.4" />
          <path d="M2.500 2.500l5 5M7.500 2.500l-5 5" />
        </g>
      ))}
      {ghost && (
        <g class="ghost" data-squares={ghost.squares.join(' ')}>
          {ghost.squares.map((square) => (
            <g key={square} transform={box(square)}>
              <rect class="under" x="0.2" y="0.2" width="9.6" height="9.6" />
              <rect class="over" x="0.7" y="0.7" width="8.600" height="8.600" />
            </g>
          ))}
        </g>
      )}
    </svg>
  );
}

interface CabinetProps extends ScreenProps {
  nr: number;
  owner: string;
  front: boolean;
  /** How many play: alone some abilities do nothing. */
  seats: number;
}

export function Cabinet({ nr, owner, front, seats, ...screen }: CabinetProps) {
  const { level } = screen;
  const [short, long] = abilityOf(level.ability, seats);
  const free = freeIn(level);
  const all = squaresIn(level);
  const words = level.done ? 'complete' : `${free} of ${counted(all, 'square')} free`;
  return (
    <section
      class={`ic-cabinet shape-${level.shape}${level.done ? ' done' : ''}${front ? ' front' : ''}${screen.ghost ? ' aimed' : ''}`}
      data-level={nr}
      aria-label={`${owner} level ${nr + 1}: ${level.shape}, ${counted(level.value, 'point')}, ${words}`}
    >
      <header aria-hidden="true">
        <i>{nr + 1}</i>
        <PixelText text={level.shape} />
        <b>
          <PixelText text={String(level.value)} />
        </b>
      </header>
      <div class="ic-screen" data-screen={nr}>
        <Pixels {...screen} />
      </div>
      <p class="sr">{rowWords(level)}</p>
      <footer>
        <span class="ability" title={long}>
          <b>{titled(level.ability)}</b> <span>{short}</span>
        </span>
        <span class="left">
          {level.done ? (
            <>
              <PixelText text="complete" />
              <span class="sr">complete</span>
            </>
          ) : (
            `${free} free`
          )}
          <b>{counted(level.points, 'point')}</b>
        </span>
        <span class="meter" aria-hidden="true">
          <i style={{ width: `${(100 * (all - free)) / all}%` }} />
        </span>
      </footer>
    </section>
  );
}

/** A level that has no shape yet. */
export function EmptyCabinet({ nr, front }: { nr: number; front: boolean }) {
  return (
    <section class={`ic-cabinet empty${front ? ' front' : ''}`} aria-label={`Level ${nr + 1}, not chosen yet`}>
      <header aria-hidden="true">
        <PixelText text={`Level ${nr + 1}`} />
      </header>
      <div class="ic-screen">
        <p class="attract" aria-hidden="true">
          <PixelText text="Insert" />
          <PixelText text="coin" />
        </p>
      </div>
      <footer />
    </section>
  );
}
