// The three cards of the turn. Tapping a card gives it the next role; the row below it gives it a certain one.

import type { ComponentChildren } from 'preact';
import { cardNamed, cardWords, SuitShape } from 'shell/boards/cards';
import { roles, take, type Printed, type Region, type Role, type Sheet, type Taken } from './model';
import { regionNames } from './words';

const roleWords: Record<Role, string> = { suit: 'suit', value: 'value', poker: 'poker' };

interface LineupProps {
  lineup: string[];
  printed: Printed;
  sheet: Sheet | null;
  /** The roles as they are chosen or laid. */
  roles: Taken;
  open: boolean;
  hinted: Taken;
  setTaken: (taken: Taken) => void;
  /** Where the suit card leads, if gold makes it another suit. */
  toward: Region | null;
  deck: ComponentChildren;
}

function nextRole(role: Role | undefined, taken: Taken): Role {
  if (role) return roles[(roles.indexOf(role) + 1) % roles.length];
  return roles.find((one) => !taken[one]) ?? 'suit';
}

export function Lineup({ lineup, printed, sheet, roles: taken, open, hinted, setTaken, toward, deck }: LineupProps) {
  const regionOf = (suit: string) => Object.entries(printed.suits).find(([, one]) => one === suit)?.[0] as keyof typeof regionNames;
  return (
    <div class="ft-lineup" role="group" aria-label="The lineup">
      {[0, 1, 2].map((place) => {
        const name = lineup[place];
        if (!name) return <div key={place} class="ft-card empty" aria-hidden="true" />;
        const card = cardNamed(name);
        const role = roles.find((one) => taken[one] === name);
        const meant = roles.find((one) => hinted[one] === name);
        const goes =
          role === 'suit' && toward !== 'cemetery'
            ? regionNames[toward ?? regionOf(sheet?.cards?.as_suit && sheet.cards.as_suit !== 'any' ? sheet.cards.as_suit : card.suit)]
            : '';
        const face = (
          <>
            <span class="face" aria-hidden="true">
              <b>{card.rank}</b>
              <SuitShape suit={card.suit} size={28} />
            </span>
            {!role && open && (
              <span class="role none" aria-hidden="true">
                {meant ? `${roleWords[meant]}?` : 'tap'}
              </span>
            )}
            {role && (
              <span class="role" aria-hidden="true">
                <span>{roleWords[role]}</span>
                {goes && <small>{goes}</small>}
                {role === 'value' && sheet?.cards && sheet.cards.as_value !== card.rank && <small>as {sheet.cards.as_value}</small>}
              </span>
            )}
          </>
        );
        const classes = ['ft-card', `nr-${place}`, card.red ? 'red' : 'black', role, meant && 'hinted'].filter(Boolean).join(' ');
        return (
          <div key={`${place} ${name}`} class={classes} data-tip={`${cardWords(card)}: as suit card it goes to the ${regionNames[regionOf(card.suit)]}.`}>
            {open ? (
              <button class="whole bare" data-legal onClick={() => setTaken(take(taken, nextRole(role, taken), name, lineup))}>
                {face}
                <span class="sr">{`${cardWords(card)}${role ? `, ${role} card` : ''}: make it the ${nextRole(role, taken)} card`}</span>
              </button>
            ) : (
              <div class="whole" role="img" aria-label={`${cardWords(card)}${role ? `, ${role} card` : ''}`}>
                {face}
              </div>
            )}
            {open && (
              <div class="choose">
                {roles.map((one) => (
                  <button
                    key={one}
                    aria-pressed={role === one}
                    class={meant === one ? 'bare hinted' : 'bare'}
                    aria-label={`${cardWords(card)}: ${one} card`}
                    onClick={() => setTaken(role === one ? without(taken, one) : take(taken, one, name, lineup))}
                  >
                    {roleWords[one]}
                  </button>
                ))}
              </div>
            )}
          </div>
        );
      })}
      {deck}
    </div>
  );
}

function without(taken: Taken, role: Role): Taken {
  const next = { ...taken };
  delete next[role];
  return next;
}
