// What hangs on the notice board: bounties, the cowbot, the character; and the neighbours with what they just did.

import { SheetList } from 'shell/boards/frame';
import { nameFor, nameList } from 'shell/parts/seats';
import { ShortName } from 'shell/parts/shortname';
import type { Scene } from 'shell/types';
import { SuitShape } from 'shell/boards/cards';
import type { Aside } from './aside';
import { lastDeeds, lastSites, type Change, type Cowbot, type Region, type Sheet, type View } from './model';
import { PartSign } from './partsign';
import { Picture, type Token } from './symbols';
import { cardTalk, counted, cowbotWords, regionNames, sentenceCase } from './words';

const countedRegions = { easy: 2, normal: 3, hard: 4 };

function CowbotCard({ cowbot, sheet }: { cowbot: Cowbot; sheet: Sheet }) {
  const counts = cowbot.regions.slice(0, countedRegions[cowbot.strength]);
  const ahead = sheet.score > cowbot.score;
  return (
    <section class="ft-cowbot" aria-label={`Cowbot ${cowbot.name}`}>
      <h2>
        <SuitShape suit={cowbot.suit} size={18} /> {cowbot.name} <small>{cowbot.strength}</small>
        <b class={ahead ? 'score behind' : 'score'}>{cowbot.score}</b>
      </h2>
      <p>{cowbotWords(cowbot)}</p>
      <p class="counts">
        <span>
          {counted(cowbot.stolen, 'card')} stolen
          {cowbot.cards?.length ? `: ${cowbot.cards.map(cardTalk).join(', ')}` : ''}
        </span>
        {counts.map((region, index) => (
          <span key={region} data-tip={`${4 - index} points for each ${regionNames[region]} site that you have not circled at the end.`}>
            {4 - index}× {regionNames[region]}
          </span>
        ))}
      </p>
    </section>
  );
}

/** How far oneself is with a bounty, and who else is at least half way. */
function nearWords(scene: Scene, index: number): string {
  const { have, of } = (scene.view as View).near?.[index] ?? { have: [], of: [] };
  return have
    .flatMap((done, seat) =>
      done < of[seat] && (seat === scene.seat || 2 * done >= of[seat]) ? [`${seat === scene.seat ? 'you' : nameFor(scene, seat)} ${done} of ${of[seat]}`] : [],
    )
    .join(', ');
}

export function Notices({ scene, sheet, aside }: { scene: Scene; sheet: Sheet; aside: Aside | null }) {
  const view = scene.view as View;
  const { bounties, cowbot } = view.shared;
  const { character } = sheet;
  if (!bounties?.length && !cowbot && !character) return null;
  return (
    <div class="ft-notices" role="region" aria-label="Notices" tabIndex={0}>
      {character && (
        <section class="ft-character" aria-label={`Character ${character.name}`}>
          <h2>
            {character.name} <small>{character.uses ? counted(character.uses, 'use') : 'used'}</small>
          </h2>
          <p>{character.ability}</p>
          {aside?.on && character.uses > 0 && <button onClick={() => aside.set(false)}>Ask me again</button>}
        </section>
      )}
      {cowbot && <CowbotCard cowbot={cowbot} sheet={sheet} />}
      {bounties && bounties.length > 0 && (
        <section class="ft-bounties" aria-label="Bounties">
          <h2>Bounties</h2>
          <ul>
            {bounties.map((bounty, index) => (
              <li key={bounty.number} class={bounty.seats.length ? 'claimed' : ''}>
                <Picture token={{ kind: 'star', n: bounty.stars }} printed={view.shared.map} size={24} />
                <span>
                  {bounty.text}
                  {bounty.seats.length > 0 && (
                    <em>
                      {' '}
                      {nameList(
                        bounty.seats.map((seat) => nameFor(scene, seat)),
                        true,
                      )}
                    </em>
                  )}
                  {nearWords(scene, index) && <small class="near"> {nearWords(scene, index)}</small>}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** What a seat did in its last turn, as one sentence. */
export function story(scene: Scene, seat: number): string {
  const deeds = lastDeeds(scene, seat).filter((deed) => !deed.text.startsWith('arrange'));
  return deeds.map((deed) => deed.tell + (deed.drawn ? ` (${deed.drawn})` : '')).join('; ');
}

const waits: Record<string, string> = { done: 'done', over: '' };

export function Others({ scene, shown, setShown }: { scene: Scene; shown: number; setShown: (seat: number) => void }) {
  const view = scene.view as View;
  if (view.seats.length < 2) return null;
  return (
    <SheetList
      {...{ shown, setShown }}
      name="ft-others"
      label="All maps"
      seats={view.seats.map((_, seat) => seat)}
      draw={(seat) => {
        const sheet = view.seats[seat];
        const own = seat === scene.seat;
        const told = story(scene, seat);
        const visited = new Set([...lastSites(lastDeeds(scene, seat))].map((key) => key.split(' ')[0] as Region));
        return {
          class: own ? 'own' : '',
          children: (
            <>
              <span class="who">
                <strong>{own ? 'You' : <ShortName scene={scene} seat={seat} />}</strong>
                <b>{sheet.score}</b>
                <span class="sr">points, look at this map; {counted(sheet.wanted, 'Wanted', 'Wanted')}</span>
                <small aria-hidden="true">
                  {!own && [...visited].map((region) => <PartSign key={region} part={region} printed={view.shared.map} size={18} />)}
                  <span class="goods">
                    ${sheet.cash} · {sheet.gold} gold
                  </span>
                  <Picture token={{ kind: 'wanted', n: sheet.wanted }} printed={view.shared.map} size={20} />
                </small>
              </span>
              <span class="told one-line" title={own ? undefined : sentenceCase(told)}>
                {own ? (scene.actions.length ? 'to decide' : (waits[sheet.phase] ?? 'waits')) : sentenceCase(told) || 'nothing yet'}
              </span>
            </>
          ),
        };
      }}
    />
  );
}

/** The counters once more, for screens on which the ledger is out of sight. */
export function Purse({ view, sheet, coming, gold }: { view: View; sheet: Sheet; coming: Change | null; gold: number }) {
  const rows: [keyof Change & keyof Sheet, Token['kind'], string][] = [
    ['cash', 'cash', 'cash'],
    ['gold', 'gold', 'gold'],
    ['stars', 'star', 'stars'],
    ['silver', 'silver', 'silver'],
    ['wanted', 'wanted', 'Wanted'],
  ];
  return (
    <dl class="ft-purse">
      {rows.map(([key, kind, name]) => {
        const by = Number(coming?.[key] ?? 0) - (key === 'gold' ? gold : 0);
        return (
          <div key={key}>
            <dt>
              <Picture token={{ kind, n: 0 }} printed={view.shared.map} size={20} />
              <span class="sr">{name}</span>
            </dt>
            <dd>
              {Number(sheet[key])}
              {by !== 0 && <small class={(key === 'wanted' ? by < 0 : by > 0) ? 'good' : 'bad'}>{by > 0 ? `+${by}` : `−${-by}`}</small>}
            </dd>
          </div>
        );
      })}
      <div>
        <dt>
          =<span class="sr">points</span>
        </dt>
        <dd>{sheet.score}</dd>
      </div>
    </dl>
  );
}
