// The sign of a part of the map, for its tab.

import type { Printed } from './model';
import type { Part } from './layout';
import { RegionSign } from './symbols';

export function PartSign({ part, printed, size }: { part: Part; printed: Printed; size: number }) {
  return (
    <svg viewBox="-10 -10 20 20" width={size} height={size} aria-hidden="true">
      {part === 'ledger' ? (
        <path d="M-8 -8H8V8H-8ZM-8 -3H8M-2 -3V8" fill="none" stroke="currentColor" stroke-width="2" />
      ) : (
        <RegionSign region={part} printed={printed} size={19} />
      )}
    </svg>
  );
}
