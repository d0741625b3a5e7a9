// Fair dealing: how the seed of this deal is drawn, what commits the dealer to it, and what each seat added.

import { ownBytesIn } from '../deal';
import type { Table } from '../types';

function howWords({ deal }: Table): string {
  if (deal?.how === 'together')
    return 'The dealer draws a secret and shows its fingerprint; then the players’ devices add random bytes. The seed of the deal is made from both, so nobody can choose it.';
  return 'The dealer fixed the whole deal before the first card and shows its fingerprint now; after the last card, the seed lets anyone check that nothing was changed.';
}

function OwnBytes({ table }: { table: Table }) {
  const own = table.deal?.how === 'together' && table.status !== 'waiting' ? ownBytesIn(table) : undefined;
  if (own === undefined) return null;
  return own ? (
    <p>The bytes of this device are among them, and the fingerprint is the one that it was shown before.</p>
  ) : (
    <p role="alert">The bytes that this device sent are not in this deal.</p>
  );
}

export function FairDealing({ table }: { table: Table }) {
  const { deal, seats } = table;
  const added = deal?.bytes.some((bytes) => bytes !== null);
  return (
    <div class="fair">
      <p>{howWords(table)}</p>
      {deal?.words && table.status !== 'waiting' && <p>{deal.words}</p>}
      <p>
        Fingerprint <code>{table.commitment}</code>
      </p>
      {deal && added && (
        <ul>
          {seats.map((seat, index) => (
            <li key={index}>
              {seat.name ?? `Seat ${index + 1}`}: {deal.bytes[index] ? <code>{deal.bytes[index]}</code> : 'no bytes'}
            </li>
          ))}
        </ul>
      )}
      <OwnBytes table={table} />
      {deal?.secret && (
        <p>
          Secret <code>{deal.secret}</code>
        </p>
      )}
      <p>
        {table.seed ? (
          <>
            Seed <code>{table.seed}</code>
          </>
        ) : (
          'The seed is shown when the game is over.'
        )}
      </p>
    </div>
  );
}
