// The bonus track as a winding street: rows run forth and back, so that each space lies beside the next one.

import type { Action } from 'shell/types';
import { SuitShape } from 'shell/boards/cards';
import { spaceWords, type Space } from './model';

const perRow = 7;

export function Gem({ full, size = 22 }: { full: boolean; size?: number }) {
  return (
    <svg class={full ? 'gem full' : 'gem'} viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path class="stone" d="M6 4h12l4 6-10 11L2 10z" />
      <path class="facets" d="M2 10h20M6 4l3 6 3 11 3-11 3-6" />
    </svg>
  );
}

/** The name of the space says all of this in words; what is printed on it is drawn by the style sheet. */
function Bonus({ space }: { space: Space }) {
  if (space.bonus === 'shift') return <b class="bonus" data-text="±1" />;
  if (space.bonus === 'diamond') return <Gem full={false} size={20} />;
  if (space.bonus === 'number') return <b class="bonus boxed" data-text={space.number} />;
  return <b class="bonus" data-text={`+${space.points}`} />;
}

function gridPlace(index: number): { column: number; row: number } {
  const row = Math.floor(index / perRow);
  const along = index % perRow;
  return { row, column: row % 2 ? perRow - 1 - along : along };
}

function streetPath(count: number): string {
  let path = '';
  for (let index = 0; index < count; index++) {
    const { row, column } = gridPlace(index);
    path += `${index ? 'L' : 'M'}${column * 10 + 5} ${row * 10 + 5}`;
  }
  return path;
}

interface TrackProps {
  spaces: Space[];
  circled: number[];
  owner: string;
  moves: Action[];
  preview: Action | null;
  hinted: Action | null;
  /** Spaces of this suit are pointed out while a suit is being chosen. */
  suit: string | null;
  act: (action: Action) => void;
  setPreview: (action: Action | null) => void;
}

export function Track({ spaces, circled, owner, moves, hinted, suit, act, setPreview }: TrackProps) {
  const rows = Math.ceil(spaces.length / perRow);
  const reached = circled.length ? Math.max(...circled) : 0;
  const bySpace = new Map(moves.map((action) => [Number(action.space), action]));
  return (
    <div class="rf-track" role="group" aria-label={`Bonus track of ${owner}`}>
      <svg class="rf-street" viewBox={`0 0 ${perRow * 10} ${rows * 10}`} preserveAspectRatio="none" aria-hidden="true">
        <path class="bed" d={streetPath(spaces.length)} />
        <path class="lane" d={streetPath(spaces.length)} />
      </svg>
      <div class="rf-spaces">
        {spaces.map((space, index) => {
          const { row, column } = gridPlace(index);
          const action = bySpace.get(space.space);
          const is = circled.includes(space.space);
          const words = `space ${space.space}, ${space.suit}: ${spaceWords(space)}`;
          const ahead = space.space > reached && space.suit === suit;
          const classes = ['space', is && 'circled', space.space < reached && !is && 'passed', ahead && 'ahead', action && 'lit', hinted && hinted === action && 'hinted'];
          const put = (node: HTMLElement | null) => {
            if (!node) return;
            node.style.gridRow = String(row + 1);
            node.style.gridColumn = String(column + 1);
          };
          const inside = (
            <>
              <SuitShape suit={space.suit} size={17} />
              <Bonus space={space} />
              <small data-text={space.space} />
              {is && (
                <svg class="ring" viewBox="0 0 50 50" aria-hidden="true">
                  <path d="M27 4C12 3 4 14 4 26s10 21 22 21 21-10 20-22S36 3 22 5" pathLength={1} />
                </svg>
              )}
            </>
          );
          return action ? (
            <button
              key={space.space}
              ref={put}
              class={classes.filter(Boolean).join(' ')}
              data-legal
              aria-label={`Go to ${words}`}
              onClick={() => act(action)}
              onPointerEnter={(event) => event.pointerType !== 'touch' && setPreview(action)}
              onPointerLeave={() => setPreview(null)}
              onFocus={() => setPreview(action)}
              onBlur={() => setPreview(null)}
            >
              {inside}
            </button>
          ) : (
            <span key={space.space} ref={put} class={classes.filter(Boolean).join(' ')} role="img" aria-label={words + (is ? ', circled' : '')}>
              {inside}
            </span>
          );
        })}
      </div>
    </div>
  );
}
