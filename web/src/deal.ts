// What this client adds to the draw of a deal, so that nobody can choose it: 16 random bytes with every request that seats somebody. The
// last ones are kept, so that the page can say afterwards whether they are in the deal, and whether the server kept its word.

import { request } from './request';
import type { Table } from './types';

const kept = 'flipside.deals';
const most = 50;

export const freshBytes = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

type Added = { bytes: string; commitment: string };

function added(): Added[] {
  try {
    return JSON.parse(localStorage.getItem(kept) ?? '[]');
  } catch {
    return [];
  }
}

/** Bytes for a deal whose commitment was shown; an older server shows none, and gets none. */
export function bytesFor(commitment: string | null | undefined): { bytes?: string } {
  if (!commitment) return {};
  const bytes = freshBytes();
  try {
    localStorage.setItem(kept, JSON.stringify([...added(), { bytes, commitment }].slice(-most)));
  } catch {
    // then nobody can look it up later
  }
  return { bytes };
}

type Promised = { ticket: string; commitment: string };

/** For a request that makes a table: the server commits itself first. `ask` is another way to it. */
export async function newDeal(ask: () => Promise<Promised> = () => request('GET', '/api/deal')): Promise<{ ticket?: string; bytes?: string }> {
  try {
    const { ticket, commitment } = await ask();
    return { ticket, ...bytesFor(commitment) };
  } catch {
    return {}; // an older server; what else is wrong shows when the table is asked for
  }
}

/** Are the bytes of this client in the deal, under the commitment that it was shown? Unknown for a deal that was made elsewhere. */
export function ownBytesIn({ deal, commitment }: Table): boolean | undefined {
  const own = added().find((one) => one.commitment === commitment);
  return own && deal?.bytes.includes(own.bytes);
}

export const isChosen = ({ deal }: Table) => deal?.how === 'named';
