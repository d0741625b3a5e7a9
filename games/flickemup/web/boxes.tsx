// The boxes by the table: both teams man by man, the clock, and what is inside a house.

import { useEffect, useRef } from 'preact/hooks';
import { nameFor, nameList } from 'shell/parts/seats';
import type { Scene } from 'shell/types';
import { placeWords, viewOf, type View } from './model';
import { Clock, Hat, Hearts, TeamMark, TokenMark } from './symbols';
import { buildingWords, pieceWords, shortBuildings, teams, teamOf, teamWords, tokenWords, type Team } from './words';

/** Even hours are red, odd ones blue. */
const hourColour = (hour: number): 'red' | 'blue' => (hour % 2 ? 'blue' : 'red');

/** Who plays for a side: both of two, else the one who is next, whose name is shortened where all does not fit. */
function Who({ scene, seats }: { scene: Scene; seats: number[] }) {
  const names = seats.map((seat) => nameFor(scene, seat));
  const all = nameList(names);
  const next = seats.findIndex((seat) => viewOf(scene).seats[seat].next);
  return (
    <span class="who">
      <span class="one-line" title={all}>
        {names.length < 3 ? all : names[Math.max(0, next)]}
      </span>
      {names.length > 2 && <span> and {names.length - 1} more</span>}
    </span>
  );
}

function Tokens({ tokens }: { tokens: string[] }) {
  if (!tokens.length) return null;
  return (
    <span class="fu-tokens">
      {tokens.map((token, i) => (
        <span key={i} title={tokenWords[token]}>
          <TokenMark token={token} />
          <span class="sr">{tokenWords[token]}</span>
        </span>
      ))}
    </span>
  );
}

interface ManProps {
  view: View;
  name: string;
  /** He counts for the part of the score that is looked at. */
  counts: boolean;
  /** Playing him is possible now. */
  onPlay: (() => void) | null;
  onLook: () => void;
}

/** His hat was turned over in this hour; when the game is over nobody waits any more, and nobody asks. */
const hasPlayed = (view: View, name: string): boolean => {
  const { hat } = view.shared.cowboys[name];
  return view.phase !== 'over' && hat !== undefined && hat !== view.shared.clock.colour;
};

function Man({ view, name, counts, onPlay, onLook }: ManProps) {
  const figure = view.shared.cowboys[name];
  const gone = figure.state === 'dead' || figure.state === 'gone';
  const active = view.active === name && view.phase !== 'over';
  const where = placeWords(view, name);
  const classes = ['fu-man', gone && 'gone', active && 'active', figure.available && 'ready', onPlay && 'legal', counts && 'counts'].filter(Boolean).join(' ');
  const played = hasPlayed(view, name);
  const hat = figure.hat ? `${figure.hat} hat${figure.available ? ', still to play this hour' : played ? ', has played this hour' : ''}` : '';
  return (
    <li>
      <button class={classes} onClick={onPlay ?? onLook} title={`${pieceWords(name)}: ${where}${hat ? `; ${hat}` : ''}`} data-man={name}>
        <span class="head">
          {figure.hat && <Hat colour={figure.hat} />}
          <b>{teamOf(name) ? name : `W${name.slice(-1)}`}</b>
          {view.shared.initiative === name && <i title="has the initiative">①</i>}
        </span>
        <Hearts of={figure} />
        <span class="where">
          <Tokens tokens={figure.tokens ?? []} />
          {figure.state === 'standing'
            ? figure.available
              ? 'to play'
              : played
                ? 'played'
                : ''
            : figure.state === 'inside'
              ? shortBuildings[figure.place]
              : figure.state === 'fallen'
                ? 'down'
                : figure.state}
        </span>
        <span class="sr">
          , {where}, {hat}
        </span>
      </button>
    </li>
  );
}

export interface BoxProps {
  scene: Scene;
  /** The hour of what is seen now. */
  hour: number;
  /** The men who count for the part of the score that is looked at. */
  counting: string[] | null;
  /** Hit points at the beginning: what was lost is seen. */
  onPlay: (name: string) => (() => void) | null;
  onLook: (name: string) => void;
}

function TeamBox({ scene, team, counting, onPlay, onLook }: BoxProps & { team: Team }) {
  const view = viewOf(scene);
  const men = Object.keys(view.shared.cowboys).filter((name) => (teamOf(name) ?? 'lawmen') === team);
  const seats = view.seats.flatMap((seat, index) => (seat.team === team ? [index] : []));
  const turn = view.phase !== 'over' && (view.shared.duel ? teamOf(view.shared.duel.shoots) : view.team) === team;
  const numbers = view.seats[seats[0]];
  return (
    <section
      class={turn ? `fu-team ${team} turn` : `fu-team ${team}`}
      aria-label={`${teamWords[team]}, ${numbers?.hit_points ?? 0} hit points${turn ? ', to play' : ''}`}
    >
      <header>
        <h2>
          <TeamMark team={team} />
          {teamWords[team]}
        </h2>
        <Who scene={scene} seats={seats} />
        <span class="sum">
          {numbers?.hit_points ?? 0}
          <span aria-hidden="true"> ♥</span>
          <span class="sr"> hit points</span>
        </span>
      </header>
      <ul>
        {men.map((name) => (
          <Man key={name} view={view} name={name} counts={counting?.includes(name) ?? false} onPlay={onPlay(name)} onLook={() => onLook(name)} />
        ))}
      </ul>
    </section>
  );
}

function Hour({ hour }: { hour: number }) {
  const colour = hourColour(hour);
  return (
    <section class="fu-hour" aria-label="The hour">
      <Clock hour={hour} />
      <p>
        <b>{hour} o’clock</b>
        <span>
          <Hat colour={colour} /> {colour} hats play
        </span>
      </p>
    </section>
  );
}

export function Boxes(props: BoxProps) {
  const root = useRef<HTMLDivElement>(null);
  const counting = props.counting !== null;
  useEffect(() => {
    if (counting) root.current?.scrollIntoView({ block: 'nearest' });
  }, [counting]);
  return (
    <div ref={root} class={counting ? 'fu-boxes counting' : 'fu-boxes'}>
      <TeamBox {...props} team="lawmen" />
      <Hour hour={props.hour} />
      <TeamBox {...props} team="outlaws" />
    </div>
  );
}

/** What the strip on a small screen says: both teams and the hour, in one line. */
export function Strip({ scene, hour, open, onToggle }: { scene: Scene; hour: number; open: boolean; onToggle: () => void }) {
  const view = viewOf(scene);
  const points = (team: Team) => view.seats.find((seat) => seat.team === team)?.hit_points ?? 0;
  const turn = view.shared.duel ? teamOf(view.shared.duel.shoots) : view.team;
  return (
    <button class="fu-strip" aria-expanded={open} onClick={onToggle}>
      {teams.map((team, i) => (
        <span key={team} class={turn === team && view.phase !== 'over' ? 'turn' : ''} style={{ order: i * 2 }}>
          <TeamMark team={team} /> <span class="sr-on-phones">{teamWords[team]}</span> {points(team)}
          <span aria-hidden="true"> ♥</span>
          <span class="sr"> hit points</span>
        </span>
      ))}
      <span class="clock" style={{ order: 1 }}>
        <Hat colour={hourColour(hour)} /> {hour} <span class="sr-on-phones">o’clock</span>
      </span>
      <span class="toggle" style={{ order: 3 }}>
        {open ? 'Close' : 'Teams'}
      </span>
    </button>
  );
}

/** A closer look at a house or a man. */
export function Look({ view, name, onClose }: { view: View; name: string; onClose: () => void }) {
  const building = view.shared.buildings[name];
  const figure = view.shared.cowboys[name];
  const tokens = Object.entries(building?.tokens ?? {});
  return (
    <aside class="fu-look" aria-label={pieceWords(name)}>
      <header>
        <h2>{pieceWords(name)}</h2>
        <button class="plain" aria-label="Close" onClick={onClose}>
          ✕
        </button>
      </header>
      {building && (
        <>
          {building.closed && <p>Closed until {building.closed_until} o’clock.</p>}
          <p>{building.inside.length ? `Inside: ${building.inside.map(pieceWords).join(', ')}.` : 'Nobody is inside.'}</p>
          {tokens.length + building.face_down === 0 ? (
            <p class="quiet">No tokens.</p>
          ) : (
            <ul>
              {tokens.map(([token, count]) => (
                <li key={token}>
                  <TokenMark token={token} /> {count > 1 ? `${count} × ` : ''}
                  {tokenWords[token]}
                </li>
              ))}
              {building.face_down > 0 && (
                <li>
                  <TokenMark token="face_down" /> {building.face_down > 1 ? `${building.face_down} × ` : ''}face down
                </li>
              )}
            </ul>
          )}
        </>
      )}
      {figure && (
        <>
          <p>
            {figure.hit_points} hit point{figure.hit_points === 1 ? '' : 's'}, {placeWords(view, name)}.
          </p>
          {figure.available && <p>He can still play this hour.</p>}
          {hasPlayed(view, name) && <p>He has played this hour.</p>}
          {(figure.tokens ?? []).length > 0 && (
            <ul>
              {figure.tokens!.map((token, i) => (
                <li key={i}>
                  <TokenMark token={token} /> {tokenWords[token]}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
      {view.shared.stays?.[name] ? (
        <p>It cannot be put aside now: {view.shared.stays[name]}.</p>
      ) : (
        !building && !figure && <p class="quiet">It stands in the way of whoever flicks there.</p>
      )}
    </aside>
  );
}

/** The duel's own box: who shoots, and how many shots there were. */
export function DuelBox({ view }: { view: View }) {
  const duel = view.shared.duel;
  if (!duel) return null;
  const shots = (first: boolean) => Math.floor((duel.shots + (first ? 1 : 0)) / 2);
  return (
    <p class="fu-duel">
      <b>Duel in the {buildingWords[duel.building]}</b>
      {[duel.entered, duel.defends].map((name, i) => (
        <span key={name} class={duel.shoots === name ? 'shoots' : ''}>
          <TeamMark team={teamOf(name) ?? 'lawmen'} /> {name}
          <span class="shots" role="img" aria-label={`${shots(i === 0)} of 3 shots fired${duel.shoots === name ? ', shoots now' : ''}`}>
            {[0, 1, 2].map((shot) => (
              <i key={shot} class={shot < shots(i === 0) ? 'fired' : ''} />
            ))}
          </span>
        </span>
      ))}
    </p>
  );
}
