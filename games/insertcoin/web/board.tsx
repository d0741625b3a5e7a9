// Insert Coin to Play on the page: three arcade cabinets, a flipped card, a hand that turns a symbol and drops it where it fits.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ownerFor } from 'shell/parts/seats';
import { BoardFrame, GuestBar, PartTabs, useTabs, type PartTab } from 'shell/boards/frame';
import { hintedAction } from 'shell/boards/hints';
import type { Action, BoardProps, Counted, Scene } from 'shell/types';
import { moveFocus } from 'shell/boards/focus';
import { Cabinet, EmptyCabinet } from './cabinet';
import { Choose } from './choose';
import { Deck } from './deck';
import { Finale } from './finale';
import { useHand, type Drag } from './hand';
import { counted, freeIn, keepBest, prompt, rule, squaresIn, strokesOf, type Level, type View } from './model';
import { MiniLevel, Pads, ToCome } from './pads';
import { nameOf, piecesOf, type Form, type Piece, type Place } from './pieces';
import { FormPicture } from './pixels';
import { moments } from './moments';
import { rulePictures } from './rules';
import { Show } from './show';
import { tunes } from './sound';
import { Status } from './status';

/** The place that an action of the table stands for. */
function placeOf(pieces: Piece[], action: Action | null): Place | null {
  if (!action) return null;
  for (const piece of pieces) for (const places of piece.places.values()) for (const place of places) if (place.action.text === action.text) return place;
  return null;
}

/** The squares that were filled by the last step. */
function useFresh(levels: Level[], seat: number, steps: number): Set<number>[] {
  const before = useRef<{ seat: number; marks: string[] } | null>(null);
  return useMemo(() => {
    const was = before.current;
    const marks = levels.map((level) => level.rows.join(''));
    before.current = { seat, marks };
    return marks.map(
      (now, index) => new Set([...now].flatMap((mark, square) => (was?.seat === seat && mark === 'x' && was.marks[index]?.[square] === '#' ? [square] : []))),
    );
  }, [steps, seat]);
}

function Floating({ drag, form, snapped }: { drag: Drag; form: Form; snapped: boolean }) {
  const width = form.width * drag.cell;
  const height = form.height * drag.cell;
  return (
    <div
      class={snapped ? 'ic-floating snapped' : 'ic-floating'}
      style={{ left: `${drag.x - width / 2}px`, top: `${drag.y - height / 2}px`, width: `${width}px`, height: `${height}px` }}
      aria-hidden="true"
    >
      <FormPicture form={form} />
    </div>
  );
}

/** What can be done on the shown pad, what is hinted, and what is in the hand. */
function usePad({ scene, act, preview, setPreview, hints, shown, part }: BoardProps) {
  const view = scene.view as View;
  const mine = shown === scene.seat;
  const pad = view.seats[shown];
  const actions = mine ? scene.actions : [];
  const hinted = useMemo(() => hintedAction(scene, hints), [scene, hints]);
  const pieces = useMemo(() => piecesOf(actions, view.shared.symbols, view.shared.symbol_list), [scene.actions, mine]);
  const root = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const [front, setFront] = useState(0);
  const [more, setMore] = useState(false);
  const stepKey = `${scene.table.id} ${scene.seat} ${scene.log.length} ${mine}`;
  // What is in the hand stays there while others play in the open: it belongs to a state of the own pad.
  const padKey = [scene.table.id, scene.seat, mine, view.round, pad.phase, pad.cherries, ...pad.levels.map((level) => level.rows.join(''))].join(' ');
  const hand = useHand({ root, stage, pieces, stepKey: padKey, act, setPreview, setFront, hinted: hinted !== null });
  // A small screen shows one level at a time: not one that is complete, when there is something to do.
  useEffect(() => {
    if (!actions.length) return;
    setMore(false);
    const open = pad.levels.findIndex((level) => !level.done);
    if (pad.levels[front]?.done && open >= 0) setFront(open);
  }, [stepKey]);
  // In a replay, and on somebody's pad, the level that was drawn in last is seen.
  const strokes = useMemo(() => strokesOf(scene, shown), [scene.log.length, shown, scene.table.id]);
  const newest = strokes.map((level) => level.reduce((last, at) => Math.max(last, at), 0));
  useEffect(() => {
    if (!actions.length && Math.max(...newest) > 0) setFront(newest.indexOf(Math.max(...newest)));
  }, [Math.max(...newest), shown]);
  // So that a level is seen while it is counted.
  useEffect(() => {
    const [, nr] = /^level(\d)$/.exec(part?.part ?? '') ?? [];
    if (!nr) return;
    setMore(false);
    setFront(Number(nr) - 1);
  }, [part]);
  useEffect(() => {
    if (scene.table.status === 'over' && scene.table.kind === 'game' && scene.mine.length && view.seats.length === 1)
      keepBest(view.shared.edition, pad.score.total);
  }, [scene.table.status]);
  const hintPlace = mine ? placeOf(pieces, hinted) : null;
  useEffect(() => {
    if (hintPlace) setFront(hintPlace.level);
  }, [hintPlace?.action.text]);
  const fits = useMemo(() => {
    const sets = [new Set<number>(), new Set<number>(), new Set<number>()];
    for (const place of hand.places) for (const square of place.squares) sets[place.level]?.add(square);
    return sets;
  }, [hand.held, hand.form]);
  const ghost = hand.ghost ?? (mine ? placeOf(pieces, preview) : null);
  return { view, mine, pad, actions, hinted, pieces, root, stage, strokes, front, setFront, more, setMore, stepKey, hand, hintPlace, fits, ghost };
}

type OnPad = ReturnType<typeof usePad>;

/** For those who listen: where the piece would be, or how many places it has. */
function ghostWords({ ghost, hand }: OnPad): string {
  if (ghost) {
    const { gain } = ghost.action;
    const points = gain ? `, ${gain > 0 ? 'plus' : 'minus'} ${counted(Math.abs(gain), 'point')}` : '';
    return `Level ${ghost.level + 1}, ${ghost.squares.map(nameOf).join(' ')}${points}. Enter drops it.`;
  }
  if (!hand.held) return '';
  return hand.places.length ? `In hand. Fits ${counted(hand.places.length, 'place')} this way round.` : 'Fits nowhere this way round: turn or mirror it.';
}

/** Levels and the rest one behind the other, on a small screen. */
function Tabs({ at }: { at: OnPad }) {
  const { view, pad, front, setFront, more, setMore, hand, fits } = at;
  const levels = pad.levels.map((level, index): PartTab<string> => {
    const left = level.done ? '★' : freeIn(level);
    return {
      name: String(index),
      label: `Level ${index + 1}, ${level.shape}, ${level.done ? 'complete' : `${left} free`}`,
      lit: hand.held !== null && fits[index].size > 0,
      words: (
        <>
          <MiniLevel level={level} />
          <span aria-hidden="true">{left}</span>
        </>
      ),
    };
  });
  const choose = (name: string) => {
    setMore(name === 'more' && !more);
    if (name !== 'more') setFront(Number(name));
  };
  const rest = { name: 'more', words: view.seats.length > 1 ? 'Others, deck' : 'Deck' };
  return <PartTabs name="ic-tabs" tabs={[...levels, rest]} current={more ? 'more' : String(front)} choose={choose} />;
}

/** The three cabinets. */
function Levels({ at, scene, shown, owner }: { at: OnPad; scene: Scene; shown: number; owner: string }) {
  const { view, pad, pieces, stage, strokes, front, hand, fits, ghost, hintPlace } = at;
  const here = useTabs(['levels']);
  const fresh = useFresh(pad.levels, shown, scene.log.length);
  return (
    <div
      ref={stage}
      class={`ic-stage${here}`}
      role={pieces.length ? 'application' : 'group'}
      aria-label={pieces.length ? `${owner} levels. Arrows move what is in your hand, R turns, M mirrors, Enter drops.` : `${owner} levels`}
      tabIndex={pieces.length ? 0 : undefined}
      data-legal={pieces.length ? true : undefined}
    >
      {[0, 1, 2].map((index) =>
        pad.levels[index] ? (
          <Cabinet
            key={index}
            nr={index}
            owner={owner}
            seats={view.seats.length}
            level={pad.levels[index]}
            strokes={strokes[index]}
            front={front === index}
            fits={hand.held ? fits[index] : undefined}
            ghost={ghost?.level === index ? ghost : null}
            loose={hand.loose?.level === index && hand.form ? { ...hand.loose, cells: hand.form.cells } : null}
            hinted={hintPlace?.level === index ? hintPlace : null}
            fresh={fresh[index]}
          />
        ) : (
          <EmptyCabinet key={index} nr={index} front={front === index} />
        ),
      )}
    </div>
  );
}

/** A pattern that the screens are filled with. */
const Stripes = () => (
  <svg class="ic-defs" width="0" height="0" aria-hidden="true">
    <defs>
      <pattern id="ic-stripes" width="3.4" height="3.4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="1.9" height="3.4" />
      </pattern>
    </defs>
  </svg>
);

function classesOf({ view, hand }: OnPad, choosing: boolean, { reducedMotion, part }: BoardProps): string {
  const classes = ['ic', view.seats.length === 1 && 'solo', choosing && 'choosing', hand.held && 'holding', hand.drag && 'dragging'];
  return [...classes, reducedMotion && 'calm', part && `part-${part.part}`].filter(Boolean).join(' ');
}

function Board(props: BoardProps) {
  const { scene, act, setPreview, shown, setShown, moment } = props;
  const at = usePad(props);
  const { view, mine, pad, actions, hinted, pieces, root, stage, stepKey, hand, ghost } = at;
  const own = typeof scene.seat === 'number' ? scene.seat : null;
  const choosing = (pad.hand?.length ?? 0) + (pad.picked?.length ?? 0) > 0 && !pad.levels.length;
  const owner = mine ? 'Your' : ownerFor(scene, shown);
  const losing = ghost?.action.with === 'life' || hand.held?.kind === 'life';
  const decline = actions.find((action) => action.kind === 'decline');
  const toStage = () => stage.current?.focus({ preventScroll: true });
  const onKeyDown = (event: KeyboardEvent) => choosing && moveFocus(root.current!, event);
  return (
    <BoardFrame
      {...{ root, scene }}
      step={stepKey}
      class={classesOf(at, choosing, props)}
      until="phone"
      tab={at.more ? 'more' : 'levels'}
      data-phase={pad.phase}
      data-moment={moment?.kind}
      onKeyDown={onKeyDown}
    >
      <Stripes />
      {!mine && own !== null && (
        <GuestBar name="ic-guest" back={() => setShown(own)}>
          This is {owner} pad.
        </GuestBar>
      )}
      <Status view={view} pad={pad} gain={mine && ghost ? ghost.action.gain : 0} losing={losing} />
      <Tabs at={at} />
      {choosing ? (
        <Choose {...{ view, pad, actions, hinted, act, setPreview, stepKey }} waiting={mine && scene.mine.length > 0 && !scene.past} />
      ) : (
        <Levels at={at} scene={scene} shown={shown} owner={owner} />
      )}
      <p class="sr" aria-live="polite">
        {ghostWords(at)}
      </p>
      {!choosing && <Deck {...{ scene, view, pieces, hand, decline, hinted, act, toStage }} pad={own === null ? null : view.seats[own]} />}
      <Pads scene={scene} shown={shown} setShown={setShown} />
      <ToCome view={view} />
      {hand.drag && hand.form && <Floating drag={hand.drag} form={hand.form} snapped={hand.ghost !== null} />}
      <Show told={moment} view={view} />
    </BoardFrame>
  );
}

/** What the result can light: the pictures, the Coins and the Lives that are left. */
const parts = ['level1', 'level2', 'level3', 'coins', 'lives'] as const;

/** What the keys do with what is in the hand. */
const shortcuts = [
  ['1, 2', 'take a symbol in hand'],
  ['L', 'a square for a Life'],
  ['R', 'turn it; with Shift the other way'],
  ['M', 'mirror it'],
  ['Esc', 'lay it down'],
] as const;

/** Level by level, then the Coins and the Lives. */
function scoreParts(scene: Scene): Counted[] {
  const { seats } = scene.view as View;
  const levels = [0, 1, 2].map((nr) => ({ word: `Level ${nr + 1}`, part: `level${nr + 1}`, values: seats.map((pad) => pad.levels[nr]?.points ?? 0) }));
  return [
    ...levels,
    { word: 'Coins', part: 'coins', values: seats.map((pad) => pad.score.coins) },
    { word: 'Lives', part: 'lives', values: seats.map((pad) => pad.score.lives) },
  ];
}

/** How much of its picture is filled then. */
function progress(scene: Scene, action: Action): string {
  const pad = (scene.view as View).seats[scene.seat as number];
  const place = placeOf(piecesOf(scene.actions, (scene.view as View).shared.symbols, (scene.view as View).shared.symbol_list), action);
  const level = place && pad?.levels[place.level];
  return level ? `${squaresIn(level) - freeIn(level) + place.squares.length} of ${squaresIn(level)} squares of level ${place.level + 1}` : '';
}

const marks = () => [
  { at: '.ic-status .score, .ic-choose h2', words: 'The goal: the most points. A GAME OVER costs a Coin, so keep your Lives.' },
  { at: '.ic-stage, .ic-choose ul', words: 'What scores: pictures that are filled. A complete one also does something for you.' },
  { at: '.ic-deck, .ic-start', words: 'What to press: a symbol, then the place where it fits. First you choose your three pictures.' },
];

export { Board, Finale, marks, scoreParts, shortcuts, moments, parts, progress, prompt, rule, rulePictures, tunes };
