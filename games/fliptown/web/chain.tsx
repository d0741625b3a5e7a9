// A turn as a chain: the visit, what it led to, and the bonus tickets that still wait at its end.

import type { Deed, Printed, Region } from './model';
import { Picture, RegionSign } from './symbols';
import { cardTalk, regionNames, sentenceCase, shortDeed, ticketName } from './words';

interface ChainProps {
  deeds: Deed[];
  waiting: Region[];
  printed: Printed;
  /** The region whose ticket is being looked at. */
  chosen: Region | null;
  onTicket?: (region: Region) => void;
}

function outcome(drawn: string): string {
  if (!drawn) return '';
  const card = /(10|[2-9AJQK])[♠♥♣♦]/.exec(drawn)?.[0] ?? '';
  if (/robbery/.test(drawn)) return `${card} ${/success/.test(drawn) ? '✓' : '✗'}`;
  return card;
}

export function Chain({ deeds, waiting, printed, chosen, onTicket }: ChainProps) {
  const links = deeds.filter((deed) => !deed.text.startsWith('arrange'));
  if (!links.length && !waiting.length) return null;
  return (
    <ol class="ft-chain" aria-label="This turn">
      {links.map((deed, index) => {
        const words = deed.text.split(' ');
        const visit = words[0] === 'visit';
        const region = words[1] as Region;
        const small = outcome(deed.drawn);
        return (
          <li
            key={index}
            class={visit ? `link ${region}` : 'link inside'}
            data-tip={`${sentenceCase(deed.tell)}.${deed.drawn ? ` ${sentenceCase(deed.drawn)}.` : ''}`}
          >
            {visit && (
              <svg viewBox="-10 -10 20 20" width="15" height="15" aria-hidden="true">
                <RegionSign region={region} printed={printed} size={18} />
              </svg>
            )}
            <span>
              {shortDeed(deed.text, printed)}
              {small && <small> {small}</small>}
            </span>
          </li>
        );
      })}
      {waiting.map((region) => (
        <li key={`+${region}`} class="waits">
          {onTicket ? (
            <button
              class={chosen === region ? 'ticket chosen' : 'ticket'}
              aria-pressed={chosen === region}
              aria-label={`${ticketName(region)}: show its sites`}
              onClick={() => onTicket(region)}
            >
              <Picture token={{ kind: 'bonus', n: 1, region }} printed={printed} size={24} />
              {regionNames[region]}
            </button>
          ) : (
            <span class="ticket">
              <Picture token={{ kind: 'bonus', n: 1, region }} printed={printed} size={24} />
              {regionNames[region]}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}

/** The cards of a way, as they would lie. */
export function wayWords(suit: string, value: string, poker: string): string {
  return `suit ${cardTalk(suit)}, value ${cardTalk(value)}, poker ${cardTalk(poker)}`;
}
