// Insert Coin to Play on the page: three arcade cabinets, a flipped card, a hand that turns a symbol and drops it where it fits.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { seatLabel } from 'shell/parts/seats';
import type { Action, BoardProps, Counted, Scene } from 'shell/types';
import { moveFocus, useKeyboardFocus } from 'shell/boards/focus';
import { Cabinet, EmptyCabinet } from './cabinet';
import { Choose } from './choose';
import { Deck } from './deck';
import { Finale } from './finale';
import { useHand, type Drag } from './hand';
import { counted, freeIn, hintedAction, keepBest, prompt, rule, strokesOf, type Level, type View } from './model';
import { MiniLevel, Pads, ToCome } from './pads';
import { nameOf, piecesOf, type Form, type Piece, type Place } from './pieces';
import { FormPicture } from './pixels';
import { moments } from './moments';
import { Show } from './show';
import { tunes } from './sound';
import { SoundSwitch, Status } from './status';

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

function Board({ scene, act, preview, setPreview, hints, shown, setShown, reducedMotion, moment, part }: BoardProps) {
  const view = scene.view as View;
  const own = typeof scene.seat === 'number' ? scene.seat : null;
  const mine = shown === own;
  const pad = view.seats[shown];
  const actions = mine ? scene.actions : [];
  const choosing = (pad.hand?.length ?? 0) + (pad.picked?.length ?? 0) > 0 && !pad.levels.length;
  const hinted = useMemo(() => hintedAction(scene, hints), [scene, hints]);
  const pieces = useMemo(() => piecesOf(actions, view.shared.symbols, view.shared.symbol_list), [scene.actions, mine]);
  const decline = actions.find((action) => action.kind === 'decline');
  const root = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const [front, setFront] = useState(0);
  const [more, setMore] = useState(false);
  const stepKey = `${scene.table.id} ${scene.seat} ${scene.log.length} ${mine}`;
  // What is in the hand stays there while others play in the open: it belongs to a state of the own pad.
  const padKey = [scene.table.id, scene.seat, mine, view.round, pad.phase, pad.cherries, ...pad.levels.map((level) => level.rows.join(''))].join(' ');
  const hand = useHand({ root, stage, pieces, stepKey: padKey, act, setPreview, setFront, hinted: hinted !== null });
  const fresh = useFresh(pad.levels, shown, scene.log.length);
  const strokes = useMemo(() => strokesOf(scene, shown), [scene.log.length, shown, scene.table.id]);
  useKeyboardFocus(root, stepKey);

  // A small screen shows one level at a time: not one that is complete, when there is something to do.
  useEffect(() => {
    if (!actions.length || !pad.levels[front]?.done) return;
    const open = pad.levels.findIndex((level) => !level.done);
    if (open >= 0) setFront(open);
  }, [stepKey]);
  useEffect(() => {
    if (actions.length) setMore(false);
  }, [stepKey]);
  useEffect(() => {
    if (scene.table.status === 'over' && scene.table.kind === 'game' && scene.mine.length && view.seats.length === 1)
      keepBest(view.shared.edition, pad.score.total);
  }, [scene.table.status]);

  const ghost = hand.ghost ?? (mine ? placeOf(pieces, preview) : null);
  const hintPlace = mine ? placeOf(pieces, hinted) : null;
  useEffect(() => {
    if (hintPlace) setFront(hintPlace.level);
  }, [hintPlace?.action.text]);
  const fits = useMemo(() => {
    const sets = [new Set<number>(), new Set<number>(), new Set<number>()];
    for (const place of hand.places) for (const square of place.squares) sets[place.level]?.add(square);
    return sets;
  }, [hand.held, hand.form]);
  const owner = mine ? 'Your' : `${seatLabel(scene.table, shown)}’s`;
  const losing = ghost?.action.with === 'life' || hand.held?.kind === 'life';
  const toStage = () => stage.current?.focus({ preventScroll: true });
  const ghostWords = ghost
    ? `Level ${ghost.level + 1}, ${ghost.squares.map(nameOf).join(' ')}${ghost.action.gain ? `, ${ghost.action.gain > 0 ? 'plus' : 'minus'} ${counted(Math.abs(ghost.action.gain), 'point')}` : ''}. Enter drops it.`
    : hand.held
      ? hand.places.length
        ? `In hand. Fits ${counted(hand.places.length, 'place')} this way round.`
        : 'Fits nowhere this way round: turn or mirror it.'
      : '';
  const classes = [
    'ic',
    view.seats.length === 1 && 'solo',
    choosing && 'choosing',
    hand.held && 'holding',
    hand.drag && 'dragging',
    more && 'more',
    reducedMotion && 'calm',
    part && `part-${part.part}`,
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <div ref={root} class={classes} data-phase={pad.phase} data-moment={moment?.kind} onKeyDown={(event) => choosing && moveFocus(root.current!, event)}>
      <svg class="ic-defs" width="0" height="0" aria-hidden="true">
        <defs>
          <pattern id="ic-stripes" width="3.4" height="3.4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="1.9" height="3.4" />
          </pattern>
        </defs>
      </svg>
      {!mine && own !== null && (
        <p class="ic-guest guest-bar">
          This is {owner} pad. <button onClick={() => setShown(own)}>Back to yours</button>
        </p>
      )}
      <Status view={view} pad={pad} gain={mine && ghost ? ghost.action.gain : 0} losing={losing} />
      <div class="ic-tabs" role="group" aria-label="Show">
        {pad.levels.map((level, index) => (
          <button
            key={index}
            data-tab={index}
            aria-pressed={!more && front === index}
            aria-label={`Level ${index + 1}, ${level.shape}, ${level.done ? 'complete' : `${freeIn(level)} free`}`}
            onClick={() => (setFront(index), setMore(false))}
          >
            <MiniLevel level={level} />
            <span aria-hidden="true">
              {level.done ? '★' : freeIn(level)}
              {hand.held && fits[index].size > 0 && <i />}
            </span>
          </button>
        ))}
        <button aria-pressed={more} onClick={() => setMore(!more)}>
          {view.seats.length > 1 ? 'Others, deck' : 'Deck'}
        </button>
      </div>
      {choosing ? (
        <Choose {...{ view, pad, actions, hinted, act, setPreview, stepKey }} waiting={mine && scene.mine.length > 0} />
      ) : (
        <div
          ref={stage}
          class="ic-stage"
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
      )}
      <p class="sr" aria-live="polite">
        {ghostWords}
      </p>
      {!choosing && <Deck {...{ scene, view, pieces, hand, decline, hinted, act, toStage }} pad={own === null ? null : view.seats[own]} />}
      <div class="ic-side">
        <Pads scene={scene} shown={shown} setShown={setShown} />
        <SoundSwitch />
      </div>
      <ToCome view={view} />
      {hand.drag && hand.form && <Floating drag={hand.drag} form={hand.form} snapped={hand.ghost !== null} />}
      <Show told={moment} view={view} />
    </div>
  );
}

/** What the result can light: the pictures, the Coins and the Lives that are left. */
const parts = ['levels', 'coins', 'lives'] as const;

/** Level by level, then the Coins and the Lives. */
function scoreParts(scene: Scene): Counted[] {
  const { seats } = scene.view as View;
  const levels = [0, 1, 2].map((nr) => ({ word: `Level ${nr + 1}`, part: 'levels', values: seats.map((pad) => pad.levels[nr]?.points ?? 0) }));
  return [
    ...levels,
    { word: 'Coins', part: 'coins', values: seats.map((pad) => pad.score.coins) },
    { word: 'Lives', part: 'lives', values: seats.map((pad) => pad.score.lives) },
  ];
}

export { Board, Finale, scoreParts, moments, parts, prompt, rule, tunes };
