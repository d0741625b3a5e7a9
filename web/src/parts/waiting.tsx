// A table that waits: its terms, the one link to send, who is missing, and what its owner can do about it; a column for each side where
// there are sides.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { app } from '../app';
import { bytesFor } from '../deal';
import { request, type ServerError } from '../request';
import { follow } from '../route';
import { useCircle } from '../social';
import type { Scene, Seat } from '../types';
import { ChangeTerms } from './changeterms';
import type { Tell } from './drawer';
import { Face } from './face';
import { levelOf, levels, levelWords } from './levels';
import { CopyLink } from './links';
import type { Someone } from './personcard';
import { nameList, seatLabel } from './seats';
import { clockWords, isLive, optionWords, ratedWords } from './terms';

interface WaitingProps {
  scene: Scene;
  tell: Tell;
  onPerson: (who: Someone) => void;
  leave: () => void;
}

const ownsIt = ({ table, mine }: Scene) => typeof table.owner === 'number' && mine.includes(table.owner);
const isFree = (seat: Seat) => seat.kind === 'open' || seat.kind === 'link';

/** A bot of any level for a free seat. */
function PutBot({ scene, index, tell }: { scene: Scene; index: number; tell: Tell }) {
  const [level, setLevel] = useState(() => levelOf(scene.table.game));
  return (
    <span class="put-bot">
      <select aria-label={`How strong a bot in seat ${index + 1} is`} value={level} onChange={(event) => setLevel(Number(event.currentTarget.value))}>
        {levels.map((one) => (
          <option key={one} value={one}>
            {levelWords(one)}
          </option>
        ))}
      </select>
      <button onClick={() => void tell('put_bot', { seat: index, level })}>Put a bot here</button>
    </span>
  );
}

/** A friend from the list, for whom the seat is kept. */
function KeepForFriend({ scene, index }: { scene: Scene; index: number }) {
  const circle = useCircle();
  const [problem, setProblem] = useState('');
  const here = new Set(scene.table.seats.flatMap(({ person, for: kept }) => [person, kept?.person]));
  const friends = circle?.friends.filter((friend) => friend.state === 'friend' && !here.has(friend.id)) ?? [];
  const invite = (person: string) =>
    request('POST', '/api/challenges', { person, table: scene.table.id, seat: index }).catch((error: ServerError) => setProblem(error.message));
  if (!friends.length) return null;
  return (
    <span class="put-bot">
      <select aria-label={`Invite a friend to seat ${index + 1}`} value="" onChange={(event) => void invite(event.currentTarget.value)}>
        <option value="">Invite a friend …</option>
        {friends.map(({ id, name, online }) => (
          <option key={id} value={id}>
            {online ? `${name} (here)` : name}
          </option>
        ))}
      </select>
      {problem && (
        <small class="problem" role="alert">
          {problem}
        </small>
      )}
    </span>
  );
}

/** Who sits there, or what may become of a free seat. */
function SeatWords({ scene, index, onPerson }: Pick<WaitingProps, 'scene' | 'onPerson'> & { index: number }) {
  const { table } = scene;
  const seat = table.seats[index];
  const label = seatLabel(table, index);
  return (
    <>
      {seat.kind === 'bot' && <Face game={table.game} name={seat.name ?? ''} size={36} />}
      {seat.kind === 'person' && seat.person && !seat.you ? (
        <button class="name-link" onClick={() => onPerson({ person: seat.person!, name: seat.name! })}>
          {label}
        </button>
      ) : (
        <strong>{seat.you ? `${label} (you)` : isFree(seat) ? 'A free seat' : label}</strong>
      )}
      {seat.team && (
        <span class="tag">
          {seat.team} {seat.team_place}
        </span>
      )}
      {table.owner === index && !seat.you && <span class="tag">host</span>}
      {seat.kind === 'bot' && <span class="tag">{`bot, ${levelWords(seat.level ?? 0)}`}</span>}
      {seat.kind === 'person' && !seat.online && <span class="tag">away</span>}
      {seat.for && <span class="quiet">kept for {seat.for.name}, who is invited</span>}
      {seat.kind === 'link' && !seat.for && <span class="quiet">for whoever has the link</span>}
      {seat.kind === 'open' && scene.mine.length > 0 && (
        <span class="quiet">{table.public ? 'anybody from the lobby may sit down' : 'whoever has the address may sit down'}</span>
      )}
    </>
  );
}

/** What the owner can do with a seat. */
function HostButtons({ scene, index, tell }: Pick<WaitingProps, 'scene' | 'tell'> & { index: number }) {
  const circle = useCircle();
  const seat = scene.table.seats[index];
  const kept = seat.for && circle?.challenges.find((one) => one.mine && one.table === scene.table.id && one.to.id === seat.for!.person);
  if (seat.you) return null;
  return (
    <>
      {seat.kind === 'bot' && <button onClick={() => void tell('remove_bot', { seat: index })}>Remove</button>}
      {seat.kind === 'person' && (
        <>
          <button onClick={() => void tell('hand_over', { seat: index })}>Make host</button>
          <button aria-label={`Remove ${seat.name}`} onClick={() => void tell('remove', { seat: index })}>
            Remove
          </button>
        </>
      )}
      {kept && <button onClick={() => void request('POST', '/api/challenges/answer', { id: kept.id, accept: false }).catch(() => undefined)}>Take back</button>}
      {isFree(seat) && !seat.for && <KeepForFriend {...{ scene, index }} />}
      {isFree(seat) && <PutBot {...{ scene, index, tell }} />}
    </>
  );
}

function WaitingSeat({ scene, index, tell, onPerson }: Omit<WaitingProps, 'leave'> & { index: number }) {
  const { table, mine } = scene;
  const seat = table.seats[index];
  return (
    <li>
      <SeatWords {...{ scene, index, onPerson }} />
      {seat.kind === 'open' && !mine.length && (
        <button class="primary" onClick={() => void tell('sit', { seat: index, ...bytesFor(table.commitment) })}>
          {seat.team ? `Play for the ${seat.team}` : 'Sit down here'}
        </button>
      )}
      {ownsIt(scene) && <HostButtons {...{ scene, index, tell }} />}
    </li>
  );
}

/** One link for all free seats, the same on all devices of the owner. */
function TableLink({ scene, tell }: Pick<WaitingProps, 'scene' | 'tell'>) {
  const { link, seats } = scene.table;
  if (!ownsIt(scene) || link === undefined || !seats.some((seat) => isFree(seat) && !seat.for)) return null;
  return (
    <div class="table-link">
      {link && <CopyLink label="Send this link: it works for any free seat, until the table is full." path={link} />}
      <div class="buttons">
        <button onClick={() => void tell('link', { on: true })}>{link ? 'New link' : 'Make a link'}</button>
        {link && <button onClick={() => void tell('link', { on: false })}>Close the link</button>}
      </div>
    </div>
  );
}

/** What can be done about the table: other terms, an early start, asking for a seat, leaving. */
function WaitingButtons({ scene, tell, leave }: Omit<WaitingProps, 'onPerson'>) {
  const { table, mine } = scene;
  const [changing, setChanging] = useState(false);
  const taken = table.seats.filter((seat) => !isFree(seat)).length;
  const [least] = app.game(table.game)?.seats ?? [1, 1];
  const asked = scene.offers?.some((offer) => offer.kind === 'seat');
  const onlyLinks = table.seats.every((seat) => seat.kind !== 'open');
  return (
    <div class="buttons">
      {ownsIt(scene) && taken >= least && taken < table.seats.length && (
        <button onClick={() => void tell('start')}>{taken === 1 ? 'Start alone' : `Start with ${taken}`}</button>
      )}
      {ownsIt(scene) && <button onClick={() => setChanging(true)}>Change the table</button>}
      {!mine.length && onlyLinks && !asked && (
        <button class="primary" onClick={() => void tell('offer', { kind: 'seat', ...bytesFor(table.commitment) })}>
          Ask for a seat
        </button>
      )}
      {mine.length > 0 && <button onClick={leave}>{taken === mine.length ? 'Give up the table' : 'Leave'}</button>}
      {changing && <ChangeTerms table={table} tell={tell} onClose={() => setChanging(false)} />}
    </div>
  );
}

/** Everybody has sat down: who is still to say that they are ready. */
function ReadyCheck({ scene, tell }: Pick<WaitingProps, 'scene' | 'tell'>) {
  const { table, mine } = scene;
  const missing = table.not_ready ?? [];
  const others = missing.filter((seat) => !mine.includes(seat)).map((seat) => seatLabel(table, seat) + (table.seats[seat].online ? '' : ' (away)'));
  return (
    <div class="ready-check" role="status">
      {missing.some((seat) => mine.includes(seat)) && (
        <button class="primary" onClick={() => void tell('ready')}>
          I am ready
        </button>
      )}
      {others.length > 0 && <span>Waiting for {nameList(others)} …</span>}
    </div>
  );
}

export function Waiting({ scene, tell, onPerson, leave }: WaitingProps) {
  const { table } = scene;
  const free = table.seats.filter(isFree).length;
  const teams = [...new Set(table.seats.map((seat) => seat.team))];
  const seats = (of: (team?: string) => boolean): JSX.Element => (
    <ul>{table.seats.map((seat, index) => of(seat.team) && <WaitingSeat key={index} {...{ scene, index, tell, onPerson }} />)}</ul>
  );
  return (
    <section class="waiting">
      <h2>{free === 0 ? 'Is everybody ready?' : free === 1 ? 'One seat is free' : `${free} seats are free`}</h2>
      <p class="terms">{[clockWords(table.clock), ratedWords(table), ...optionWords(table)].join(' · ')}</p>
      {free === 0 && <ReadyCheck {...{ scene, tell }} />}
      <TableLink {...{ scene, tell }} />
      {teams.length < 2 ? (
        seats(() => true)
      ) : (
        <div class="sides">
          {teams.map((team) => (
            <section key={team}>
              <h3>{team!.replace(/^./, (letter) => letter.toUpperCase())}</h3>
              {seats((other) => other === team)}
            </section>
          ))}
        </div>
      )}
      <p class="quiet">
        The game starts by itself when everybody has sat down{isLive(table.clock) ? ' and is ready' : ''}. You can close this page: the table is under
        &ldquo;Your games&rdquo;.
        {table.league && (
          <>
            {' '}
            Members of{' '}
            <a href={`/leagues/${table.league}`} onClick={follow}>
              the league
            </a>{' '}
            find it there.
          </>
        )}
      </p>
      <WaitingButtons {...{ scene, tell, leave }} />
    </section>
  );
}
