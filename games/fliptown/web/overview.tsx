// The whole map on a phone, where a drawing of it would be too small to read: each part as a tile that says how far one is, what
// can be done there, and leads to it.

import { arrestChance, handOf, percent, regions, type Offer, type Printed, type Region, type Sheet, type View } from './model';
import type { Part } from './layout';
import { RegionSign } from './symbols';
import { counted, regionNames } from './words';

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

function sitesOf(region: Region, printed: Printed): number {
  if (region === 'badlands') return printed.badlands.reduce((sum, row) => sum + row.targets.length, 0);
  if (region === 'mine') return printed.mine.length;
  return region === 'cemetery' ? 8 : 13;
}

/** How far one has come in a region, in a few words. */
function progress(region: Region, sheet: Sheet, printed: Printed): string {
  const done = sheet[region].length;
  if (region === 'trail') return done ? `at stop ${sheet.trail[done - 1]} of 13` : 'not begun';
  if (region === 'badlands' && done) return `${done} of ${sitesOf(region, printed)} robbed, ${sheet.robbed.length} in full`;
  return `${done} of ${sitesOf(region, printed)} circled`;
}

function reach(region: Region, offers: Map<string, Offer>): string {
  const here = [...offers.values()].filter((offer) => offer.region === region);
  const free = here.filter((offer) => offer.gold === 0).length;
  if (!here.length) return '';
  if (free === here.length) return `${free} to visit`;
  return free ? `${free} to visit, ${here.length - free} with gold` : `${here.length} with gold`;
}

interface OverviewProps {
  view: View;
  sheet: Sheet;
  offers: Map<string, Offer>;
  hinted: Set<string>;
  setPart: (part: Part) => void;
}

export function Overview({ view, sheet, offers, hinted, setPart }: OverviewProps) {
  const printed = view.shared.map;
  const cards = [...sheet.poker, ...(sheet.holdem ?? [])];
  const hand = cards.length ? handOf(cards) : 'no card yet';
  return (
    <div class="ft-overview">
      {regions.map((region) => {
        const open = reach(region, offers);
        const meant = [...hinted].some((key) => key.startsWith(`${region} `));
        return (
          <button
            key={region}
            class={['ft-far', region, open && 'lit', meant && 'hinted'].filter(Boolean).join(' ')}
            data-part={region}
            data-legal={open ? '' : undefined}
            onClick={() => setPart(region)}
          >
            <b>
              <PartSign part={region} printed={printed} size={20} />
              {regionNames[region]}
            </b>
            <span>{progress(region, sheet, printed)}</span>
            {open && <em>{open}</em>}
          </button>
        );
      })}
      <button class="ft-far ledger" data-part="ledger" onClick={() => setPart('ledger')}>
        <b>
          <PartSign part="ledger" printed={printed} size={20} />
          Ledger
        </b>
        <span>
          Poker: {hand}; {counted(sheet.pans, 'pan')}, {counted(sheet.hammers, 'hammer')}
        </span>
        {view.phase !== 'over' && <span>{sheet.wanted ? `Arrest: ${percent(arrestChance(view, sheet))}` : 'Nothing to fear from the Sheriff'}</span>}
      </button>
    </div>
  );
}
