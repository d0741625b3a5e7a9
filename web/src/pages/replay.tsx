// A finished game, looked at again: forward and back, from any seat, at any speed; shared, kept as a file, or played on from here.

import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { app, useApp } from '../app';
import { useBoard } from '../boards';
import { isChosen } from '../deal';
import { actionsOf, useDrawing, type Drawing } from '../parts/drawn';
import { useKeydown } from '../parts/keys';
import { linesOf, lineWords, toReader } from '../parts/lines';
import { CopyLink } from '../parts/links';
import { PlayOn } from '../parts/playon';
import { PositionBoard } from '../parts/positionboard';
import { Scrubber } from '../parts/scrubber';
import { nameFor } from '../parts/seats';
import { TableHead } from '../parts/tablehead';
import { type Paced, usePacing } from '../pacing';
import { type Judging, useTutor, VerdictWords } from '../parts/tutor';
import { jumpsOf, linesTo, ownSeats, sceneAt, turnAt, turnsOf, useStory, useViews, type Eyes, type Story, type Turn } from '../replay';
import { useWide } from '../parts/screen';
import { saveRecord } from '../parts/device';
import { follow, query as addressQuery, showAddress } from '../route';
import type { BoardModule, LogEntry, Scene, Table } from '../types';

const speeds = [0.5, 1, 2, 4, 8];
const beat = 1200;
const flickBeat = 2600; // a flick is watched to its end
const nothing = () => [];

/** The address says where and with whose eyes, so that a moment can be shared: /r/ID?at=12&from=0. */
function fromAddress(story: Story): { index: number; eyes: Eyes } {
  const asked = addressQuery();
  const at = Number(asked.get('at') ?? 0);
  const from = asked.get('from');
  const seat = from === null || from === '' ? NaN : Number(from);
  return {
    index: Number.isInteger(at) ? Math.max(0, Math.min(at, story.positions.length - 1)) : 0,
    eyes: Number.isInteger(seat) && seat >= 0 && seat < story.table.seats.length ? seat : 'all',
  };
}

function addressOf(id: string, index: number, eyes: Eyes): string {
  const query = new URLSearchParams();
  if (index) query.set('at', String(index));
  if (eyes !== 'all') query.set('from', String(eyes));
  const words = query.toString();
  return `/r/${id}${words ? `?${words}` : ''}`;
}

/* --- playing on ------------------------------------------------------------------------------------------------------ */

/** Cards that somebody laid instead of the dealer, a seed that somebody chose, or a record from outside. */
function Unproved({ table }: { table: Table }) {
  if (table.proved) return null;
  const why = isChosen(table) || table.kind === 'import' ? table.deal?.words : undefined;
  return <small class="unproved">The deal of this record cannot be proved.{why && ` ${why}`}</small>;
}

/* --- the panel: eyes, turns, the story, what else can be done ---------------------------------------------------------- */

interface PanelProps {
  story: Story;
  turns: Turn[];
  index: number;
  eyes: Eyes;
  setEyes: (eyes: Eyes) => void;
  speed: number;
  setSpeed: (speed: number) => void;
  go: (index: number) => void;
  playOn: () => void;
  onClose: (() => void) | null;
  board: BoardModule | null;
}

/** To the next of its kind. */
function Jumps({ story, index, board, go }: Pick<PanelProps, 'story' | 'index' | 'board' | 'go'>) {
  const jumps = useMemo(() => jumpsOf(story, board?.jumps), [story, board]);
  return (
    <div class="replay-jumps" role="group" aria-label="Go to the next">
      {jumps.map(({ words, positions }) => {
        const next = positions.find((position) => position > index);
        return (
          <button key={words} disabled={next === undefined} onClick={() => go(next!)}>
            {words}
          </button>
        );
      })}
    </div>
  );
}

function StoryList({ story, index, eyes, go }: { story: Story; index: number; eyes: Eyes; go: (index: number) => void }) {
  const box = useRef<HTMLOListElement>(null);
  const rows = useMemo(() => {
    const scene = { table: story.table, mine: ownSeats(story) } as any;
    return story.positions
      .map((_, position) => ({ position, lines: linesOf(scene, linesTo(story, eyes, position), story.log) }))
      .filter((row) => row.lines.length);
  }, [story, eyes]);
  const current = rows.filter((row) => row.position <= index).pop()?.position;
  useEffect(() => {
    const row = box.current?.querySelector<HTMLElement>('[aria-current]');
    const list = box.current;
    if (row && list) list.scrollTop = row.offsetTop - list.clientHeight / 2;
  }, [current, rows]);
  return (
    <ol class="story" ref={box} aria-label="What happened" tabIndex={0}>
      {rows.map((row) => (
        <li key={row.position}>
          <button
            class={row.position > index ? 'plain later' : 'plain'}
            aria-current={row.position === current ? 'step' : undefined}
            onClick={() => go(row.position)}
          >
            {row.lines.map((line) => (
              <span key={line.key}>
                <b>{line.verb ? line.who : `${line.who}:`}</b> {line.words}
              </span>
            ))}
          </button>
        </li>
      ))}
      {story.result.reason && <li class={index < story.positions.length - 1 ? 'ending later' : 'ending'}>{endingOf(story)}</li>}
    </ol>
  );
}

function Panel({ story, turns, index, eyes, setEyes, speed, setSpeed, go, playOn, onClose, board }: PanelProps) {
  const { table } = story;
  const over = table.status === 'over' && index === story.positions.length - 1;
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (onClose) box.current?.querySelector('select')?.focus();
  }, []);
  return (
    <aside class="drawer replay-panel" aria-label="About this replay" ref={box} onKeyDown={(event) => event.key === 'Escape' && onClose?.()}>
      <div class="replay-choices">
        <label class="field">
          <span>Seen by</span>
          <select value={String(eyes)} onChange={(event) => setEyes(event.currentTarget.value === 'all' ? 'all' : Number(event.currentTarget.value))}>
            <option value="all">everything open</option>
            {table.seats.map((_, seat) => (
              <option key={seat} value={String(seat)}>
                {nameFor({ table, mine: ownSeats(story) } as Scene, seat)}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>Speed</span>
          <select value={String(speed)} onChange={(event) => setSpeed(Number(event.currentTarget.value))}>
            {speeds.map((one) => (
              <option key={one} value={String(one)}>
                {one === 0.5 ? '½' : one}×
              </option>
            ))}
          </select>
        </label>
        {turns.length > 1 && (
          <label class="field wide-field">
            <span>Jump to</span>
            <select value={String(turnAt(turns, index)?.position ?? 0)} onChange={(event) => go(Number(event.currentTarget.value))}>
              {turns.map((turn) => (
                <option key={turn.position} value={String(turn.position)}>
                  {turn.words}
                </option>
              ))}
            </select>
          </label>
        )}
        <Jumps {...{ story, index, board, go }} />
        {onClose === null && <Unproved table={table} />}
        {onClose && (
          <button class="close" onClick={onClose}>
            Back to the board
          </button>
        )}
      </div>
      <StoryList story={story} index={index} eyes={eyes} go={go} />
      <div class="replay-doings">
        <button onClick={playOn} disabled={over} title={over ? 'The game is over here. Go back a step or more.' : undefined}>
          Play on from here
        </button>
        <CopyLink label="Link to this moment" path={addressOf(table.id, index, eyes)} />
        <div class="buttons">
          <a
            class="button"
            href={`/api/tables/${table.id}/record`}
            download={`${table.game}-${table.id.slice(0, 8)}.json`}
            onClick={(event) => saveRecord(event, table)}
          >
            Download the record
          </a>
          {(table.status === 'over' || table.kind === 'import') && (
            <a class="button" href={`/a/${table.id}`} onClick={follow}>
              Analyse
            </a>
          )}
          {table.kind !== 'import' && (
            <a class="button" href={`/t/${table.id}`} onClick={follow}>
              To the table
            </a>
          )}
        </div>
      </div>
    </aside>
  );
}

/* --- the page ---------------------------------------------------------------------------------------------------------- */

const icons = {
  first: 'M5 5h3v14H5zM20 5v14l-11-7z',
  back: 'M16 5v14L5 12z',
  play: 'M6 4l14 8-14 8z',
  pause: 'M6 5h4v14H6zM14 5h4v14h-4z',
  on: 'M8 5v14l11-7z',
  last: 'M16 5h3v14h-3zM4 5v14l11-7z',
};

function Control({
  icon,
  label,
  keys,
  ...rest
}: {
  icon: keyof typeof icons;
  label: string;
  keys: string;
  disabled?: boolean;
  primary?: boolean;
  onClick: () => void;
}) {
  return (
    <button class={rest.primary ? 'primary' : ''} aria-label={label} title={label} aria-keyshortcuts={keys} disabled={rest.disabled} onClick={rest.onClick}>
      <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
        <path d={icons[icon]} />
      </svg>
    </button>
  );
}

/** Where in the story one is, and how it goes on. */
function usePlayback(story: Story, turns: Turn[], start: number, hush: () => void) {
  const [index, setIndex] = useState(start);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const last = story.positions.length - 1;
  const go = (next: number, keepPlaying = false) => {
    setIndex(Math.max(0, Math.min(next, last)));
    if (!keepPlaying) setPlaying(false);
    hush();
  };
  const toggle = () => {
    if (!playing && index >= last) setIndex(0);
    hush();
    setPlaying(!playing);
  };
  const turnStep = (direction: 1 | -1) => {
    if (direction > 0) return go(turns.find((turn) => turn.position > index)?.position ?? last);
    const before = turns.filter((turn) => turn.position < index);
    go(before[before.length - 1]?.position ?? 0);
  };
  return { index, last, playing, pause: () => setPlaying(false), speed, setSpeed, go, toggle, turnStep };
}

type Playback = ReturnType<typeof usePlayback>;

/** The next position comes when this one has been seen: what is still on its way is waited for. */
function useClock(story: Story, { playing, pause, index, last, speed, go }: Playback, ready: boolean, telling: boolean): void {
  // A layout effect, so that a pause that shows has stopped the clock.
  useLayoutEffect(() => {
    if (!playing || !ready || telling) return;
    if (index >= last) return pause();
    const flicked = (story.positions[index].flicks ?? 0) > (story.positions[index - 1]?.flicks ?? 0);
    const timer = setTimeout(() => go(index + 1, true), (flicked ? flickBeat : beat) / speed);
    return () => clearTimeout(timer);
  }, [playing, ready, telling, index, speed]);
}

function useReplayKeys({ index, last, go, toggle, turnStep }: Playback): void {
  useKeydown((key, target) => {
    if (key === ' ' && target.closest('button, a, summary')) return false;
    if (key === 'ArrowRight') go(index + 1);
    else if (key === 'ArrowLeft') go(index - 1);
    else if (key === 'PageDown') turnStep(1);
    else if (key === 'PageUp') turnStep(-1);
    else if (key === 'Home') go(0);
    else if (key === 'End') go(last);
    else if (key === ' ') toggle();
    else return false;
    return true;
  });
}

/** The board stays while the next position is on its way. A step forward is told; who steps on, or jumps, sees where it led. */
function useDrawn(paced: Paced, scene: Scene | null, index: number, speed: number, board: BoardModule | null): Scene | null {
  const drawnAt = useRef(-1);
  useLayoutEffect(() => {
    if (!scene) return;
    const told = index === drawnAt.current + 1 && speed <= 2;
    drawnAt.current = index;
    paced.skip();
    paced.take(scene, told ? board?.moments : nothing);
  }, [scene]);
  return paced.scene;
}

/** Whoever looks and played is "You" in it, too. */
const endingOf = (story: Story) => toReader({ table: story.table, mine: ownSeats(story) } as Scene, story.result.reason ?? '');

/** What happened in the step that led here. */
function captionOf(story: Story, drawn: Scene | null, lines: LogEntry[], index: number): string {
  const ending = index === story.positions.length - 1 && story.result.reason ? ` · ${endingOf(story)}` : '';
  if (!drawn || !lines.length) return (index === 0 ? 'The beginning.' : 'Somebody decided in secret.') + ending;
  return (
    linesOf({ ...drawn, mine: ownSeats(story) }, lines, story.log)
      .map(lineWords)
      .join(' · ') + ending
  );
}

/** The verdict on the step's move, or a button that asks for it. */
function MoveVerdict({ judging, move, ask, drawing }: { judging: Judging; move?: LogEntry; ask: (move: LogEntry) => void; drawing: Drawing }) {
  if (judging.verdict)
    return (
      <p class={`verdict ${judging.verdict.word}`} role="status">
        <VerdictWords verdict={judging.verdict} drawing={drawing} />
      </p>
    );
  if (!move) return null;
  return (
    <>
      {judging.problem && <p role="status">{judging.problem}</p>}
      <button onClick={() => ask(move)} disabled={judging.state === 'thinking'}>
        {judging.state === 'thinking' ? 'Thinking …' : 'Was that good?'}
      </button>
    </>
  );
}

function Controls({ playback: { index, last, playing, go, toggle }, children }: { playback: Playback; children: ComponentChildren }) {
  return (
    <div class="replay-controls" role="group" aria-label="Replay">
      <Control icon="first" label="To the beginning" keys="Home" disabled={index === 0} onClick={() => go(0)} />
      <Control icon="back" label="A step back" keys="ArrowLeft" disabled={index === 0} onClick={() => go(index - 1)} />
      <Control icon={playing ? 'pause' : 'play'} label={playing ? 'Pause' : 'Play'} keys="Space" primary onClick={toggle} />
      <Control icon="on" label="A step forward" keys="ArrowRight" disabled={index === last} onClick={() => go(index + 1)} />
      <Control icon="last" label="To the end" keys="End" disabled={index === last} onClick={() => go(last)} />
      {children}
    </div>
  );
}

/** The story as it is seen now: from whose seat, at which position, and how the board is drawn. */
function usePlayer(story: Story) {
  const id = story.table.id;
  const start = useMemo(() => fromAddress(story), [story]);
  const [eyes, setEyes] = useState<Eyes>(start.eyes);
  const [pinned, setPinned] = useState<number | null>(null);
  const turns = useMemo(() => turnsOf(story), [story]);
  const tutor = useTutor(id);
  const drawing = useDrawing(tutor.judging);
  const playback = usePlayback(story, turns, start.index, tutor.hush);
  const { index, last, speed } = playback;
  const { view, problem, again } = useViews(id, eyes, index, last + 1);
  const { board, problem: boardProblem } = useBoard(story.table.game);
  const paced = usePacing(board);
  useEffect(() => {
    showAddress(addressOf(id, index, eyes));
  }, [index, eyes]);
  useEffect(() => setPinned(null), [eyes]);
  useEffect(() => {
    document.title = `Replay · ${story.table.title} · Flipside`;
  }, []);
  useClock(story, playback, view !== null, paced.moment !== null);
  useReplayKeys(playback);
  const scene = useMemo(() => (view ? sceneAt(story, eyes, index, view) : null), [story, eyes, index, view]);
  const drawn = useDrawn(paced, scene, index, speed, board);
  const mover = [...story.log.slice(0, story.positions[index].step)].reverse().find((line) => line.seat !== 'dealer')?.seat as number | undefined;
  const shown = pinned ?? (eyes === 'all' ? (mover ?? 0) : eyes);
  const trouble = problem ? { words: problem, again } : boardProblem ? { words: boardProblem, again: () => location.reload() } : null;
  return { eyes, setEyes, shown, setPinned, turns, tutor, drawing, playback, board, paced, drawn, ready: view !== null && drawn === scene, trouble };
}

type PlayerState = ReturnType<typeof usePlayer>;

/** The move that is judged, or a better one, drawn on the position in which it was made. */
function JudgedMove({ story, player: { tutor, drawing } }: { story: Story; player: PlayerState }) {
  const { verdict, steps, seat } = tutor.judging;
  const actions = useMemo(() => (verdict ? actionsOf([verdict.move, ...(verdict.better ? [verdict.better] : [])]) : []), [verdict]);
  if (!verdict || !drawing.text) return null;
  return (
    <div class="drawn-move" data-drawn={drawing.text}>
      <PositionBoard story={story} decision={{ step: steps, seat }} actions={actions} drawn={drawing.text} />
    </div>
  );
}

function ReplayBoard({ story, player }: { story: Story; player: PlayerState }) {
  const { reducedMotion } = useApp();
  const { drawn, board, shown, setPinned, playback, paced, trouble } = player;
  const Board = board?.Board;
  return (
    <div class="board-area">
      {trouble && (
        <p class="problem" role="alert">
          {trouble.words} <button onClick={trouble.again}>Try again</button>
        </p>
      )}
      <JudgedMove story={story} player={player} />
      {drawn && Board && (
        <Board
          scene={drawn}
          act={() => undefined}
          preview={null}
          setPreview={() => undefined}
          hints={[]}
          shown={shown}
          setShown={setPinned}
          reducedMotion={reducedMotion || (playback.playing && playback.speed > 2)}
          moment={paced.moment}
          part={null}
        />
      )}
    </div>
  );
}

function ReplayStrip({ story, player, children }: { story: Story; player: PlayerState; children: ComponentChildren }) {
  const wide = useWide();
  const { playback, eyes, turns, tutor, drawing, drawn } = player;
  const { index, last, playing, go } = playback;
  const lines = linesTo(story, eyes, index);
  const place = turnAt(turns, index)?.words ?? '';
  const words = [place, `${index + 1} of ${last + 1}`].filter(Boolean).join(', ');
  const judge = async (move: LogEntry) => {
    await app.ensurePerson();
    void tutor.ask(move.seat as number, move.i, move.i);
  };
  return (
    <div class="replay-strip">
      {!wide && <Unproved table={story.table} />}
      <div class="replay-caption">
        <p tabIndex={wide ? undefined : 0}>
          <b>{words}</b> <span aria-live={playing ? 'off' : 'polite'}>{captionOf(story, drawn, lines, index)}</span>
        </p>
        <MoveVerdict judging={tutor.judging} move={lines.find((line) => line.seat !== 'dealer')} ask={(move) => void judge(move)} drawing={drawing} />
      </div>
      <Scrubber story={story} turns={turns} index={index} words={words} go={go} />
      <Controls playback={playback}>{children}</Controls>
    </div>
  );
}

function Player({ story }: { story: Story }) {
  const player = usePlayer(story);
  const [forking, setForking] = useState(false);
  const [panel, setPanel] = useState(false);
  const wide = useWide();
  const { playback, paced, drawn, eyes, setEyes, shown, setPinned, turns } = player;
  const { index, speed, setSpeed, go } = playback;
  return (
    <div
      class={`table-page replay-page game-${story.table.game}${wide ? ' with-drawer' : ''}`}
      data-index={index}
      data-eyes={eyes}
      data-ready={player.ready}
      data-moment={paced.moment?.kind}
      style={{ '--moment': `${paced.lasts}ms` }}
    >
      {drawn && <TableHead scene={{ ...drawn, mine: ownSeats(story) }} title={story.table.title} shown={shown} setShown={setPinned} note=" · replay" />}
      <ReplayBoard story={story} player={player} />
      <ReplayStrip story={story} player={player}>
        {!wide && (
          <button aria-expanded={panel} onClick={() => setPanel(!panel)}>
            More
          </button>
        )}
      </ReplayStrip>
      {(wide || panel) && (
        <Panel
          {...{ story, turns, index, eyes, setEyes, speed, setSpeed }}
          board={player.board}
          go={(next) => {
            go(next);
            setPanel(false);
          }}
          playOn={() => setForking(true)}
          onClose={wide ? null : () => setPanel(false)}
        />
      )}
      {forking && <PlayOn story={story} index={index} eyes={eyes} onClose={() => setForking(false)} />}
    </div>
  );
}

export function ReplayPage({ id }: { id: string }) {
  const { story, problem } = useStory(id);
  if (problem)
    return (
      <div class="page narrow">
        <header class="page-head">
          <h1>No replay here</h1>
          <p role="alert">{problem}</p>
        </header>
        <div class="buttons">
          <a class="button" href={`/t/${id}`} onClick={follow}>
            To the table
          </a>
          <a class="button" href="/mine" onClick={follow}>
            Your games
          </a>
        </div>
      </div>
    );
  if (!story)
    return (
      <div class="page narrow" aria-busy="true">
        <p class="quiet">Loading the replay …</p>
      </div>
    );
  return <Player story={story} />;
}
