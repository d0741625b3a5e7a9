// Flick 'em Up! on the page: the town on its table, the cowboy who plays, a flick that is pulled back and let go, and the ruling.

import type { RefObject } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { isOpen } from 'shell/parts/openmoves';
import { nameFor } from 'shell/parts/seats';
import { useSmall } from 'shell/parts/screen';
import type { Action, BoardProps, Scene } from 'shell/types';
import { moveFocus } from 'shell/boards/focus';
import { BoardFrame } from 'shell/boards/frame';
import { stageAim, useAim, type Aiming } from './aim';
import { ActionBar, AimBar, hovers } from './bar';
import { buttonWords } from './deeds';
import { Boxes, DuelBox, Look, Strip } from './boxes';
import { teamSide, useDirector, type Director } from './director';
import { markOf, useFlicks, type Flick, type Showing } from './flicks';
import { Finale } from './finale';
import { GoalBar, GoalCard, useGoalCard } from './goal';
import { aimByKey, turnByKey } from './keys';
import { labelsOf, staysOf } from './labels';
import { aimIn, capital, flickOf, indoorsAt, menOf, prompt, townOf, viewOf, type View } from './model';
import { takeMeasures } from './measures';
import { choicePicture } from './pictures';
import { facingOf, turned } from './pose';
import { usePrefs } from './prefs';
import { rule, rulePictures } from './rules';
import { aheadWords, whereWords } from './sight';
import { marks } from './marks';
import { hearHour, tunes } from './sounds';
import type { Stage, Town } from './stage';
import { Over, useShown, useStage, type Label } from './stagebox';
import { Tools } from './tools';
import { handErrs, pieceWords } from './words';

/** The figure that an action flicks or turns. */
function figureOf(view: View, action: Action): string | null {
  if (action.kind === 'walk') return action.figure as string;
  return view.shared.duel ? view.shared.duel.shoots : view.active;
}

/** Where it is and looks; behind a door it looks out. */
function standing(view: View, town: Town, name: string | null): Aiming['figure'] | null {
  if (!name) return null;
  const piece = town.pieces.find((one) => one.name === name);
  if (piece) return { x: piece.pose.x, y: piece.pose.y, facing: facingOf(piece.pose) };
  const indoors = indoorsAt(view, name);
  const door = view.shared.buildings[view.shared.cowboys[name]?.place]?.door;
  return indoors ? { ...indoors, facing: door?.[2] ?? 0 } : null;
}

function flickWords(scene: Scene, flick: Flick): string {
  const name = nameFor(scene, flick.seat);
  const own = name === 'You';
  const deeds = own ? { disc: 'move', bullet: 'shoot', dynamite: 'throw dynamite' } : { disc: 'moves', bullet: 'shoots', dynamite: 'throws dynamite' };
  return `${name} ${deeds[flick.kind]} …`;
}

/** What is meant, by the hint or by the lesson: the action, and the flick as it would be aimed. */
function useMeant({ scene, hints }: BoardProps, view: View, town: Town, actions: Action[], aiming: Aiming | null) {
  const meant = scene.lesson ? (scene.lesson.exact ?? scene.lesson.do) : hints[0]?.text;
  const meantAim = meant ? aimIn(actions, meant) : null;
  const hinted = meantAim?.action ?? actions.find((action) => action.text === meant || action.text === hints[0]?.text) ?? null;
  const ghost = useMemo(() => {
    const figure = meantAim && standing(view, town, figureOf(view, meantAim.action));
    if (!meantAim || !figure || (aiming && aiming.action.text !== meantAim.action.text)) return null;
    const named = Object.fromEntries((meantAim.action.open as string[]).map((name, i) => [name, meantAim.numbers[i]]));
    return stageAim({ action: meantAim.action, figure, numbers: { angle: named.angle ?? 0, speed: named.speed ?? 0, around: named.around ?? null } });
  }, [meant, actions, aiming?.action.text]);
  return { hinted, ghost };
}

/** Who may be played, dueled with or walked. */
const openIn = (actions: Action[]): string[] =>
  actions.flatMap((action) =>
    action.kind === 'play' || action.kind === 'duel' ? [action.cowboy as string] : action.kind === 'walk' ? [action.figure as string] : [],
  );

/** Whatever has the focus: Space skips what is played. In a replay it belongs to the player. */
function useSpaceSkips(scene: Scene, { playing, skip }: Showing): void {
  useEffect(() => {
    if (!playing || scene.flicks_at) return;
    const press = (event: KeyboardEvent) => {
      if (event.key !== ' ' || /^(INPUT|TEXTAREA|SELECT|BUTTON)$/.test((event.target as HTMLElement).tagName)) return;
      event.preventDefault();
      skip();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [playing]);
}

/** The clock strikes when its hour is seen. */
function useHour(hour: number, over: boolean): void {
  const struck = useRef(hour);
  useEffect(() => {
    if (struck.current !== hour && !over) hearHour();
    struck.current = hour;
  }, [hour]);
}

/** What is in the line of the aim. */
function aheadOf({ aiming, aim, town, view }: InTown): string {
  const kind = aiming && flickOf(aiming.action);
  return aim && kind ? aheadWords(town, aim, kind === 'disc' ? figureOf(view, aiming.action) : null) : '';
}

/** The line under the board says what is to be done; on a phone, as soon as one aims, what is in line. */
function useAimWords({ aiming, view }: InTown, ahead: string, setPreview: BoardProps['setPreview']): void {
  const small = useSmall();
  const aimed = aiming !== null && (aiming.numbers.angle !== turned(aiming.figure.facing) || aiming.numbers.around !== null);
  const how = aiming && !flickOf(aiming.action) ? 'tap where he should look' : 'pull back on the table and let go';
  const words = small && aimed && ahead ? ahead : how;
  useEffect(() => {
    if (!aiming) return;
    setPreview({ ...aiming.action, tell: `${buttonWords(aiming.action, view)}: ${words}` });
    return () => setPreview(null);
  }, [aiming?.action.text, words]);
}

/** What the flick that is shown, or the last one, led to; the result says how the game ended. */
function captionOf(shown: Scene, view: View, { playing, last }: Showing): string {
  const told = shown.table.status !== 'running' && !shown.flicks_at;
  const seen = playing ? last?.n === playing.n : last?.n === (shown.flicks ?? 0); // what came of it is said as soon as it is seen
  if (playing && !seen) return flickWords(shown, playing);
  return told && !playing ? '' : capital(seen ? last!.ruling : view.ruling);
}

/** Everything about the position that is seen now, and what can be done in it. */
function useTown(props: BoardProps) {
  const { scene, act, setPreview, reducedMotion, onSeen } = props;
  const [prefs, setPrefs] = usePrefs();
  const host = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLDivElement>(null);
  const stage = useRef<Stage>(null);
  const { state, lost } = useStage(host, stage, prefs.drawn, reducedMotion);
  const around = useRef<Director>(null);
  const card = useGoalCard(scene);
  const held = card.open && !scene.flicks_at;
  const flicks = useFlicks(scene, stage, { slow: prefs.slow, held, reducedMotion, around });
  const { shown, playing } = flicks;
  const live = shown === scene && !playing;
  const begun = useRef(false);
  useLayoutEffect(() => {
    if (held && begun.current) return;
    begun.current = !held;
    onSeen?.(held ? { ...shown, log: [] } : shown); // who still reads what it is about has seen nothing
  }, [shown, held]);
  const view = viewOf(shown);
  const actions = live ? scene.actions : [];
  const town = useMemo(() => townOf(view), [view]);
  const [looked, setLooked] = useState<string | null>(null);
  const step = `${scene.table.id} ${scene.seat} ${scene.log.length} ${live}`;
  const fired = useCallback((action: Action) => void act(action), [act]);
  const control = useAim(stage, prefs.steady, step, fired);
  const { aiming } = control;
  const errs = handErrs[view.seats[Number(scene.seat)]?.hand];
  const aim = useMemo(() => (aiming ? stageAim(aiming, errs) : null), [aiming]);
  const pick = (action: Action) => {
    if (card.open) card.setOpen(false);
    setLooked(null);
    setPreview(null);
    if (!isOpen(action)) return void act(action);
    const figure = standing(view, town, figureOf(view, action)) ?? { x: town.width / 2, y: town.height / 2, facing: 0 };
    control.begin(action, figure);
    field.current?.focus({ preventScroll: true });
  };
  const playOf = (name: string) => actions.find((action) => (action.kind === 'play' || action.kind === 'duel') && action.cowboy === name);
  const tap = (name: string | null) => {
    const action = (name && playOf(name)) || actions.find((one) => one.kind === 'walk' && one.figure === name);
    if (action) return pick(action);
    setLooked(name === looked ? null : name);
  };
  useEffect(() => setLooked(null), [step]);
  const chosen = aiming ? figureOf(view, aiming.action) : view.shared.duel ? view.shared.duel.shoots : view.active;
  return {
    ...{ prefs, setPrefs, host, field, stage, state, lost, around, flicks, shown, view, actions, town, card, looked, setLooked, step },
    ...{ control, aiming, aim, pick, playOf, tap, chosen },
  };
}

type InTown = ReturnType<typeof useTown>;

/** What is lit, followed by the eye and heard. */
function useSeen({ stage, state, town, view, aim, control, prefs, around, chosen, flicks }: InTown, open: string[], hinted: Action | null) {
  const playing = flicks.playing;
  const hintedPiece = hinted ? ((hinted.cowboy ?? hinted.figure ?? hinted.object ?? null) as string | null) : null;
  const lights = useMemo(() => ({ open, chosen: playing ? null : chosen, hinted: hintedPiece }), [open.join(), chosen, hintedPiece, playing]);
  useShown(stage, state, town, lights, aim, Boolean(playing));
  const figure = standing(view, town, chosen);
  around.current = useDirector({
    ...{ stage, state, view, town, figure, aim },
    on: prefs.director,
    chosen: playing ? null : chosen,
    pulled: control.pulled,
    playing: Boolean(playing),
  });
  const hour = playing?.hour ?? view.shared.clock.hour;
  useHour(hour, view.phase === 'over');
  return { figure, hour };
}

/** The town itself, to be pulled, tapped and turned. */
function Field({ at, labels, ghost, words }: { at: InTown; labels: Label[]; ghost: ReturnType<typeof useMeant>['ghost']; words: RefObject<HTMLElement> }) {
  const { field, host, stage, state, control, aiming, flicks, tap } = at;
  const press = useRef<{ x: number; y: number } | null>(null);
  const onPointerDown = (event: PointerEvent) => {
    press.current = { x: event.clientX, y: event.clientY };
    if (flicks.playing) return;
    // A ring is held: what lies there is aimed at once, by the same drag.
    const spot = (event.target as Element).closest<HTMLElement>('.fu-spot')?.dataset.label;
    const held = spot && !aiming && event.isPrimary && event.button <= 0 ? at.actions.find((action) => action.text === spot) : undefined;
    if (held) at.pick(held);
    if (control.down(event, held !== undefined)) {
      event.preventDefault();
      field.current?.setPointerCapture(event.pointerId);
    }
  };
  const onClick = (event: MouseEvent) => {
    const from = press.current;
    if (flicks.playing) return flicks.skip();
    if (aiming || !from || Math.hypot(event.clientX - from.x, event.clientY - from.y) > 7) return;
    tap(stage.current?.at(event.clientX, event.clientY)?.piece ?? null);
  };
  // A pull that is let go in full swing counts as a fling for Chromium, even where nothing scrolls, and the next tap, wherever it is,
  // would only stop that fling and click nothing.
  useEffect(() => {
    const ours = (event: TouchEvent) => event.preventDefault();
    field.current!.addEventListener('touchmove', ours, { passive: false });
    return () => field.current?.removeEventListener('touchmove', ours);
  }, []);
  const aimingWords = 'Aiming: left and right turn, up and down change the power, Enter flicks, Escape goes back';
  return (
    <div
      class="fu-field"
      ref={field}
      tabIndex={0}
      role="application"
      data-legal={aiming ? true : undefined}
      aria-label={aiming ? aimingWords : 'The town. Arrows move the view, plus and minus zoom.'}
      onPointerDown={onPointerDown}
      onPointerMove={control.move}
      onPointerUp={control.up}
      onPointerCancel={control.up}
      onClick={onClick}
    >
      <div class="fu-host" ref={host} />
      <Over stage={stage} state={state} labels={labels} ghost={ghost} words={words} />
    </div>
  );
}

/** Where everybody is, for those who listen. */
function Where({ at, figure }: { at: InTown; figure: Aiming['figure'] | null }) {
  const { town, aim, chosen } = at;
  return (
    <ul class="sr fu-where" aria-label={figure && chosen ? `Where everybody is, seen from ${chosen}` : 'Where everybody is'}>
      {whereWords(town, figure && aim ? aim.from : figure, chosen).map((words) => (
        <li key={words}>{words}</li>
      ))}
      {staysOf(at).map(([name, why]) => (
        <li key={name}>
          {pieceWords(name)} stands in an entrance and cannot be put aside: {why}
        </li>
      ))}
    </ul>
  );
}

/** What can be done now: the aim, the actions, or how to skip what is shown. */
function Foot({ at, scene, hinted, ahead, setPreview }: { at: InTown; scene: Scene; hinted: Action | null; ahead: string } & Pick<BoardProps, 'setPreview'>) {
  const { aiming, control, prefs, view, actions, pick, flicks } = at;
  if (aiming) return <AimBar aiming={aiming} control={control} steady={prefs.steady} ahead={ahead} />;
  if (actions.length > 0) return <ActionBar view={view} actions={actions} hinted={hinted?.text ?? null} pick={pick} setPreview={setPreview} />;
  if (!scene.mine.length || scene.table.status !== 'running') return null;
  return <p class="fu-bar quiet">{flicks.playing ? (hovers() ? 'Space or a tap skips.' : 'A tap skips.') : ''}</p>;
}

function Notes({ caption, said, flicks }: { caption: string; said: RefObject<HTMLParagraphElement>; flicks: Showing }) {
  return (
    <div class="fu-notes">
      <p class="fu-caption" ref={said} role="status" aria-live="polite">
        {caption && <span key={caption}>{caption}</span>}
      </p>
      {flicks.playing && (
        <button class="fu-skip" onClick={flicks.skip}>
          Skip
        </button>
      )}
    </div>
  );
}

/** The boxes of the men, beside the town or over it. */
function More({ at, hour, part, close }: { at: InTown; hour: number; part: BoardProps['part']; close: () => void }) {
  const { shown, view, looked, setLooked, playOf, pick } = at;
  const onPlay = (name: string) => {
    const action = playOf(name);
    return action ? () => (close(), pick(action)) : null;
  };
  return (
    <div class="fu-more">
      <Boxes scene={shown} hour={hour} counting={part ? menOf(view, part) : null} onPlay={onPlay} onLook={(name) => setLooked(looked === name ? null : name)} />
      {!part && (
        <button class="fu-close" onClick={close}>
          Close
        </button>
      )}
    </div>
  );
}

function Board(props: BoardProps) {
  const { scene, setPreview, part = null } = props;
  takeMeasures(viewOf(scene).shared.measures);
  const root = useRef<HTMLDivElement>(null);
  const said = useRef<HTMLParagraphElement>(null);
  const [boxes, setBoxes] = useState(false);
  const at = useTown(props);
  const { prefs, field, stage, state, lost, flicks, shown, view, town, actions, card, looked, control, aiming, aim } = at;
  const { playing, last } = flicks;
  const { hinted, ghost } = useMeant(props, view, town, actions, aiming);
  const open = useMemo(() => openIn(actions), [actions]);
  const { figure, hour } = useSeen(at, open, hinted);
  useSpaceSkips(scene, flicks);
  const ahead = aheadOf(at);
  useAimWords(at, ahead, setPreview);
  const onKeyDown = (event: KeyboardEvent) => {
    if (boxes && event.key === 'Escape') return setBoxes(false);
    const skipped = playing && event.key === 'Escape';
    if (skipped) flicks.skip();
    else if (!aiming && event.target !== field.current) return moveFocus(root.current!, event);
    const meant = skipped || (aiming ? aimByKey(event, aiming, control, prefs.steady) : turnByKey(event, stage.current, Boolean(scene.flicks_at)));
    if (meant) event.preventDefault();
  };
  const onKeyUp = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !prefs.steady) control.release();
  };
  const classes = [
    'fu fills',
    aiming && 'aiming',
    control.pulled && 'pulled',
    playing && 'playing',
    (boxes || part) && 'with-boxes',
    view.shared.duel && 'duelling',
  ];
  const handlers = { onKeyDown, onKeyUp };
  return (
    <BoardFrame
      {...{ root, scene }}
      step={aiming ? '' : at.step}
      class={classes.filter(Boolean).join(' ')}
      data-stage={state}
      data-phase={view.phase}
      data-flick={last ? markOf(last) : undefined}
      {...handlers}
    >
      <Strip scene={shown} hour={hour} open={boxes} onToggle={() => setBoxes(!boxes)} />
      <div class="fu-stage">
        <Field at={at} labels={labelsOf({ ...at, open, playing, aiming: aiming !== null })} ghost={ghost} words={said} />
        <Where at={at} figure={figure} />
        {state === 'loading' && <p class="fu-loading">The town is being built …</p>}
        {looked && <Look view={view} name={looked} onClose={() => at.setLooked(null)} />}
      </div>
      <div class="fu-top">
        <GoalBar scene={shown} onOpen={() => card.setOpen(true)} />
        {(playing ? playing.duel : true) && <DuelBox view={view} />}
      </div>
      {card.open && <GoalCard scene={shown} onClose={() => card.setOpen(false)} />}
      <Notes caption={captionOf(shown, view, flicks)} said={said} flicks={flicks} />
      <Tools
        {...{ stage, state, lost, prefs }}
        setPrefs={at.setPrefs}
        aiming={aiming !== null}
        again={(shown.flicks ?? 0) > 0 && !playing ? flicks.again : null}
        behind={figure && { x: figure.x, y: figure.y, angle: aim?.angle ?? figure.facing }}
        team={teamSide(view, town)}
      />
      <Foot at={at} scene={scene} hinted={hinted} ahead={ahead} setPreview={setPreview} />
      <More at={at} hour={hour} part={part} close={() => setBoxes(false)} />
    </BoardFrame>
  );
}

/** Nothing is hidden here: a device that goes round need not be covered. */
const open = true;

/** A flick is seen before it is told what it led to. */
const slow = true;

/** While one aims, and while one looks at the town. */
const shortcuts = [
  ['← →', 'turn the aim; finer with Shift'],
  ['↑ ↓', 'more or less power; finer with Shift'],
  ['Enter', 'flick'],
  ['Esc', 'lay the aim aside; pass over a film'],
  ['+ −', 'nearer, farther'],
] as const;

/** Where a replay can go to next. */
const jumps = [['Next hit', /\ba hit:/]] as const;

/** What the result can light: the men who are left, and those of the other side who are not. */
const parts = ['hit_points', 'eliminated'] as const;

export { Board, choicePicture, Finale, jumps, marks, open, parts, prompt, rule, rulePictures, shortcuts, slow, tunes };
