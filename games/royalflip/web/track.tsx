// The bonus track as a winding street: rows run forth and back, so that each space lies beside the next one. On its tile a space shows
// its number, its suit and its bonus, each in a place of its own.

import { useTabs } from 'shell/boards/frame';
import type { Action } from 'shell/types';
import { SuitShape } from 'shell/boards/cards';
import { onTrack, spaceWords, type Part, type Space } from './model';
import type { Pointing } from './pointing';

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
  if (space.bonus === 'diamond') return <Gem full={false} size={19} />;
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

/** The tile of a space, and the ring around it once it is circled. */
function Tile({ space, circled }: { space: Space; circled: boolean }) {
  return (
    <>
      <span class="tile">
        <small data-text={space.space} />
        <SuitShape suit={space.suit} size={14} />
        <Bonus space={space} />
      </span>
      {circled && (
        <svg class="ring" viewBox="0 0 50 50" preserveAspectRatio="none" aria-hidden="true">
          <path d="M24 3H36Q47 2 47 14V36Q48 47 36 47H13Q2 48 3 36V13Q2 3 14 3L30 4" pathLength={1} />
        </svg>
      )}
    </>
  );
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
  part: Part | null;
  pointing: Pointing;
}

export function Track({ spaces, circled, owner, moves, preview, hinted, suit, part, pointing }: TrackProps) {
  const here = useTabs(...onTrack);
  const rows = Math.ceil(spaces.length / perRow);
  const reached = circled.length ? Math.max(...circled) : 0;
  const target = preview?.kind === 'track' ? Number(preview.space) : 0;
  const bySpace = new Map(moves.map((action) => [Number(action.space), action]));
  const place = (node: HTMLElement | null, index: number) => {
    if (!node) return;
    const { row, column } = gridPlace(index);
    node.style.gridRow = String(row + 1);
    node.style.gridColumn = String(column + 1);
  };
  const classesOf = (space: Space, action: Action | undefined) => {
    const is = circled.includes(space.space);
    const counts = is && ((part === 'diamonds' && space.bonus === 'diamond') || (part === 'points' && space.bonus === 'points'));
    return [
      'space bare',
      is && 'circled',
      space.space === reached && 'here',
      space.space < reached && !is && 'passed',
      space.space > reached && space.space < target && 'behind',
      space.space > reached && space.suit === suit && 'ahead',
      action && 'legal',
      action && preview === action && 'shown',
      action && hinted === action && 'hinted',
      counts && 'counts',
    ]
      .filter(Boolean)
      .join(' ');
  };
  return (
    <div class={`rf-track${part === 'diamonds' || part === 'points' ? ' looking' : ''}${here}`} role="group" aria-label={`Bonus track of ${owner}`}>
      <svg class="rf-street" viewBox={`0 0 ${perRow * 10} ${rows * 10}`} preserveAspectRatio="none" aria-hidden="true">
        <path class="kerb" d={streetPath(spaces.length)} />
        <path class="bed" d={streetPath(spaces.length)} />
        <path class="lane" d={streetPath(spaces.length)} />
      </svg>
      <span class={reached ? 'rf-start' : 'rf-start here'} role="img" aria-label={reached ? 'Start' : 'Start: the track begins here'} />
      <div class="rf-spaces">
        {spaces.map((space, index) => {
          const action = bySpace.get(space.space);
          const is = circled.includes(space.space);
          const words = `space ${space.space}, ${space.suit}: ${spaceWords(space)}`;
          const why = !moves.length ? '' : space.space <= reached ? '. It lies behind you.' : '. You did not take this suit.';
          return action ? (
            <button
              key={space.space}
              ref={(node) => place(node, index)}
              class={classesOf(space, action)}
              data-legal
              aria-label={`Go to ${words}`}
              {...pointing.on(action)}
            >
              <Tile space={space} circled={is} />
            </button>
          ) : (
            <span
              key={space.space}
              ref={(node) => place(node, index)}
              class={classesOf(space, undefined)}
              role="img"
              aria-label={words + (is ? ', circled' : '')}
              title={words + why}
            >
              <Tile space={space} circled={is} />
            </span>
          );
        })}
      </div>
    </div>
  );
}
