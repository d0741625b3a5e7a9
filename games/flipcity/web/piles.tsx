// The discard pile as a spread, with what can be flipped or recycled lit up, and the other players' tables, small.

import { SheetList, useTabs } from 'shell/boards/frame';
import { nameFor } from 'shell/parts/seats';
import { ShortName } from 'shell/parts/shortname';
import type { Action, Scene } from 'shell/types';
import { Chips, FaceCard } from './faces';
import type { Touch } from './market';
import { counted, lastTurn, ofFace, total, wordsOf, type SeatView, type Sides, type View } from './model';
import { Meter } from './street';
import { Sign } from './symbols';

interface DiscardProps {
  seat: SeatView;
  sides: Sides;
  owner: string;
  actions: Action[];
  hinted: Action | null;
  touch: Touch;
}

/** In the order of the printed cards, so that a pile keeps its place while it grows. */
function inOrder(seat: SeatView, sides: Sides): string[] {
  return [...sides.keys()].filter((name) => seat.discard[name]);
}

export function Discard({ seat, sides, owner, actions, hinted, touch }: DiscardProps) {
  const here = useTabs(['discard']);
  const names = inOrder(seat, sides);
  return (
    <section class={`fc-discard${here}`} aria-label={`${owner} discard pile`}>
      <header>
        <h2>
          Discard pile <small>{counted(total(seat.discard), 'card')}</small>
        </h2>
        <span class="in-deck">
          <small aria-hidden="true">In the deck</small>
          <Chips counts={seat.deck} sides={sides} label={`In ${owner} deck`} />
        </span>
      </header>
      {names.length ? (
        <ul>
          {names.map((name) => {
            const { face, back } = sides.get(name)!;
            const count = seat.discard[name];
            const offers = ofFace(actions, name).filter((action) => action.kind === 'flip' || action.kind === 'recycle');
            const kinds = [...new Set(offers.map((action) => action.kind))];
            const classes = ['fc-spread bare', offers.length && 'legal', offers.some((action) => action.text === hinted?.text) && 'hinted']
              .filter(Boolean)
              .join(' ');
            return (
              <li key={name}>
                <button
                  class={classes}
                  data-face={name}
                  data-legal={offers.length ? true : undefined}
                  onClick={(event) => touch(name, 'discard', event.currentTarget)}
                >
                  <span class="sr">{`${count} ${face.title}: ${wordsOf(face).join(', ')}${kinds.length ? `. You may ${kinds.join(' or ')}` : ''}`}</span>
                  <span class="fc-card" data-left={Math.min(count, 3)} aria-hidden="true">
                    <FaceCard face={face} evening={back} />
                    {count > 1 && <span class="left">×{count}</span>}
                    {kinds.length > 0 && (
                      <span class="can">
                        {kinds.includes('recycle') && <Sign of="recycle" />}
                        {kinds.includes('flip') && <Sign of="flip" text={face.fee} />}
                      </span>
                    )}
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
      ) : (
        <p class="quiet">Empty. Played and bought cards come here; only here can they be flipped.</p>
      )}
    </section>
  );
}

interface OthersProps {
  scene: Scene;
  sides: Sides;
  shown: number;
  setShown: (seat: number) => void;
}

export function Others({ scene, sides, shown, setShown }: OthersProps) {
  const here = useTabs(['others']);
  const view = scene.view as View;
  if (view.seats.length < 2) return null;
  return (
    <section class={`fc-others${here}`} aria-label="Other players">
      <h2>Other players</h2>
      <SheetList
        {...{ shown, setShown }}
        name="fc-tables"
        label="Other tables"
        seats={view.seats.flatMap((_, index) => (index === shown ? [] : [index]))}
        draw={(index) => {
          const seat = view.seats[index];
          const name = nameFor(scene, index);
          const active = view.acting === index && scene.table.status === 'running';
          const story = lastTurn(scene, index);
          const top = sides.get(seat.top ?? '');
          const piled: Record<string, number> = {};
          for (const face of seat.played) piled[face] = (piled[face] ?? 0) + 1;
          return {
            class: active ? 'turn' : '',
            title: `Look at ${index === scene.seat ? 'your' : `${name}’s`} table`,
            children: (
              <>
                <span class="who">
                  <strong>
                    <ShortName scene={scene} seat={index} />
                  </strong>
                  {active && <em>{view.phase === 'build' ? 'builds' : 'plays'}</em>}
                </span>
                {active && (
                  <span class="now">
                    <span>
                      <Sign of="cash" text={seat.cash} />
                      <span class="sr">{seat.cash} cash</span>
                    </span>
                    <span>
                      <Sign of="points" text={seat.points} />
                      <span class="sr">{seat.points} points</span>
                    </span>
                    <Meter seat={seat} small />
                  </span>
                )}
                {seat.played.length > 0 && <Chips counts={piled} sides={sides} label="Played" />}
                {!active && story && <span class="story">{story}</span>}
                <span class="pile">
                  <span>
                    Deck {total(seat.deck)}
                    {top && <small>{top.face.title} on top</small>}
                  </span>
                  <Chips counts={seat.deck} sides={sides} label="Deck" />
                </span>
                <span class="pile">
                  <span>Discard {total(seat.discard)}</span>
                  <Chips counts={seat.discard} sides={sides} label="Discard pile" />
                </span>
              </>
            ),
          };
        }}
      />
    </section>
  );
}
