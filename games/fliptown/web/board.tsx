// Fliptown on the page: three cards, one map, and what is to be decided. Everything that can be visited lights up where it lies; a
// tap shows what it gains and costs, the next one does it, and the page lays the cards the cheapest way.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { seatLabel } from 'shell/parts/seats';
import type { BoardProps, Scene } from 'shell/types';
import { moveFocus, useKeyboardFocus } from 'shell/boards/focus';
import { useAside } from './aside';
import { Chain } from './chain';
import { Choices, Confirm, waysToOffer } from './decide';
import { DeckButton, DeckWindow } from './deck';
import { Finale } from './finale';
import { Final, RoundEnd } from './final';
import type { Part } from './layout';
import { Lineup } from './lineup';
import { allParts, MapWindow, partNames } from './map';
import {
  chosen,
  hintedAction,
  hintedSites,
  lastDeeds,
  lastSites,
  hintSleeps,
  offersOf,
  pokerHands,
  robberyCards,
  roles,
  sleepGold,
  type Change,
  type Offer,
  type Region,
  type Taken,
  type View,
  type Way,
} from './model';
import { Notices, Others, Purse, story } from './notices';
import { Overview, PartSign } from './overview';
import { partWords, parts, sitesOfPart, type ScorePart } from './parts';
import { isSmall, useColumn, useFloat, useSheetHeight, useSmall } from './screen';
import { moments, type Moment } from './story';
import { Tale } from './tale';
import { Tip, useTip } from './tip';
import { tunes } from './tunes';
import { isVisit, prompt, sentenceCase } from './words';

interface Half {
  step: string;
  taken: Taken;
  picked: string | null;
  way: Way | null;
  ticket: Region | null;
  /** Let the cowbot sleep? Null: as the hint says. */
  sleep: boolean | null;
}

/** Cards that were laid for the sake of a visit: it follows by itself. */
interface Follow {
  key: string;
  /** The gold that lets the cowbot sleep, or 0: the visit as it is. */
  asleep: number;
  /** The table has taken the cards. */
  sent: boolean;
  /** The step in which the visit was sent. */
  gone: string | null;
}

function Board({ scene, act, setPreview, hints, shown, setShown, moment, part: scored }: BoardProps) {
  const view = scene.view as View;
  const own = typeof scene.seat === 'number' ? scene.seat : null;
  const mine = shown === own;
  const sheet = view.seats[shown];
  const printed = view.shared.map;
  const root = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const { tip, explain } = useTip(root);
  const small = useSmall();
  const column = useColumn(root, small, view.seats.length > 1);
  const [part, setPart] = useState<Part | 'notices' | null>(null);
  const [aim, setAim] = useState<string | null>(null);
  const [folded, setFolded] = useState(false);
  const [searching, setSearching] = useState(false);
  const [inside, setComing] = useState<Change | null>(null);
  const [follow, setFollow] = useState<Follow | null>(null);
  // While the page itself goes on to the visit nothing else is offered: a tap would belong to a step that is over.
  const actions = mine && !follow ? scene.actions : [];

  // What is half chosen belongs to its step; with the next one it is gone.
  const step = `${scene.seat} ${scene.log.length}`;
  const fresh: Half = { step, taken: {}, picked: null, way: null, ticket: null, sleep: null };
  const [kept, setKept] = useState<Half>(fresh);
  const half = kept.step === step ? kept : fresh;
  const change = (next: Partial<Half>) => setKept({ ...half, ...next });
  useEffect(() => {
    setPreview(null);
    setAim(null);
    setComing(null);
  }, [step, shown]);
  useKeyboardFocus(root, `${step} ${half.picked} ${follow !== null}`);

  const arranging = actions.some((action) => action.kind === 'arrange');
  const allOffers = useMemo(() => (mine && !follow ? offersOf(scene, sheet, half.taken) : new Map<string, Offer>()), [scene, mine, half, follow]);
  const offers = useMemo(
    () => (half.ticket ? new Map([...allOffers].filter(([, offer]) => offer.region === half.ticket)) : allOffers),
    [allOffers, half.ticket],
  );
  const hinted = useMemo(() => (mine ? hintedAction(scene, hints) : null), [scene, hints, mine]);
  // A lesson that waits for the cards means the cards; where they lead to is its next step.
  const onlyCards = Boolean(scene.lesson) && hinted?.kind === 'arrange';
  const hintSites = useMemo(() => (mine && !onlyCards ? hintedSites(scene, hints, sheet) : new Set<string>()), [scene, hints, mine]);
  const hintRoles: Taken = hinted?.kind === 'arrange' ? (hinted as unknown as Taken) : {};

  // A hint that knows where to go takes the site in hand: what it gains and costs is shown, and confirming it is up to the player.
  useEffect(() => {
    const [key] = hintSites;
    const offer = key && hints[0]?.then ? offersOf(scene, sheet, {}).get(key) : undefined;
    const by = offer?.ways.find((one) => one.arrange === hinted);
    if (by) setKept({ ...fresh, picked: key, way: by });
  }, [hints]);

  // On a small screen the map goes where something can be done, and shows all of it when there is a choice of regions.
  const litRegions = [...new Set([...offers.values()].map((offer) => offer.region))];
  const only = litRegions.length === 1 ? litRegions[0] : null;
  const where = hintSites.size ? ([...hintSites][0].split(' ')[0] as Region) : only;
  useEffect(() => {
    if (small && mine && (actions.length || where)) setPart(where);
  }, [step, mine, where, small, actions.length > 0]);

  const aside = useAside(scene, sheet.phase, mine ? actions : [], (action) => void act(action));

  // A part of the score that was tapped in the result is lit on the map.
  const counts = (parts as readonly string[]).includes(scored?.part ?? '') ? (scored!.part as ScorePart) : null;
  const madeOf = useMemo(() => (counts ? sitesOfPart(counts, sheet, printed) : null), [counts, sheet]);
  useEffect(() => {
    if (counts) setPart(!small ? null : counts === 'silver' ? 'mine' : 'ledger');
  }, [counts, small]);

  const countedRegions = madeOf ? [...madeOf].map((key) => key.split(' ')[0]) : [];

  const picked = half.picked ? offers.get(half.picked) : undefined;
  const way = picked?.ways.length
    ? (picked.ways.find((one) => one.arrange === half.way?.arrange) ?? picked.ways.find((one) => one.arrange === hinted) ?? picked.ways[0])
    : null;
  const sleeping = picked ? sleepGold(picked, way) : 0;
  const asleep = (half.sleep ?? hintSleeps(scene, hints)) ? sleeping : 0;
  const aimed = (aim && offers.get(aim)) || picked;
  const aimedWay = aimed === picked ? way : (aimed?.ways[0] ?? null);
  const laid = mine && picked && way ? (way.arrange as unknown as Taken) : chosen(sheet, half.taken, view.shared.lineup);

  // Cards first, then the visit: the second step follows as soon as the table has taken the first.
  const go = async (offer: Offer, by: Way | null) => {
    if (offer.action) return act((asleep && offer.asleep) || offer.action);
    if (!by) return;
    const key = `${offer.region} ${offer.site}`;
    setFollow({ key, asleep, sent: false, gone: null });
    await act(by.arrange);
    setFollow({ key, asleep, sent: true, gone: null });
  };
  useEffect(() => {
    if (!follow?.sent) return;
    if (follow.gone !== null && follow.gone !== step) return setFollow(null);
    const visit = follow.gone === null && scene.actions.find((action) => isVisit(action, follow.key) && (!follow.asleep || action.gold === follow.asleep));
    if (visit) {
      setFollow({ ...follow, gone: step });
      void act(visit);
      return;
    }
    const other = follow.gone === null && scene.actions.length > 0 && !scene.actions.some((action) => action.kind === 'arrange');
    if (other) return setFollow(null); // something else is to be decided first
    const timer = setTimeout(() => setFollow(null), 4000);
    return () => clearTimeout(timer);
  }, [follow, scene]);

  const onPick = (key: string) => {
    const offer = offers.get(key);
    if (!offer) {
      const spot = root.current?.querySelector<HTMLElement>(`[data-site="${key}"]`);
      if (spot) explain(spot);
      return;
    }
    if (half.picked === key) return void go(offer, way);
    change({ picked: key, way: null, sleep: null });
  };
  const complete = roles.every((role) => half.taken[role]);
  const lay =
    arranging && complete ? actions.find((action) => action.kind === 'arrange' && roles.every((role) => action[role] === half.taken[role])) : undefined;
  const deeds = lastDeeds(scene, shown);
  const inTurn = sheet.cards !== null && scene.table.status === 'running' && view.phase === 'turn';
  const owner = mine ? 'you' : seatLabel(scene.table, shown);
  const decideProps = { view, sheet, actions, hinted, act, setPreview, setComing, aside };
  const hasNotices = Boolean(view.shared.bounties?.length || view.shared.cowbot || sheet.character);
  const over = scene.table.status === 'over';
  const search = () => setSearching(true);
  const finals = over && !folded;
  const asks = actions.some((action) => action.kind !== 'arrange' && action.kind !== 'visit');
  const coming = inside ?? aimed?.change ?? null;
  const comingGold = inside ? 0 : (aimedWay?.gold ?? aimed?.gold ?? 0) + (aimed === picked ? asleep : 0);
  const guest = !mine && own !== null;
  const resolved = !over && view.phase !== 'turn' && sheet.hands[view.round - 1] !== undefined;
  const quiet = !picked && !asks && !lay && !guest && !counts && !finals && !resolved && !(mine && inTurn && sheet.bonuses.length);
  useFloat(root, panel, `${step} ${half.picked} ${half.ticket} ${shown} ${quiet}`, small, column !== null || hasNotices);
  useSheetHeight(root, panel, small);
  const classes = [
    'ft',
    view.seats.length === 1 ? 'solo' : 'several',
    small && 'small',
    column !== null && 'beside',
    quiet && 'quiet',
    moment?.title && 'telling',
    hasNotices && 'noticed',
  ];
  const away = part === 'notices' && !hasNotices ? null : part; // a character may be gone from the map that is looked at
  return (
    <div
      ref={root}
      class={classes.filter(Boolean).join(' ')}
      style={column === null ? undefined : { '--side': `${column}px` }}
      data-phase={sheet.phase}
      data-part={away ?? 'none'}
      onKeyDown={(event) => onKey(event)}
    >
      <div class="ft-top">
        {((!small && !over) || view.shared.lineup.length > 0) && (
          <Lineup
            lineup={view.shared.lineup}
            printed={printed}
            sheet={sheet}
            roles={laid}
            open={arranging}
            hinted={hintRoles}
            setTaken={(taken) => change({ taken, picked: null, way: null })}
            toward={picked && way ? picked.region : null}
            deck={<DeckButton view={view} alone={false} open={search} />}
          />
        )}
        {small && !over && view.shared.lineup.length === 0 && <DeckButton view={view} alone open={search} />}
        <div class="ft-decide" ref={panel} aria-live="off">
          <div class="ft-sheet">
            {guest && (
              <p class="ft-guest guest-bar">
                <span>
                  <strong>{owner}’s map.</strong> {story(scene, shown) ? `Last turn: ${story(scene, shown)}.` : 'Nothing done yet.'}
                </span>
                <button onClick={() => setShown(own!)}>Back to yours</button>
              </p>
            )}
            {inTurn && (
              <Chain
                deeds={deeds}
                waiting={mine ? sheet.bonuses : []}
                printed={printed}
                chosen={half.ticket}
                onTicket={mine ? (region) => change({ ticket: half.ticket === region ? null : region, picked: null }) : undefined}
              />
            )}
            {picked ? (
              <Confirm
                key={half.picked}
                offer={picked}
                way={way}
                setWay={(next) => change({ way: next })}
                sleep={sleeping ? { gold: sleeping, on: asleep > 0, set: (sleep) => change({ sleep }) } : null}
                view={view}
                sheet={sheet}
                onConfirm={() => void go(picked, way)}
                onCancel={() => change({ picked: null })}
              />
            ) : (
              <>
                {arranging && !lay && deeds.length > 0 && (
                  <div class="ft-past">
                    <span>Last turn</span>
                    <Chain deeds={deeds} waiting={[]} printed={printed} chosen={null} />
                  </div>
                )}
                {arranging && !lay && <p class="ft-help">{helpWords(offers, half.taken)}</p>}
                {lay && (
                  <div class="ft-choices">
                    <button class={hinted?.text === lay.text ? 'ft-choice hinted' : 'ft-choice'} data-legal data-move={lay.text} onClick={() => void act(lay)}>
                      Use the cards like this
                    </button>
                    <button class="ft-choice" onClick={() => change({ taken: {} })}>
                      Take them back
                    </button>
                    <p class="ft-help">{helpWords(offers, half.taken)}</p>
                  </div>
                )}
                {resolved && <RoundEnd view={view} sheet={sheet} />}
                {mine && !arranging && actions.length > 0 && <Choices {...decideProps} />}
                {mine && !arranging && sheet.phase === 'visit' && <p class="ft-help">{helpWords(offers, laid)}</p>}
                {counts && <p class="ft-counts">{partWords(counts, Number(scene.table.result?.breakdown[shown]?.[counts] ?? 0), sheet, printed)}</p>}
                {finals && !counts && <Final scene={scene} fold={() => setFolded(true)} />}
                {mine && !actions.length && !moment && scene.table.status === 'running' && <p class="ft-help">{waitingWords(view.phase)}</p>}
              </>
            )}
          </div>
        </div>
        {hasNotices && !small && <Notices scene={scene} sheet={sheet} aside={mine ? aside : null} />}
      </div>
      <Purse view={view} sheet={sheet} coming={coming} gold={comingGold} />
      {!small && <Others scene={scene} shown={shown} setShown={setShown} />}
      <div class="ft-tabs" role="group" aria-label="Look at">
        <button aria-pressed={away === null} aria-label="Map" data-part="none" onClick={() => setPart(null)}>
          <svg viewBox="-10 -10 20 20" width="20" height="20" aria-hidden="true">
            <path d="M-9 -6L-3 -9L3 -6L9 -9V6L3 9L-3 6L-9 9ZM-3 -9V6M3 -6V9" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" />
          </svg>
        </button>
        {allParts.map((name) => (
          <button
            key={name}
            aria-pressed={away === name}
            aria-label={partNames[name]}
            data-part={name}
            class={litRegions.includes(name as Region) || countedRegions.includes(name) ? 'lit' : ''}
            onClick={() => setPart(name)}
          >
            <PartSign part={name} printed={printed} size={20} />
          </button>
        ))}
        {hasNotices && (
          <button aria-pressed={away === 'notices'} aria-label="Notices" data-part="notices" onClick={() => setPart('notices')}>
            <svg viewBox="-10 -10 20 20" width="20" height="20" aria-hidden="true">
              <path d="M-7 -9H7V9L3 7L0 9L-3 7L-7 9ZM-4 -4H4M-4 0H4" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" />
            </svg>
          </button>
        )}
      </div>
      {small && (away === null || away === 'notices') && (
        <div class="ft-column">
          {away === null && <Overview view={view} sheet={sheet} offers={offers} hinted={hintSites} setPart={setPart} />}
          {away === null && <Others scene={scene} shown={shown} setShown={setShown} />}
          {hasNotices && <Notices scene={scene} sheet={sheet} aside={mine ? aside : null} />}
        </div>
      )}
      {(!small || (away !== null && away !== 'notices')) && (
        <MapWindow
          view={view}
          sheet={sheet}
          owner={owner}
          offers={offers}
          asked={mine && (arranging || actions.some((action) => action.kind === 'visit'))}
          picked={half.picked}
          hinted={hintSites}
          fresh={lastSites(deeds)}
          drawn={robberyCards(deeds)}
          coming={coming}
          comingGold={comingGold}
          comingPoker={mine && arranging ? (laid.poker ?? null) : null}
          madeOf={madeOf}
          counted={counts}
          past={pokerHands(scene, shown)}
          onDeck={search}
          part={away === 'notices' ? null : away}
          setPart={setPart}
          tall={small}
          onPick={onPick}
          onAim={setAim}
        />
      )}
      {searching && view.search && <DeckWindow search={view.search} close={() => setSearching(false)} />}
      {moment && <Tale moment={moment as Moment} />}
      {tip && <Tip tip={tip} />}
    </div>
  );

  /** Arrows go from site to site; Escape puts down what was picked; digits choose among the ways. */
  function onKey(event: KeyboardEvent) {
    if (searching) return; // the window has its own keys
    if (event.key === 'Escape' && half.picked) {
      change({ picked: null });
      root.current?.querySelector<HTMLElement>(`[data-site="${half.picked}"]`)?.focus();
    } else if (picked && /^[1-3]$/.test(event.key)) {
      const next = waysToOffer(picked)[Number(event.key) - 1];
      if (next) change({ way: next });
    } else moveFocus(root.current!, event);
  }
}

function helpWords(offers: Map<string, Offer>, taken: Taken): string {
  const free = [...offers.values()].filter((offer) => offer.gold === 0).length;
  const paid = offers.size - free;
  if (!offers.size) return 'Nothing is in reach this way.';
  const words = [free ? `${free} for free` : '', paid ? `${paid} with gold` : ''].filter(Boolean).join(', ');
  return `${sentenceCase(words)}${roles.some((role) => taken[role]) ? ' with the cards laid so' : ''}. Tap a lit-up site; the cards find the cheapest way.`;
}

function waitingWords(phase: string): string {
  return phase === 'turn' ? 'Your turn is done. The others are still at it.' : 'Nothing for you to decide right now.';
}

const promptHere = (scene: Scene) => prompt(scene, isSmall());

export { Board, Finale, moments, parts, promptHere as prompt, tunes };
