// A table that waits: who is missing, the link to send, the seats that are free.

import type { Scene } from '../types';
import type { Tell } from './drawer';
import { CopyLink, linksOf } from './links';
import { seatLabel } from './seats';

export function Waiting({ scene, tell }: { scene: Scene; tell: Tell }) {
  const { table, mine } = scene;
  const free = table.seats.map((_, seat) => seat).filter((seat) => table.seats[seat].kind === 'open' || table.seats[seat].kind === 'link');
  const links = linksOf(table.id);
  return (
    <section class="waiting">
      <h2>{free.length === 1 ? 'One seat is free' : `${free.length} seats are free`}</h2>
      <p>The game begins by itself when all have sat down. You can close this page: the table stays under &ldquo;Your games&rdquo;.</p>
      <ul>
        {table.seats.map((seat, index) => {
          const link = links.find((one) => one.seat === index);
          return (
            <li key={index}>
              <strong>{seat.you ? `${seatLabel(table, index)} (you)` : seatLabel(table, index)}</strong>
              {seat.team && <span class="tag">{seat.team} {seat.team_place}</span>}
              {seat.kind === 'bot' && !/^bot\b/i.test(seat.name ?? '') && <span class="tag">bot</span>}
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
        })}
      </ul>
    </section>
  );
}
