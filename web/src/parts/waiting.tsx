// A table that waits: who is missing, the link to send, the seats that are free; a column for each side where there are sides.

import type { JSX } from 'preact';
import type { Scene } from '../types';
import type { Tell } from './drawer';
import { Face } from './face';
import { levelWords } from './levels';
import { CopyLink, linksOf } from './links';
import { seatLabel } from './seats';

function WaitingSeat({ scene, index, tell }: { scene: Scene; index: number; tell: Tell }) {
  const { table, mine } = scene;
  const seat = table.seats[index];
  const link = linksOf(table.id).find((one) => one.seat === index);
  return (
    <li>
      {seat.kind === 'bot' && <Face game={table.game} name={seat.name ?? ''} size={36} />}
      <strong>{seat.you ? `${seatLabel(table, index)} (you)` : seatLabel(table, index)}</strong>
      {seat.team && <span class="tag">{seat.team} {seat.team_place}</span>}
      {seat.kind === 'bot' && <span class="tag">{`bot, ${levelWords(seat.level ?? 0)}`}</span>}
      {seat.kind === 'person' && !seat.online && <span class="tag">away</span>}
      {seat.kind === 'link' && link && <CopyLink label="Send this link to a friend:" path={link.path} />}
      {seat.kind === 'link' && !link && <span class="quiet">waits for somebody with an invitation</span>}
      {seat.kind === 'open' &&
        (mine.length ? (
          <span class="quiet">{table.public ? 'anybody from the lobby may sit down' : 'whoever has the address may sit down'}</span>
        ) : (
          <button class="primary" onClick={() => void tell('sit', { seat: index })}>
            {seat.team ? `Play for the ${seat.team}` : 'Sit down here'}
          </button>
        ))}
    </li>
  );
}

export function Waiting({ scene, tell }: { scene: Scene; tell: Tell }) {
  const { table } = scene;
  const free = table.seats.filter((seat) => seat.kind === 'open' || seat.kind === 'link').length;
  const teams = [...new Set(table.seats.map((seat) => seat.team))];
  const seats = (of: (team?: string) => boolean): JSX.Element => (
    <ul>{table.seats.map((seat, index) => of(seat.team) && <WaitingSeat key={index} {...{ scene, index, tell }} />)}</ul>
  );
  return (
    <section class="waiting">
      <h2>{free === 1 ? 'One seat is free' : `${free} seats are free`}</h2>
      <p>The game starts automatically when everyone has sat down. You can close this page: the table stays under &ldquo;Your games&rdquo;.</p>
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
    </section>
  );
}
