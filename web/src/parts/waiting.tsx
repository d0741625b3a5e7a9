// A table that waits: who is missing, the link to send, the seats that are free; a column for each side where there are sides.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { app } from '../app';
import { bytesFor } from '../deal';
import type { Scene, Seat } from '../types';
import type { Tell } from './drawer';
import { Face } from './face';
import { levelOf, levels, levelWords } from './levels';
import { CopyLink, linksOf } from './links';
import type { Someone } from './personcard';
import { seatLabel } from './seats';

interface WaitingProps {
  scene: Scene;
  tell: Tell;
  onPerson: (who: Someone) => void;
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

function WaitingSeat({ scene, index, tell, onPerson }: WaitingProps & { index: number }) {
  const { table, mine } = scene;
  const seat = table.seats[index];
  const link = linksOf(table.id).find((one) => one.seat === index);
  const label = seatLabel(table, index);
  return (
    <li>
      {seat.kind === 'bot' && <Face game={table.game} name={seat.name ?? ''} size={36} />}
      {seat.kind === 'person' && seat.person && !seat.you ? (
        <button class="name-link" onClick={() => onPerson({ person: seat.person!, name: seat.name! })}>
          {label}
        </button>
      ) : (
        <strong>{seat.you ? `${label} (you)` : label}</strong>
      )}
      {seat.team && (
        <span class="tag">
          {seat.team} {seat.team_place}
        </span>
      )}
      {seat.kind === 'bot' && <span class="tag">{`bot, ${levelWords(seat.level ?? 0)}`}</span>}
      {seat.kind === 'bot' && ownsIt(scene) && <button onClick={() => void tell('remove_bot', { seat: index })}>Remove</button>}
      {seat.kind === 'person' && !seat.online && <span class="tag">away</span>}
      {seat.kind === 'link' && link && <CopyLink label="Send this link to a friend:" path={link.path} />}
      {seat.kind === 'link' && !link && <span class="quiet">waits for somebody with an invitation</span>}
      {seat.kind === 'open' &&
        (mine.length ? (
          <span class="quiet">{table.public ? 'anybody from the lobby may sit down' : 'whoever has the address may sit down'}</span>
        ) : (
          <button class="primary" onClick={() => void tell('sit', { seat: index, ...bytesFor(table.commitment) })}>
            {seat.team ? `Play for the ${seat.team}` : 'Sit down here'}
          </button>
        ))}
      {isFree(seat) && ownsIt(scene) && <PutBot {...{ scene, index, tell }} />}
    </li>
  );
}

/** What can be done about the seats that are free: an early start, or asking for one. */
function WaitingButtons({ scene, tell }: { scene: Scene; tell: Tell }) {
  const { table, mine } = scene;
  const taken = table.seats.filter((seat) => !isFree(seat)).length;
  const [least] = app.game(table.game)?.seats ?? [1, 1];
  const asked = scene.offers?.some((offer) => offer.kind === 'seat');
  const onlyLinks = table.seats.every((seat) => seat.kind !== 'open');
  return (
    <div class="buttons">
      {ownsIt(scene) && taken >= least && taken < table.seats.length && (
        <button onClick={() => void tell('start')}>{taken === 1 ? 'Start alone' : `Start with ${taken}`}</button>
      )}
      {!mine.length && onlyLinks && !asked && (
        <button class="primary" onClick={() => void tell('offer', { kind: 'seat', ...bytesFor(table.commitment) })}>
          Ask for a seat
        </button>
      )}
    </div>
  );
}

export function Waiting({ scene, tell, onPerson }: WaitingProps) {
  const { table } = scene;
  const free = table.seats.filter((seat) => seat.kind === 'open' || seat.kind === 'link').length;
  const teams = [...new Set(table.seats.map((seat) => seat.team))];
  const seats = (of: (team?: string) => boolean): JSX.Element => (
    <ul>{table.seats.map((seat, index) => of(seat.team) && <WaitingSeat key={index} {...{ scene, index, tell, onPerson }} />)}</ul>
  );
  return (
    <section class="waiting">
      <h2>{free === 1 ? 'One seat is free' : `${free} seats are free`}</h2>
      <p>The game starts automatically when everyone has sat down. You can close this page: you will find the table under &ldquo;Your games&rdquo;.</p>
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
      <WaitingButtons scene={scene} tell={tell} />
    </section>
  );
}
