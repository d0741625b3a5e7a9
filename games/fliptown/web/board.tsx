// Fliptown on the page: three cards, one map, and what is to be decided. Everything that can be visited lights up where it lies; a
// tap shows what it gains and costs, the next one does it, and the page lays the cards the cheapest way.

import type { RefObject } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { nameFor, seatLabel } from 'shell/parts/seats';
import { BoardFrame, GuestBar, PartTabs, type PartTab } from 'shell/boards/frame';
import { hintedAction } from 'shell/boards/hints';
import type { Action, BoardProps, Scene } from 'shell/types';
import { moveFocus } from 'shell/boards/focus';
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
  type Sheet,
  type Taken,
  type View,
  type Way,
} from './model';
import { Notices, Others, Purse, story } from './notices';
import { PartSign } from './partsign';
import { partWords, parts, placeOfPart, pointsOf, scoreParts, sitesOfPart, type ScorePart } from './parts';
import { isSmall, useColumn, useFloat, useSheetHeight, useSmall } from './screen';
import { rulePictures } from './rules';
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

/** What is half chosen belongs to its step; with the next one it is gone. */
function useHalf(step: string) {
  const fresh: Half = { step, taken: {}, picked: null, way: null, ticket: null, sleep: null };
  const [kept, setKept] = useState<Half>(fresh);
  const half = kept.step === step ? kept : fresh;
  return { half, change: (next: Partial<Half>) => setKept({ ...half, ...next }), restart: (next: Partial<Half>) => setKept({ ...fresh, ...next }) };
}

/** Cards first, then the visit: the second step follows as soon as the table has taken the first. */
function useFollow({ scene, act }: BoardProps, step: string) {
  const [follow, setFollow] = useState<Follow | null>(null);
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
  const go = async (offer: Offer, by: Way | null, asleep: number) => {
    if (offer.action) return act((asleep && offer.asleep) || offer.action);
    if (!by) return;
    const key = `${offer.region} ${offer.site}`;
    setFollow({ key, asleep, sent: false, gone: null });
    await act(by.arrange);
    setFollow({ key, asleep, sent: true, gone: null });
  };
  return { following: follow !== null, go };
}

/** What is hinted: the action, the sites, the cards. */
function useHinted({ scene, hints, shown }: BoardProps, sheet: Sheet) {
  const mine = shown === scene.seat;
  const hinted = useMemo(() => (mine ? hintedAction(scene, hints) : null), [scene, hints, mine]);
  // A lesson that waits for the cards means the cards; where they lead to is its next step.
  const onlyCards = Boolean(scene.lesson) && hinted?.kind === 'arrange';
  const hintSites = useMemo(() => (mine && !onlyCards ? hintedSites(scene, hints, sheet) : new Set<string>()), [scene, hints, mine]);
  const hintRoles: Taken = hinted?.kind === 'arrange' ? (hinted as unknown as Taken) : {};
  return { hinted, hintSites, hintRoles };
}

/** The site that is picked, the way to lay the cards for it, and the gold that lets the cowbot sleep. */
function pickedOf({ scene, hints }: BoardProps, half: Half, offers: Map<string, Offer>, hinted: Action | null) {
  const picked = half.picked ? offers.get(half.picked) : undefined;
  const way = picked?.ways.length
    ? (picked.ways.find((one) => one.arrange === half.way?.arrange) ?? picked.ways.find((one) => one.arrange === hinted) ?? picked.ways[0])
    : null;
  const sleeping = picked ? sleepGold(picked, way) : 0;
  return { picked, way, sleeping, asleep: (half.sleep ?? hintSleeps(scene, hints)) ? sleeping : 0 };
}

/** What can be visited and decided, what is chosen so far, and what it would bring. */
function useTurn(props: BoardProps) {
  const { scene, act, setPreview, hints, shown } = props;
  const view = scene.view as View;
  const sheet = view.seats[shown];
  const mine = shown === scene.seat;
  const [aim, setAim] = useState<string | null>(null);
  const [inside, setComing] = useState<Change | null>(null);
  const step = `${scene.seat} ${scene.log.length}`;
  const { half, change, restart } = useHalf(step);
  const { following, go } = useFollow(props, step);
  // While the page itself goes on to the visit nothing else is offered: a tap would belong to a step that is over.
  const actions = mine && !following ? scene.actions : [];
  useEffect(() => {
    setPreview(null);
    setAim(null);
    setComing(null);
  }, [step, shown]);
  const arranging = actions.some((action) => action.kind === 'arrange');
  const allOffers = useMemo(() => (mine && !following ? offersOf(scene, sheet, half.taken) : new Map<string, Offer>()), [scene, mine, half, following]);
  const offers = useMemo(
    () => (half.ticket ? new Map([...allOffers].filter(([, offer]) => offer.region === half.ticket)) : allOffers),
    [allOffers, half.ticket],
  );
  const { hinted, hintSites, hintRoles } = useHinted(props, sheet);
  // A hint that knows where to go takes the site in hand: what it gains and costs is shown, and confirming it is up to the player.
  useEffect(() => {
    const [key] = hintSites;
    const offer = key && hints[0]?.then ? offersOf(scene, sheet, {}).get(key) : undefined;
    const by = offer?.ways.find((one) => one.arrange === hinted);
    if (by) restart({ picked: key, way: by });
  }, [hints]);
  const { picked, way, sleeping, asleep } = pickedOf(props, half, offers, hinted);
  const aimed = (aim && offers.get(aim)) || picked;
  const aimedWay = aimed === picked ? way : (aimed?.ways[0] ?? null);
  const laid = mine && picked && way ? (way.arrange as unknown as Taken) : chosen(sheet, half.taken, view.shared.lineup);
  const complete = roles.every((role) => half.taken[role]);
  const lay =
    arranging && complete ? actions.find((action) => action.kind === 'arrange' && roles.every((role) => action[role] === half.taken[role])) : undefined;
  const coming = inside ?? aimed?.change ?? null;
  const comingGold = inside ? 0 : (aimedWay?.gold ?? aimed?.gold ?? 0) + (aimed === picked ? asleep : 0);
  return {
    focus: `${step} ${half.picked} ${following}`,
    ...{ view, sheet, mine, step, half, change, actions, arranging, offers, hinted, hintSites, hintRoles, picked, way, sleeping, asleep },
    ...{ laid, lay, coming, comingGold, setAim, setComing, act, setPreview },
    go: (offer: Offer) => go(offer, way, asleep),
  };
}

type Turn = ReturnType<typeof useTurn>;

/** Which part of the map a small screen shows. */
type Shown = Part | 'notices' | null;

/** On a small screen the map goes where the only thing can be done, and else stays where it is looked at; it opens with all of it. */
function usePart({ scene, part: scored }: BoardProps, turn: Turn, small: boolean) {
  const { sheet, view, mine, offers, hintSites, step } = turn;
  const [part, setPart] = useState<Shown>(null);
  const litRegions = [...new Set([...offers.values()].map((offer) => offer.region))];
  const only = litRegions.length === 1 ? litRegions[0] : null;
  const where = hintSites.size ? ([...hintSites][0].split(' ')[0] as Region) : only;
  useEffect(() => {
    if (small && mine && where) setPart(where);
  }, [step, mine, where, small]);
  // A part of the score that was tapped in the result is lit on the map.
  const counts = (parts as readonly string[]).includes(scored?.part ?? '') ? (scored!.part as ScorePart) : null;
  const madeOf = useMemo(() => (counts ? sitesOfPart(counts, sheet, view.shared.map) : null), [counts, sheet]);
  useEffect(() => {
    if (counts) setPart(small ? placeOfPart(counts) : null);
  }, [counts, small]);
  // Who looks on, and at a replay, sees where a bonus waits.
  const waiting = scene.actions.length ? [] : sheet.bonuses;
  const lit: string[] = [...litRegions, ...waiting, ...(madeOf ? [...madeOf].map((key) => key.split(' ')[0]) : [])];
  const hasNotices = Boolean(view.shared.bounties?.length || view.shared.cowbot || sheet.character);
  const over = scene.table.status === 'over';
  const away = part === 'notices' && !hasNotices ? null : part; // a character may be gone from the map that is looked at
  return { away, setPart, counts, madeOf, lit, hasNotices, over };
}

type Place = ReturnType<typeof usePart>;

/** What stands in the panel when no site is picked: what is to be decided, or what one waits for. */
function Deciding({ scene, moment, turn, place, aside, finals, fold, shown }: PanelProps) {
  const { view, sheet, mine, actions, arranging, offers, half, change, hinted, lay, laid, act } = turn;
  const { counts } = place;
  const printed = view.shared.map;
  const deeds = lastDeeds(scene, shown);
  const resolved = isResolved(turn, place);
  return (
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
      {mine && !arranging && actions.length > 0 && <Choices {...turn} aside={aside} />}
      {mine && !arranging && sheet.phase === 'visit' && <p class="ft-help">{helpWords(offers, laid)}</p>}
      {counts && <p class="ft-counts">{partWords(counts, pointsOf(scene, counts, shown), sheet, printed)}</p>}
      {finals && !counts && <Final scene={scene} fold={fold} />}
      {mine && !actions.length && !moment && !scene.past && scene.table.status === 'running' && <p class="ft-help">{waitingWords(view.phase)}</p>}
    </>
  );
}

interface PanelProps extends BoardProps {
  turn: Turn;
  place: Place;
  aside: ReturnType<typeof useAside>;
  /** The final count is shown. */
  finals: boolean;
  fold: () => void;
}

const ownSeat = ({ scene }: BoardProps) => (typeof scene.seat === 'number' ? scene.seat : null);

/** A round is over and its poker hand is known. */
const isResolved = ({ view, sheet }: Turn, { over }: Place) => !over && view.phase !== 'turn' && sheet.hands[view.round - 1] !== undefined;

const isInTurn = (scene: Scene, { view, sheet }: Turn) => sheet.cards !== null && scene.table.status === 'running' && view.phase === 'turn';

/** Beside or under the cards: what is to be decided. */
function Panel(props: PanelProps) {
  const { scene, shown, setShown, turn } = props;
  const { view, sheet, mine, half, change, picked, way, sleeping, asleep, go } = turn;
  const own = ownSeat(props);
  const last = story(scene, shown);
  return (
    <div class="ft-sheet">
      {!mine && own !== null && (
        <GuestBar name="ft-guest" back={() => setShown(own)}>
          <span>
            <strong>{seatLabel(scene.table, shown)}’s map.</strong> {last ? `Last turn: ${last}.` : 'Nothing done yet.'}
          </span>
        </GuestBar>
      )}
      {isInTurn(scene, turn) && (
        <Chain
          deeds={lastDeeds(scene, shown)}
          waiting={mine ? sheet.bonuses : []}
          printed={view.shared.map}
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
          onConfirm={() => void go(picked)}
          onCancel={() => change({ picked: null })}
        />
      ) : (
        <Deciding {...props} />
      )}
    </div>
  );
}

/** A sign of the tabs that is no part of the map. */
const sign = (d: string) => (
  <svg viewBox="-10 -10 20 20" width="20" height="20" aria-hidden="true">
    <path d={d} fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" />
  </svg>
);

type Tab = NonNullable<Shown> | 'none';

function Tabs({ place, printed }: { place: Place; printed: View['shared']['map'] }) {
  const { away, setPart, lit, hasNotices } = place;
  const tabs: PartTab<Tab>[] = [
    { name: 'none', label: 'Map', words: sign('M-9 -6L-3 -9L3 -6L9 -9V6L3 9L-3 6L-9 9ZM-3 -9V6M3 -6V9') },
    ...allParts.map((name) => ({ name, label: partNames[name], lit: lit.includes(name), words: <PartSign part={name} printed={printed} size={20} /> })),
  ];
  if (hasNotices) tabs.push({ name: 'notices', label: 'Notices', words: sign('M-7 -9H7V9L3 7L0 9L-3 7L-7 9ZM-4 -4H4M-4 0H4') });
  return <PartTabs name="ft-tabs" tabs={tabs} current={away ?? 'none'} choose={(name) => setPart(name === 'none' ? null : name)} />;
}

interface LandscapeProps {
  props: BoardProps;
  turn: Turn;
  place: Place;
  small: boolean;
  onPick: (key: string) => void;
  search: () => void;
}

function Landscape({ props: { scene, shown }, turn, place, small, onPick, search }: LandscapeProps) {
  const { view, sheet, mine, offers, arranging, actions, half, hintSites, coming, comingGold, laid, setAim } = turn;
  const deeds = lastDeeds(scene, shown);
  return (
    <MapWindow
      {...{ view, sheet, offers, coming, comingGold, onPick }}
      owner={mine ? 'you' : nameFor(scene, shown)}
      asked={mine && (arranging || actions.some((action) => action.kind === 'visit'))}
      picked={half.picked}
      hinted={hintSites}
      fresh={lastSites(deeds)}
      drawn={robberyCards(deeds)}
      comingPoker={mine && arranging ? (laid.poker ?? null) : null}
      madeOf={place.madeOf}
      past={pokerHands(scene, shown)}
      onDeck={search}
      part={place.away === 'notices' ? null : place.away}
      setPart={place.setPart}
      tall={small && place.away !== null}
      onAim={setAim}
    />
  );
}

/** Nothing stands in the panel that has to be seen. */
function isQuiet({ scene, shown }: BoardProps, turn: Turn, place: Place, finals: boolean): boolean {
  const { mine, actions, picked, lay, sheet } = turn;
  const asks = actions.some((action) => action.kind !== 'arrange' && action.kind !== 'visit');
  const guest = shown !== scene.seat && typeof scene.seat === 'number';
  return !picked && !asks && !lay && !guest && !place.counts && !finals && !isResolved(turn, place) && !(mine && isInTurn(scene, turn) && sheet.bonuses.length);
}

/** Digits choose among the ways, Escape puts down what was picked, arrows go from site to site. */
function onKey(event: KeyboardEvent, root: HTMLElement, { half, change, picked }: Turn): void {
  if (event.key === 'Escape' && half.picked) {
    change({ picked: null });
    root.querySelector<HTMLElement>(`[data-site="${half.picked}"]`)?.focus();
  } else if (picked && /^[1-3]$/.test(event.key)) {
    const next = waysToOffer(picked)[Number(event.key) - 1];
    if (next) change({ way: next });
  } else moveFocus(root, event);
}

/** The three cards, where there is room or something to lay, with the way to the deck. */
function Cards({ turn, small, over, search }: { turn: Turn; small: boolean; over: boolean; search: () => void }) {
  const { view, sheet, laid, arranging, hintRoles, change, picked, way } = turn;
  const { lineup } = view.shared;
  if (small && !lineup.length) return over ? null : <DeckButton view={view} alone open={search} />;
  if (over && !lineup.length) return null;
  return (
    <Lineup
      lineup={lineup}
      printed={view.shared.map}
      sheet={sheet}
      roles={laid}
      open={arranging}
      hinted={hintRoles}
      setTaken={(taken) => change({ taken, picked: null, way: null })}
      toward={picked && way ? picked.region : null}
      deck={<DeckButton view={view} alone={false} open={search} />}
    />
  );
}

/** How the board is laid out: beside each other, one behind the other, with the panel floating over the map. */
function useLayout(
  props: BoardProps,
  turn: Turn,
  place: Place,
  root: RefObject<HTMLElement>,
  screen: { small: boolean; column: number | null; finals: boolean },
) {
  const { small, column, finals } = screen;
  const { view, step, half } = turn;
  const panel = useRef<HTMLDivElement>(null);
  const quiet = isQuiet(props, turn, place, finals);
  useFloat(root, panel, `${step} ${half.picked} ${half.ticket} ${props.shown} ${quiet}`, small, column !== null || place.hasNotices);
  useSheetHeight(root, panel, small);
  const classes = ['ft fills', view.seats.length === 1 ? 'solo' : 'several', small && 'small', column !== null && 'beside', quiet && 'quiet'];
  return { panel, classes: [...classes, props.moment?.title && 'telling', place.hasNotices && 'noticed'].filter(Boolean).join(' ') };
}

function Board(props: BoardProps) {
  const { scene, shown, setShown, moment } = props;
  const root = useRef<HTMLDivElement>(null);
  const { tip, explain } = useTip(root);
  const small = useSmall();
  const column = useColumn(root, small, (scene.view as View).seats.length > 1);
  const [folded, setFolded] = useState(false);
  const [searching, setSearching] = useState(false);
  const turn = useTurn(props);
  const { view, sheet, mine, offers, half, change, coming, comingGold } = turn;
  const place = usePart(props, turn, small);
  const { away, hasNotices, over } = place;
  const aside = useAside(scene, sheet.phase, mine ? turn.actions : [], (action) => void turn.act(action));
  const finals = over && !folded;
  const { panel, classes } = useLayout(props, turn, place, root, { small, column, finals });
  const onPick = (key: string) => {
    const offer = offers.get(key);
    const spot = offer ? null : root.current?.querySelector<HTMLElement>(`[data-site="${key}"]`);
    if (spot) explain(spot);
    if (!offer) return;
    if (half.picked === key) return void turn.go(offer);
    change({ picked: key, way: null, sleep: null });
  };
  const search = () => setSearching(true);
  const notices = hasNotices && <Notices scene={scene} sheet={sheet} aside={mine ? aside : null} />;
  const others = <Others scene={scene} shown={shown} setShown={setShown} />;
  const side = column === null ? undefined : { '--side': `${column}px` };
  const keys = (event: KeyboardEvent) => !searching && onKey(event, root.current!, turn); // the window of the deck has its own keys
  return (
    <BoardFrame
      {...{ root, scene }}
      step={turn.focus}
      until="phone"
      class={classes}
      style={side}
      data-phase={sheet.phase}
      data-part={away ?? 'none'}
      data-counted={place.counts ?? undefined}
      onKeyDown={keys}
    >
      <div class="ft-top">
        <Cards turn={turn} small={small} over={over} search={search} />
        <div class="ft-decide" ref={panel} aria-live="off">
          <Panel {...props} {...{ turn, place, aside, finals }} fold={() => setFolded(true)} />
        </div>
        {!small && notices}
        {column !== null && others}
      </div>
      <Purse view={view} sheet={sheet} coming={coming} gold={comingGold} />
      {!small && column === null && others}
      <Tabs place={place} printed={view.shared.map} />
      {small && (away === null || away === 'notices') && (
        <div class="ft-column">
          {away === null && <Landscape {...{ props, turn, place, small, onPick, search }} />}
          {away === null && others}
          {notices}
        </div>
      )}
      {(!small || (away !== null && away !== 'notices')) && <Landscape {...{ props, turn, place, small, onPick, search }} />}
      {searching && view.search && <DeckWindow search={view.search} close={() => setSearching(false)} />}
      {moment && <Tale moment={moment as Moment} />}
      {tip && <Tip tip={tip} />}
    </BoardFrame>
  );
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

const marks = () => [
  { at: '.ledger, .ft-purse', words: 'The goal: the most stars after three rounds. Gold, cash and silver help you there.' },
  { at: '.ft-frame', words: 'What scores: sites. Each region has its own way to stars, and your poker hand counts too.' },
  { at: '.ft-lineup', words: 'What to press: a lit-up site. One card gives the suit, one the value, one goes to your poker hand.' },
];

export { Board, Finale, marks, moments, parts, promptHere as prompt, rulePictures, scoreParts, tunes };
