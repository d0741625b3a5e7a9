// Small drawings: team marks, hats, hit points, tokens, and what the buttons mean. All of one colour, told apart by shape.

import type { Action } from 'shell/types';
import type { Figure } from './model';
import type { Team } from './words';

function Icon({ d, class: look, box = 24 }: { d: string; class?: string; box?: number }) {
  return (
    <svg class={look ? `fu-icon ${look}` : 'fu-icon'} viewBox={`0 0 ${box} ${box}`} aria-hidden="true">
      <path d={d} />
    </svg>
  );
}

/** A star for the law, a kerchief for the others: told by shape. */
export function TeamMark({ team }: { team: Team }) {
  return (
    <Icon
      class={`team-${team}`}
      d={team === 'lawmen' ? 'M12 1.5l3 7.1 7.6.6-5.8 5 1.8 7.5L12 17.6l-6.6 4.1 1.8-7.5-5.8-5 7.6-.6z' : 'M2 5c6 3 14 3 20 0-1 7-5 13-10 17C7 18 3 12 2 5z'}
    />
  );
}

export function Hat({ colour }: { colour: 'red' | 'blue' }) {
  return (
    <svg class={`fu-hat ${colour}`} viewBox="0 0 24 16" aria-hidden="true">
      <path class="felt" d="M1 10c3 3 19 3 22 0-1 4-6 6-11 6S2 14 1 10zm5-.5C6 4 7 1 9 1c1.5 0 1.5 1 3 1s1.5-1 3-1c2 0 3 3 3 8.5-3 1.5-9 1.5-12 0z" />
      {colour === 'red' ? <path class="band" d="M6 8.5c3 1.3 9 1.3 12 0" /> : <path class="band" d="M8.5 4.5l2 2-2 2M15.5 4.5l-2 2 2 2" />}
    </svg>
  );
}

/** Hearts that were lost stay as outlines. */
export function Hearts({ of: { hit_points: count, most_hit_points: most } }: { of: Figure }) {
  return (
    <span class="fu-hearts" role="img" aria-label={`${count} hit point${count === 1 ? '' : 's'}`}>
      {Array.from({ length: Math.max(count, most) }, (_, i) => (
        <Icon
          key={i}
          class={i < count ? 'full' : 'lost'}
          d="M12 21C5 15 2 11.5 2 7.8 2 4.8 4.3 3 6.8 3c2 0 4 1.2 5.2 3.5C13.2 4.2 15.2 3 17.2 3 19.7 3 22 4.8 22 7.8c0 3.7-3 7.2-10 13.2z"
        />
      ))}
    </span>
  );
}

const tokens: Record<string, string> = {
  gold: 'M8 3h8l-2 4c5 2 7 6 7 10 0 3-2 4-4 4H7c-2 0-4-1-4-4 0-4 2-8 7-10zM12 10v8m2.5-6.5c-4-2-5 1.5-2.5 2.5s2 4-2.5 2.5',
  colt: 'M2 6h19v5h-9l-1 3H9l-2 7H3l2-9H2zM9 11l1 3',
  winchester: 'M1 17l6-4 15-7 1 2-14 8-5 4zM9 13l2 3',
  clean_water: 'M12 2c4 6 7 9 7 13a7 7 0 0 1-14 0c0-4 3-7 7-13zM9 15a3 3 0 0 0 3 3',
  poisoned_water: 'M12 2c4 6 7 9 7 13a7 7 0 0 1-14 0c0-4 3-7 7-13zM9 12l6 6m0-6l-6 6',
  dynamite: 'M4 10h13v10H4zM4 15h13M17 12c3 0 2-5 5-5M21 4l2 2-2 2-2-2z',
  document: 'M5 2h11l4 4v16H5zM15 2v5h5M8 11h9M8 15h9M8 18h5',
  hostage: 'M12 2a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM5 22c0-7 2-10 7-10s7 3 7 10zM6 16h12M6 19h12',
  face_down: 'M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20zM9 9c0-4 6-4 6 0 0 2.5-3 2.5-3 5m0 3v.5',
};

export function TokenMark({ token }: { token: string }) {
  return <Icon class="lines" d={tokens[token] ?? tokens.face_down} />;
}

const deeds: Record<string, string> = {
  move: 'M12 14a8 4 0 1 1 0 8 8 4 0 0 1 0-8zM12 11V2m-4 4l4-4 4 4',
  walk: 'M12 14a8 4 0 1 1 0 8 8 4 0 0 1 0-8zM12 11V2m-4 4l4-4 4 4',
  shoot: 'M2 9h6a4 4 0 0 1 0 6H2zM13 12h9m-4-4l4 4-4 4',
  throw: tokens.dynamite,
  face: 'M20 12a8 8 0 1 1-3-6.2M17 1v5h-5',
  take: 'M5 13v6h14v-6M12 2v11m-4-4l4 4 4-4',
  drop: 'M5 13v6h14v-6M12 13V2M8 6l4-4 4 4',
  exchange: 'M3 8h16m-4-4l4 4-4 4M21 16H5m4-4l-4 4 4 4',
  keep: 'M4 12l6 6L21 5',
  leave: 'M5 5l14 14M19 5L5 19',
  clear: 'M4 6h9v12H4zM15 12h7m-3-3l3 3-3 3',
  poison: tokens.poisoned_water,
  purify: tokens.clean_water,
  free: 'M4 21h16M7 21V3h11v5M18 8a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z',
  duel: 'M3 4l14 14m-2 3l5-5M21 4L7 18m2 3l-5-5',
  end: 'M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20zM12 6v6l4 3',
};

export function DeedMark({ action }: { action: Action }) {
  const look = action.kind === 'shoot' && action.side === 'left' ? 'lines mirrored' : 'lines';
  return <Icon class={look} d={deeds[action.kind] ?? deeds.end} />;
}

export function Clock({ hour }: { hour: number }) {
  return (
    <svg class="fu-clock" viewBox="0 0 40 40" role="img" aria-label={`${hour} o'clock`}>
      <circle cx="20" cy="20" r="18" />
      {Array.from({ length: 12 }, (_, i) => (
        <path key={i} d={i % 3 ? 'M20 4.5v2' : 'M20 4v4'} transform={`rotate(${i * 30} 20 20)`} />
      ))}
      <path class="hand" d="M20 21V9" transform={`rotate(${hour * 30} 20 20)`} />
      <path class="minute" d="M20 21V5" />
    </svg>
  );
}
