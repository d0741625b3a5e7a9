// The others' pads, small; and what everybody may know about the deck.

import { SheetList, useTabs } from 'shell/boards/frame';
import { nameFor } from 'shell/parts/seats';
import { ShortName } from 'shell/parts/shortname';
import type { Scene } from 'shell/types';
import { cardOf, counted, freeIn, lastTell, overWords, seenCards, toCome, type Level, type View } from './model';
import { formOf } from './pieces';
import { FormPicture, pixelPath, Sprite } from './pixels';
import { Badges } from './status';

/** A level as small as it gets: free squares dim, filled ones bright. */
export function MiniLevel({ level }: { level: Level }) {
  const free = level.rows.map((row) => row.replace(/x/g, '.'));
  const full = level.rows.map((row) => row.replace(/#/g, '.'));
  return (
    <svg class={`ic-mini shape-${level.shape}${level.done ? ' done' : ''}`} viewBox="-0.5 -0.5 9 9" aria-hidden="true" shape-rendering="crispEdges">
      <path class="free" d={pixelPath(free)} />
      <path class="full" d={pixelPath(full)} />
    </svg>
  );
}

interface PadsProps {
  scene: Scene;
  shown: number;
  setShown: (seat: number) => void;
}

function padWords(view: View, seat: number): string {
  const pad = view.seats[seat];
  const levels = pad.levels.map((level, index) => `level ${index + 1} ${level.shape} ${level.done ? 'complete' : `${freeIn(level)} free`}`);
  return [counted(pad.lives, 'Life', 'Lives'), counted(pad.coins, 'Coin'), counted(pad.score.total, 'point'), ...levels].join(', ');
}

export function Pads({ scene, shown, setShown }: PadsProps) {
  const here = useTabs(['more']);
  const view = scene.view as View;
  const { table } = scene;
  if (view.seats.length < 2) return null;
  return (
    <section class={`ic-pads${here}`} aria-label="The other pads">
      <SheetList
        {...{ shown, setShown }}
        name="ic-list"
        label="Pads"
        seats={view.seats.flatMap((_, seat) => (seat === shown ? [] : [seat]))}
        draw={(seat) => {
          const pad = view.seats[seat];
          const name = nameFor(scene, seat);
          const acting = table.status === 'running' && table.to_act.includes(seat);
          const tell = view.round ? lastTell(scene, seat) : '';
          return {
            class: acting ? 'ic-pad acting' : 'ic-pad',
            children: (
              <>
                <span class="sr">{`${name}: ${padWords(view, seat)}. ${acting ? 'Plays' : 'Ready'}. ${tell ? `Last: ${tell}. ` : ''}Look at this pad`}</span>
                <span class="who" aria-hidden="true">
                  <b>{name === 'You' ? name : <ShortName scene={scene} seat={seat} />}</b>
                  <em>{pad.score.total}</em>
                </span>
                <span class="levels" aria-hidden="true">
                  {pad.levels.map((level, index) => (
                    <MiniLevel key={index} level={level} />
                  ))}
                  {!pad.levels.length && <i>{acting ? 'chooses …' : 'has chosen'}</i>}
                </span>
                <span class="goods" aria-hidden="true">
                  <Sprite of="life" /> {pad.lives} <Sprite of="coin" /> {pad.coins} <Badges pad={pad} />
                  {acting && view.round > 0 && <i>plays …</i>}
                </span>
                {tell && (
                  <small class="one-line" aria-hidden="true" title={tell} key={`${view.round} ${tell}`}>
                    {tell}
                  </small>
                )}
              </>
            ),
          };
        }}
      />
    </section>
  );
}

export function ToCome({ view }: { view: View }) {
  const here = useTabs(['more']);
  if (!view.round) return null;
  const symbols = toCome(view);
  const seen = seenCards(view);
  const overs = 2 - view.shared.game_overs;
  return (
    <section class={`ic-tocome${here}`} aria-label="Still in the deck">
      <h2>
        Still to come <small>{counted(view.shared.unseen.length, 'card')}</small>
      </h2>
      <ul>
        {symbols.map(({ symbol, rows, count, of }) => (
          <li key={symbol} class={count ? '' : 'gone'} title={`${symbol}: on ${count} of ${of} cards`}>
            <FormPicture form={formOf(rows)} />
            <b>{count}</b>
            <span class="sr">{` cards with ${symbol}`}</span>
          </li>
        ))}
        <li class={overs ? 'over' : 'over gone'} title={`GAME OVER: ${overWords(view)}`}>
          <span aria-hidden="true">OVER</span>
          <b>{overs}</b>
          <span class="sr"> GAME OVER cards: {overWords(view)}</span>
        </li>
      </ul>
      <details>
        <summary>{counted(seen.length, 'card')} seen</summary>
        <ol>
          {seen.map((card) => (
            <li key={card.card}>
              <span class="nr">{card.card}</span>
              {(cardOf(view, card.card)?.symbols ?? []).map((symbol) => (
                <FormPicture key={symbol} form={formOf(view.shared.symbol_list.find((one) => one.symbol === symbol)!.rows)} />
              ))}
              <span class="sr">{card.symbols.join(' and ')}</span>
            </li>
          ))}
        </ol>
      </details>
    </section>
  );
}
