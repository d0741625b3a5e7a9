// The tutor at the table: "was that good?" after an own move, if the player turned it on and the table allows it.

import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { advice } from '../adviser';
import { app, useApp } from '../app';
import { whyWords } from '../decided';
import type { Scene, Table, Verdict } from '../types';
import { Dialog } from './dialog';
import { DrawnWords, type Drawing } from './drawn';
import { secondPerson } from './lines';
import { offered } from './openmoves';

/** Does nobody but oneself play here, bots aside? */
export const isAlone = (table: Table) => !table.seats.some((seat) => seat.kind === 'person' && !seat.you);

/** A game is either rated, or may be helped. */
export const tutorAllowed = (table: Table) => table.status !== 'running' || table.help !== false;

/** Said before it is used. */
export const helpCosts = 'If you ask for help, you gain no achievements in this game.';
export const helpInRated = 'A rated game has no hints, no tutor and no take-backs. If you want them, it will not be rated.';

/** Asked before the first help in a rated game, never after it. */
export function GiveUpRating({ alone, onYes, onNo, children }: { alone: boolean; onYes: () => void; onNo: () => void; children?: ComponentChildren }) {
  return (
    <Dialog title="This game is rated" onClose={onNo}>
      {children}
      <p>{helpInRated}</p>
      <div class="buttons">
        <button class="primary" autofocus onClick={onNo}>
          Keep it rated
        </button>
        <button onClick={onYes}>{alone ? 'Play on with help, not rated' : 'Ask the others'}</button>
      </div>
    </Dialog>
  );
}

/** The tutor is on from an earlier game, and this one is rated: it is asked at the start which of the two it shall be. */
export function TutorOrRating({ scene, giveUp }: { scene: Scene; giveUp: () => void }) {
  const { settings } = useApp();
  const { table, mine, log } = scene;
  const [answered, setAnswered] = useState(false);
  const begun = log.some((entry) => mine.includes(entry.seat as number));
  const here = table.status === 'running' && table.kind === 'game' && mine.length > 0 && table.rated && table.help === false && !table.daily;
  if (answered || begun || !here || settings.tutor === 'off') return null;
  return (
    <GiveUpRating
      alone={isAlone(table)}
      onYes={() => {
        setAnswered(true);
        giveUp();
      }}
      onNo={() => setAnswered(true)}
    >
      <p>Your tutor is on from an earlier game. In a rated game it stays quiet until the end.</p>
    </GiveUpRating>
  );
}

export function helpCostsHere({ table, mine }: Scene): boolean {
  return table.kind === 'game' && !mine.some((seat) => table.seats[seat].helped);
}

function tutorWords(table: Table, allowed: boolean): string {
  if (allowed) return `Tutor: tell me after each move whether it was good. ${table.kind === 'game' ? helpCosts : ''}`;
  return table.daily ? 'There is no tutor in the daily challenge.' : 'This game is rated: the tutor speaks when it is over.';
}

export function TutorSwitch({ table }: { table: Table }) {
  const { settings } = useApp();
  const allowed = tutorAllowed(table);
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={settings.tutor !== 'off' && allowed}
        disabled={!allowed}
        onChange={(event) => app.setSettings({ tutor: event.currentTarget.checked ? 'on' : 'off' })}
      />
      <span>{tutorWords(table, allowed)}</span>
    </label>
  );
}

export interface Judging {
  state: 'quiet' | 'thinking' | 'told';
  verdict: Verdict | null;
  /** Why there is none. */
  problem?: string;
  /** The log when the move was made: what was taken back since is not talked about any more. */
  steps: number;
  seat: number;
  /** The position in which it was made, where the page has seen it. */
  scene?: Scene;
}

const quiet: Judging = { state: 'quiet', verdict: null, steps: 0, seat: 0 };

/** The scene that a move was chosen in, and the move. */
export interface Chosen {
  scene: Scene;
  text: string;
}

type Answer = { verdict: Verdict };

/** A line of the log, a move that was just made, or one that was asked about before it was made. */
type About = number | Chosen | Promise<Answer>;

function askAbout(table: string, seat: number, about: About): Promise<Answer> {
  if (typeof about === 'number') return app.connection.ask<Answer>('judge', { table, seat, line: about });
  // What came of a flick is part of what is judged, and only the table knows it.
  if ('text' in about && about.scene.flicks !== undefined) return app.connection.ask<Answer>('judge', { table, seat });
  return 'text' in about ? advice<Answer>('judge', { table, seat }, about.scene, { text: about.text }) : about;
}

/** Asks about a move and keeps the newest answer; an older one that comes late is thrown away. */
export function useTutor(table: string): {
  judging: Judging;
  ask: (seat: number, steps: number, about: About, scene?: Scene) => Promise<void>;
  hush: () => void;
} {
  const [judging, setJudging] = useState<Judging>(quiet);
  const latest = useRef(0);
  const ask = useCallback(
    async (seat: number, steps: number, about: About, scene?: Scene) => {
      const mine = ++latest.current;
      setJudging({ ...quiet, state: 'thinking', steps });
      try {
        const answer = await askAbout(table, seat, about);
        if (latest.current === mine) setJudging({ state: 'told', verdict: answer.verdict, steps, seat, scene });
      } catch (error) {
        // Too fast for the bots: the next move is judged again. Who asks about one move is told so.
        if (latest.current === mine) setJudging({ ...quiet, problem: (error as Error).message });
      }
    },
    [table],
  );
  const hush = useCallback(() => {
    latest.current++;
    setJudging(quiet);
  }, []);
  return { judging, ask, hush };
}

const signs: Record<Verdict['word'], string> = { only: '·', best: '★', fine: '✓', slip: '?', mistake: '?!', blunder: '??' };

const isWorse = ({ word }: Verdict) => word === 'slip' || word === 'mistake' || word === 'blunder';

/** What was better; with a board at hand it is drawn there, and so is the move that was made. */
function Better({ verdict: { move, better }, drawing }: { verdict: Verdict; drawing?: Drawing }) {
  const why = whyWords(better!.why);
  const words = `${secondPerson(better!.tell || better!.text)}${why ? '' : '.'}`; // a full stop alone would get a line of its own
  return (
    <>
      {' '}
      Better: {drawing ? <DrawnWords choice={better!} words={words} drawing={drawing} /> : words}
      {why && `${why}.`}
      {drawing && <DrawnWords choice={move} words="Your move" drawing={drawing} />}
    </>
  );
}

/** The sentence, and what was better where something was. */
export function VerdictWords({ verdict, drawing }: { verdict: Verdict; drawing?: Drawing }) {
  return (
    <>
      <b class="sign" aria-hidden="true">
        {signs[verdict.word]}
      </b>
      <span>
        {verdict.sentence}
        {isWorse(verdict) && verdict.better && <Better verdict={verdict} drawing={drawing} />}
      </span>
    </>
  );
}

/* --- before a move ------------------------------------------------------------------------------------------------------- */

/** After this many ms it shows that the tutor looks at the move, and that one need not wait. */
const unseen = 400;
/** And after so many nobody waits any longer: what the tutor has to say comes after the move. */
const patience = 12000;

export interface Warning {
  /** What was chosen, in words. */
  move: string;
  verdict: Verdict;
  answer: (anyway: boolean) => void;
}

/** What becomes of a move that was chosen: it is made, made in spite of the warning, or thought over. And what was asked about it. */
export interface Going {
  how: 'made' | 'anyway' | 'again';
  asked?: Promise<Answer>;
  verdict?: Verdict;
}

interface Warnings {
  warning: Warning | null;
  /** The tutor looks at the chosen move: go on without it. */
  goOn: (() => void) | null;
  mayGo: (seat: number, chosen: Chosen) => Promise<Going>;
}

/** The answer, or null when the player has had enough of waiting for it. */
async function waitFor(asked: Promise<Answer>, show: (goOn: (() => void) | null) => void): Promise<Answer | null> {
  const timers: ReturnType<typeof setTimeout>[] = [];
  const enough = new Promise<null>((resolve) => {
    const goOn = () => resolve(null);
    timers.push(
      setTimeout(goOn, patience),
      setTimeout(() => show(goOn), unseen),
    );
  });
  const answer = await Promise.race([asked.catch(() => null), enough]);
  timers.forEach(clearTimeout);
  show(null);
  return answer;
}

/** Asks about a move before it is made. It goes through unless the tutor calls it a blunder and the player thinks again. */
export function useWarning(table: string): Warnings {
  const [warning, setWarning] = useState<Warning | null>(null);
  const [goOn, setGoOn] = useState<(() => void) | null>(null);
  const mayGo = useCallback(
    async (seat: number, { scene, text }: Chosen): Promise<Going> => {
      const asked = advice<Answer>('judge', { table, seat, text }, scene, { text, warning: true });
      const verdict = (await waitFor(asked, (next) => setGoOn(() => next)))?.verdict;
      if (verdict?.word !== 'blunder') return { how: 'made', asked };
      return new Promise<Going>((resolve) => {
        setWarning({
          move: secondPerson(offered(scene.actions, text)?.tell ?? ''),
          verdict,
          answer: (anyway) => {
            setWarning(null);
            resolve({ how: anyway ? 'anyway' : 'again', verdict });
          },
        });
      });
    },
    [table],
  );
  return { warning, goOn, mayGo };
}

export function LookingBar({ goOn }: { goOn: () => void }) {
  return (
    <div class="tutor thinking" role="status">
      <p>
        <span>The tutor looks at your move first …</span>
      </p>
      <button onClick={goOn}>Play it now</button>
    </div>
  );
}

export function WarningDialog({ warning }: { warning: Warning }) {
  return (
    <Dialog title="Are you sure?" onClose={() => warning.answer(false)}>
      {warning.move && <p>Your move: {warning.move}.</p>}
      <p class={`verdict ${warning.verdict.word}`}>
        <VerdictWords verdict={warning.verdict} />
      </p>
      <div class="buttons">
        <button class="primary" autofocus onClick={() => warning.answer(false)}>
          Think again
        </button>
        <button onClick={() => warning.answer(true)}>Play it anyway</button>
      </div>
    </Dialog>
  );
}

/* --- after a move -------------------------------------------------------------------------------------------------------- */

interface BarProps {
  scene: Scene;
  judging: Judging;
  undo: () => void;
  hush: () => void;
  /** Where the moves that are spoken of are drawn. */
  drawing: Drawing;
}

/** Does the tutor sit at this table? Then it has its place beneath the board, also while it says nothing: nothing moves when it speaks. */
export function useTutorHere({ table, mine, lesson }: Scene): boolean {
  const { settings } = useApp();
  return settings.tutor !== 'off' && !lesson && mine.length > 0 && table.status === 'running' && tutorAllowed(table);
}

function QuietTutor({ problem }: Judging) {
  return (
    <div class="tutor quiet">
      <p>{problem ?? 'The tutor says here whether your move was good.'}</p>
      <button class="plain" onClick={() => app.setSettings({ tutor: 'off' })}>
        Turn off
      </button>
    </div>
  );
}

/** Do the words not fit into their place? They can then be read whole, over the board, until something is drawn there. */
function useWhole(about: Verdict | null, drawn: string | null) {
  const words = useRef<HTMLParagraphElement>(null);
  const [cut, setCut] = useState(false);
  const [whole, setWhole] = useState(false);
  useEffect(() => setWhole(false), [about, drawn]);
  // Not after the next picture: what is read whole is not measured any more.
  useLayoutEffect(() => {
    const place = words.current;
    if (!place || whole) return;
    const measure = () => setCut(place.scrollHeight > place.clientHeight + 1);
    const watcher = new ResizeObserver(measure);
    watcher.observe(place);
    measure();
    return () => watcher.disconnect();
  }, [about, whole]);
  return { words, cut, whole: whole && cut, setWhole };
}

export function TutorBar({ scene, judging, undo, hush, drawing }: BarProps) {
  const { verdict } = judging;
  const { words, cut, whole, setWhole } = useWhole(verdict, drawing.pinned);
  if (judging.state === 'quiet') return <QuietTutor {...judging} />;
  const regrets = verdict && isWorse(verdict);
  return (
    <div class={`tutor ${verdict?.word ?? 'thinking'}${whole ? ' whole' : ''}`} role="status">
      <p ref={words} tabIndex={verdict ? 0 : undefined}>
        {verdict ? <VerdictWords verdict={verdict} drawing={judging.scene && drawing} /> : <span>Was that good? The tutor thinks …</span>}
      </p>
      {cut && (
        <button class="plain" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? 'Less' : 'Read on'}
        </button>
      )}
      {regrets && scene.can_undo && (
        <button
          class="back"
          onClick={() => {
            hush();
            undo();
          }}
        >
          Take it back
        </button>
      )}
      <button class="plain" aria-label="Close what the tutor said" onClick={hush}>
        ✕
      </button>
    </div>
  );
}
