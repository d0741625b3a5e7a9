// Flick 'em Up! on the page: the town on its table, the cowboy who plays, a flick that is pulled back and let go, and the ruling.

import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { isOpen } from 'shell/parts/offered';
import type { Action, BoardProps, Scene } from 'shell/types';
import { moveFocus, useKeyboardFocus } from 'shell/boards/focus';
import { stageAim, useAim, type Aiming } from './aim';
import { ActionBar, AimBar, flicksOf, hovers } from './bar';
import { buttonWords } from './deeds';
import { Boxes, DuelBox, Look, Strip } from './boxes';
import { teamSide, useDirector, type Director } from './director';
import { markOf, useFlicks, type Flick } from './flicks';
import { GoalBar, GoalCard, useGoalCard } from './goal';
import { aimIn, capital, flickOf, indoorsAt, menOf, prompt, roomAt, rowOf, townOf, viewOf, type View } from './model';
import { takeMeasures } from './measures';
import { choicePicture } from './pictures';
import { facingOf } from './pose';
import { usePrefs } from './prefs';
import { aheadWords, whereWords } from './sight';
import { hearHour, tunes } from './sounds';
import type { Stage, Town } from './stage';
import { Over, useShown, useStage, type Label } from './stagebox';
import { TeamMark, TokenMark } from './symbols';
import { Tools } from './tools';
import { pieceWords, teamOf } from './words';

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
  const own = scene.mine.length === 1 && scene.mine[0] === flick.seat;
  const deeds = own ? { disc: 'move', bullet: 'shoot', dynamite: 'throw dynamite' } : { disc: 'moves', bullet: 'shoots', dynamite: 'throws dynamite' };
  return `${own ? 'You' : (scene.table.seats[flick.seat]?.name ?? '')} ${deeds[flick.kind]} …`;
}

function Board({ scene, act, setPreview, hints, reducedMotion, part = null, onSeen }: BoardProps) {
  takeMeasures(viewOf(scene).shared.measures);
  const [prefs, setPrefs] = usePrefs();
  const root = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const said = useRef<HTMLParagraphElement>(null);
  const field = useRef<HTMLDivElement>(null);
  const stage = useRef<Stage>(null);
  const { state, lost } = useStage(host, stage, prefs.drawn, reducedMotion);
  const around = useRef<Director>(null);
  const flicks = useFlicks(scene, stage, { slow: prefs.slow, reducedMotion, around });
  const { shown, playing, last } = flicks;
  const live = shown === scene && !playing;
  useLayoutEffect(() => onSeen?.(shown), [shown]);
  const card = useGoalCard(scene);
  const view = viewOf(shown);
  const actions = live ? scene.actions : [];
  const town = useMemo(() => townOf(view), [view]);
  const [looked, setLooked] = useState<string | null>(null);
  const [boxes, setBoxes] = useState(false);
  const step = `${scene.table.id} ${scene.seat} ${scene.log.length} ${live}`;

  const fired = useCallback((action: Action) => void act(action), [act]);
  const control = useAim(stage, prefs.steady, step, fired);
  const { aiming } = control;
  const aim = useMemo(() => (aiming ? stageAim(aiming) : null), [aiming]);

  /* --- what is meant: by the hint, or by the lesson ------------------------------------------------------------------------ */
  const meant = scene.lesson ? (scene.lesson.exact ?? scene.lesson.do) : hints[0]?.text;
  const meantAim = meant ? aimIn(actions, meant) : null;
  const hinted = meantAim?.action ?? actions.find((action) => action.text === meant || action.text === hints[0]?.text) ?? null;
  const ghost = useMemo(() => {
    const figure = meantAim && standing(view, town, figureOf(view, meantAim.action));
    if (!meantAim || !figure || (aiming && aiming.action.text !== meantAim.action.text)) return null;
    const named = Object.fromEntries((meantAim.action.open as string[]).map((name, i) => [name, meantAim.numbers[i]]));
    return stageAim({ action: meantAim.action, figure, numbers: { angle: named.angle ?? 0, speed: named.speed ?? 0, around: named.around ?? null } });
  }, [meant, actions, aiming?.action.text]);

  const pick = (action: Action) => {
    if (card.open) card.setOpen(false);
    setLooked(null);
    setPreview(null);
    if (!isOpen(action)) return void act(action);
    const name = figureOf(view, action);
    const figure = standing(view, town, name) ?? { x: town.width / 2, y: town.height / 2, facing: 0 };
    control.begin(action, figure);
    field.current?.focus({ preventScroll: true });
  };
  const playOf = (name: string) => actions.find((action) => (action.kind === 'play' || action.kind === 'duel') && action.cowboy === name);
  const tap = (name: string | null) => {
    const action = name ? playOf(name) : undefined;
    if (action) return pick(action);
    const walk = actions.find((one) => one.kind === 'walk' && one.figure === name);
    if (walk) return pick(walk);
    setLooked(name === looked ? null : name);
  };

  /* --- pointer and keys ---------------------------------------------------------------------------------------------------- */
  const press = useRef<{ x: number; y: number } | null>(null);
  const onPointerDown = (event: PointerEvent) => {
    press.current = { x: event.clientX, y: event.clientY };
    if (playing) return;
    if (control.down(event)) {
      event.preventDefault();
      field.current?.setPointerCapture(event.pointerId);
    }
  };
  const onClick = (event: MouseEvent) => {
    const from = press.current;
    if (playing) return flicks.skip();
    if (aiming || !from || Math.hypot(event.clientX - from.x, event.clientY - from.y) > 7) return;
    tap(stage.current?.at(event.clientX, event.clientY)?.piece ?? null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    const typing = target.tagName === 'INPUT' && (target as HTMLInputElement).type === 'number';
    const onButton = target.tagName === 'BUTTON' || target.tagName === 'SUMMARY';
    if (boxes && event.key === 'Escape') return setBoxes(false);
    if (playing && event.key === 'Escape') {
      flicks.skip();
      return event.preventDefault();
    }
    if (aiming) {
      if (event.altKey || event.metaKey) return;
      const fine = event.shiftKey ? 0.1 : event.ctrlKey ? 5 : 1;
      const turns: Record<string, number> = { ArrowLeft: fine, ArrowRight: -fine };
      const pushes: Record<string, number> = { ArrowUp: event.shiftKey ? 10 : 50, ArrowDown: event.shiftKey ? -10 : -50, PageUp: 500, PageDown: -500 };
      if (event.key === 'Escape') control.leave();
      else if (event.key === 'Enter' && !(onButton && !target.classList.contains('fire'))) {
        if (event.repeat) return event.preventDefault();
        if (prefs.steady || !flickOf(aiming.action)) control.fire();
        else control.press();
      } else if (typing) return;
      else if (event.key in turns) control.change({ angle: aiming.numbers.angle + turns[event.key] });
      else if (event.key in pushes) control.change({ speed: aiming.numbers.speed + pushes[event.key] });
      else return;
      return event.preventDefault();
    }
    if (target === field.current) {
      const way: Record<string, [number, number, number]> = {
        ArrowLeft: [-6, 0, 1],
        ArrowRight: [6, 0, 1],
        ArrowUp: [0, 4, 1],
        ArrowDown: [0, -4, 1],
        '+': [0, 0, 1.2],
        '-': [0, 0, 1 / 1.2],
      };
      const turn = way[event.key];
      if (!turn || event.ctrlKey || event.metaKey || event.altKey || (scene.flicks_at && turn[2] === 1)) return; // in a replay the arrows step
      stage.current?.turn(...turn);
      return event.preventDefault();
    }
    moveFocus(root.current!, event);
  };
  // A pull that is let go in full swing counts as a fling for Chromium, even where nothing scrolls, and the next tap, wherever it is,
  // would only stop that fling and click nothing.
  useEffect(() => {
    const ours = (event: TouchEvent) => event.preventDefault();
    field.current!.addEventListener('touchmove', ours, { passive: false });
    return () => field.current?.removeEventListener('touchmove', ours);
  }, []);
  const onKeyUp = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !prefs.steady) control.release();
  };
  useKeyboardFocus(root, aiming ? '' : step);
  // Whatever has the focus: Space skips what is played. In a replay it belongs to the player.
  useEffect(() => {
    if (!playing || scene.flicks_at) return;
    const skip = (event: KeyboardEvent) => {
      if (event.key !== ' ' || /^(INPUT|TEXTAREA|SELECT|BUTTON)$/.test((event.target as HTMLElement).tagName)) return;
      event.preventDefault();
      flicks.skip();
    };
    addEventListener('keydown', skip);
    return () => removeEventListener('keydown', skip);
  }, [playing]);

  /* --- what is seen --------------------------------------------------------------------------------------------------------- */
  const open = useMemo(
    () =>
      actions.flatMap((action) =>
        action.kind === 'play' || action.kind === 'duel' ? [action.cowboy as string] : action.kind === 'walk' ? [action.figure as string] : [],
      ),
    [actions],
  );
  const hintedPiece = hinted ? ((hinted.cowboy ?? hinted.figure ?? hinted.object ?? null) as string | null) : null;
  const chosen = aiming ? figureOf(view, aiming.action) : view.shared.duel ? view.shared.duel.shoots : view.active;
  const lights = useMemo(() => ({ open, chosen: playing ? null : chosen, hinted: hintedPiece }), [open.join(), chosen, hintedPiece, playing]);
  useShown(stage, state, town, lights, aim, Boolean(playing));
  useEffect(() => setLooked(null), [step]);
  // The line under the board says what the pull will be.
  useEffect(() => {
    if (!aiming) return;
    const how = flickOf(aiming.action) ? 'pull back on the table and let go' : 'tap where he should look';
    setPreview({ ...aiming.action, tell: `${buttonWords(aiming.action, view)}: ${how}` });
    return () => setPreview(null);
  }, [aiming?.action.text]);

  const names = Object.keys(view.shared.cowboys);
  const busyHouse = chosen && !playing && view.shared.cowboys[chosen]?.state === 'inside' ? view.shared.cowboys[chosen].place : null;
  const labels: Label[] = names.flatMap((name): Label[] => {
    if (
      (name === chosen && !playing && (aiming || flicksOf(actions).length)) ||
      view.shared.cowboys[name].state === 'dead' ||
      (playing && Boolean(playing.duel) !== Boolean(view.shared.duel))
    )
      return [];
    const piece = town.pieces.find((one) => one.name === name);
    const indoors = piece || view.shared.duel ? null : indoorsAt(view, name);
    const at = piece ? piece.pose : indoors;
    if (!at) return [];
    if (indoors && busyHouse === view.shared.cowboys[name].place) return []; // his disc lies where the names would stand
    const team = teamOf(name);
    const classes = ['fu-name', team ?? 'witness', indoors && 'indoors', open.includes(name) && 'open', chosen === name && !playing && 'chosen']
      .filter(Boolean)
      .join(' ');
    const node = (
      <>
        {team && <TeamMark team={team} />}
        {team ? name : `W${name.slice(-1)}`}
      </>
    );
    return [
      {
        key: name,
        x: at.x,
        y: at.y,
        z: indoors ? 0 : 44,
        over: !indoors,
        ...(indoors ? {} : { piece: name }),
        row: indoors ? rowOf(view.shared.buildings[view.shared.cowboys[name].place], name) : 0,
        class: classes,
        node,
        onClick: () => tap(name),
      },
    ];
  });
  const stocks: Label[] =
    view.shared.duel || playing?.duel
      ? []
      : Object.entries(view.shared.buildings).flatMap(([name, building]): Label[] => {
          const tokens = [...Object.entries(building.tokens), ...(building.face_down ? [['face_down', building.face_down] as [string, number]] : [])];
          if (!tokens.length) return [];
          const node = tokens.map(([token, count]) => (
            <i key={token}>
              <TokenMark token={token} />
              {count > 1 ? count : ''}
            </i>
          ));
          return [
            {
              key: `${name}-stock`,
              ...roomAt(building),
              z: 0,
              row: busyHouse === name ? -1.7 : rowOf(building, null),
              class: 'fu-stock',
              node,
              onClick: () => tap(name),
            },
          ];
        });
  const stays = actions.length > 0 ? Object.entries(view.shared.stays ?? {}) : [];
  const kept: Label[] = aiming
    ? []
    : stays.map(([name]) => {
        const [x, y] = view.shared.pieces[name];
        const onClick = (event: MouseEvent) => (event.stopPropagation(), tap(name)); // not also on the house around it
        return { key: `${name}-stays`, x, y, z: 13, class: 'fu-stays', node: null, onClick };
      });
  const spots: Label[] =
    aiming || playing
      ? []
      : flicksOf(actions).map((action) => {
          const from = action.from as { x: number; y: number };
          return { key: action.text, x: from.x, y: from.y, z: 0, class: `fu-spot ${flickOf(action)}`, node: null, onClick: () => pick(action) };
        });

  const told = shown.table.status !== 'running' && !shown.flicks_at; // the result says how it ended
  const seen = playing ? last?.n === playing.n : last?.n === (shown.flicks ?? 0); // what came of it is said as soon as it is seen
  const ruling = capital(seen ? last!.ruling : view.ruling);
  const caption = playing && !seen ? flickWords(shown, playing) : told && !playing ? '' : ruling;
  const ahead = aim && flickOf(aiming!.action) ? aheadWords(town, aim, flickOf(aiming!.action) === 'disc' ? figureOf(view, aiming!.action) : null) : '';
  const figure = standing(view, town, chosen);
  around.current = useDirector({
    stage,
    state,
    on: prefs.director,
    view,
    town,
    chosen: playing ? null : chosen,
    figure,
    aim,
    pulled: control.pulled,
    playing: Boolean(playing),
  });
  const hour = playing?.hour ?? view.shared.clock.hour;
  const struck = useRef(hour);
  useEffect(() => {
    if (struck.current !== hour && view.phase !== 'over') hearHour();
    struck.current = hour;
  }, [hour]);
  const classes = ['fu', aiming && 'aiming', control.pulled && 'pulled', playing && 'playing', (boxes || part) && 'with-boxes', view.shared.duel && 'duelling']
    .filter(Boolean)
    .join(' ');
  return (
    <div
      ref={root}
      class={classes}
      data-stage={state}
      data-phase={view.phase}
      data-flick={last ? markOf(last) : undefined}
      onKeyDown={onKeyDown}
      onKeyUp={onKeyUp}
    >
      <Strip scene={shown} hour={hour} open={boxes} onToggle={() => setBoxes(!boxes)} />
      <div class="fu-stage">
        <div
          class="fu-field"
          ref={field}
          tabIndex={0}
          role="application"
          data-legal={aiming ? true : undefined}
          aria-label={
            aiming
              ? 'Aiming: left and right turn, up and down change the power, Enter flicks, Escape goes back'
              : 'The town. Arrows move the view, plus and minus zoom.'
          }
          onPointerDown={onPointerDown}
          onPointerMove={control.move}
          onPointerUp={control.up}
          onPointerCancel={control.up}
          onClick={onClick}
        >
          <div class="fu-host" ref={host} />
          <Over stage={stage} state={state} labels={[...stocks, ...kept, ...labels, ...spots]} ghost={ghost} words={said} />
        </div>
        <ul class="sr fu-where" aria-label={figure && chosen ? `Where everybody is, seen from ${chosen}` : 'Where everybody is'}>
          {whereWords(town, figure && aim ? aim.from : figure, chosen).map((words) => (
            <li key={words}>{words}</li>
          ))}
          {stays.map(([name, why]) => (
            <li key={name}>
              {pieceWords(name)} stands in an entrance and cannot be put aside: {why}
            </li>
          ))}
        </ul>
        {state === 'loading' && <p class="fu-loading">The town is being built …</p>}
        {looked && <Look view={view} name={looked} onClose={() => setLooked(null)} />}
      </div>
      <div class="fu-top">
        <GoalBar scene={shown} onOpen={() => card.setOpen(true)} />
        {(playing ? playing.duel : true) && <DuelBox view={view} />}
      </div>
      {card.open && <GoalCard scene={shown} onClose={() => card.setOpen(false)} />}
      <div class="fu-notes">
        <p class="fu-caption" ref={said} role="status" aria-live="polite">
          {caption && <span key={caption}>{caption}</span>}
        </p>
        {playing && (
          <button class="fu-skip" onClick={flicks.skip}>
            Skip
          </button>
        )}
      </div>
      <Tools
        {...{ stage, state, lost, prefs, setPrefs }}
        aiming={aiming !== null}
        again={(shown.flicks ?? 0) > 0 && !playing ? flicks.again : null}
        behind={figure && { x: figure.x, y: figure.y, angle: aim?.angle ?? figure.facing }}
        team={teamSide(view, town)}
      />
      {aiming ? (
        <AimBar aiming={aiming} control={control} steady={prefs.steady} ahead={ahead} />
      ) : actions.length > 0 ? (
        <ActionBar view={view} actions={actions} hinted={hinted?.text ?? null} pick={pick} setPreview={setPreview} />
      ) : (
        scene.mine.length > 0 &&
        scene.table.status === 'running' && <p class="fu-bar quiet">{playing ? (hovers() ? 'Space or a tap skips.' : 'A tap skips.') : ''}</p>
      )}
      <div class="fu-more">
        <Boxes
          scene={shown}
          hour={hour}
          counting={part && menOf(view, part)}
          onPlay={(name) => {
            const action = playOf(name);
            return action ? () => (setBoxes(false), pick(action)) : null;
          }}
          onLook={(name) => setLooked(looked === name ? null : name)}
        />
        {!part && (
          <button class="fu-close" onClick={() => setBoxes(false)}>
            Close
          </button>
        )}
      </div>
    </div>
  );
}

/** Nothing is hidden here: a device that goes round need not be covered. */
const open = true;

/** A flick is seen before it is told what it led to. */
const slow = true;

/** What the result can light: the men who are left, and those of the other side who are not. */
const parts = ['hit_points', 'eliminated'] as const;

export { Board, choicePicture, open, parts, prompt, slow, tunes };
