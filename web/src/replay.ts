// A finished game as the replay page needs it: the story from the server, the positions as far as they were looked at, and a scene
// for every position, so that the boards of the table draw it.

import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { request } from './request';
import type { BoardModule, LogEntry, Result, Scene, Table } from './types';

export interface StoryLine extends LogEntry {
  /** Whose step brought it. */
  owner: number | 'dealer';
  /** After how many steps everybody knew it. */
  known: number;
  /** Seats that never learnt it before the end. */
  secret?: number[];
}

export interface Position {
  step: number;
  round?: number;
  turn?: number;
  /** What the game calls this round: "6 o'clock". */
  when?: string;
  flicks?: number;
  scores: number[];
}

export interface Story {
  table: Table;
  log: StoryLine[];
  positions: Position[];
  result: Result;
}

/** With whose eyes: a seat's, or those of somebody who sees everything. */
export type Eyes = number | 'all';

export interface Turn {
  position: number;
  words: string;
}

function placeWords({ round, turn, when }: Position): string {
  if (when) return when;
  const words = [];
  if (round !== undefined) words.push(round === 0 ? 'Before round 1' : `Round ${round}`);
  if (turn !== undefined) words.push(round === undefined ? `Turn ${turn}` : `turn ${turn}`);
  return words.join(', ');
}

/** Where rounds and turns begin, in the game's own count. */
export function turnsOf(story: Story): Turn[] {
  const turns: Turn[] = [];
  story.positions.forEach((position, index) => {
    const words = placeWords(position);
    if (words && words !== turns[turns.length - 1]?.words) turns.push({ position: index, words });
  });
  return turns;
}

/** The turn that a position belongs to. */
export function turnAt(turns: Turn[], position: number): Turn | undefined {
  let found: Turn | undefined;
  for (const turn of turns) if (turn.position <= position) found = turn;
  return found;
}

/** What these eyes knew of the log after so many steps. At the end all is known. */
function knownLog(story: Story, eyes: Eyes, step: number): LogEntry[] {
  const lines = story.log.slice(0, step);
  if (eyes === 'all' || step === story.log.length) return lines;
  return lines.filter((line) => (line.owner === eyes || line.known <= step) && !line.secret?.includes(eyes));
}

export function sceneAt(story: Story, eyes: Eyes, index: number, view: any): Scene {
  const { step } = story.positions[index];
  const end = index === story.positions.length - 1;
  const over = end && story.result.over;
  const table: Table = {
    ...story.table,
    status: over ? 'over' : end ? 'ended' : 'running',
    to_act: end ? [] : view.to_act,
    result: over ? story.result : null,
    seats: story.table.seats.map(({ absent_since: _, votes: __, ...seat }) => ({ ...seat, you: false })),
  };
  return {
    table,
    seat: eyes === 'all' ? 'public' : eyes,
    mine: [],
    view,
    actions: [],
    can_undo: false,
    offer: null,
    log: knownLog(story, eyes, step),
    log_from: 0,
    chat: [],
    flicks: story.positions[index].flicks,
    flicks_at: `/api/replays/${story.table.id}`,
    past: true,
    own: ownSeats(story),
  };
}

/** Where the one who looks sat. */
export const ownSeats = ({ table }: Story): number[] => table.seats.flatMap((seat, index) => (seat.you ? [index] : []));

/** Positions that one may want to go to next, by what is said of them; those that the game does not have are left out. */
export function jumpsOf(story: Story, named: BoardModule['jumps'] = []): { words: string; positions: number[] }[] {
  const own = ownSeats(story);
  const { positions } = story;
  const where = (test: (position: Position, index: number) => boolean) =>
    positions.flatMap((position, index) => (index > 0 && test(position, index) ? [index] : []));
  const other = (part: 'round' | 'turn' | 'when') => (position: Position, index: number) => position[part] !== positions[index - 1][part];
  const told = (test: (line: StoryLine) => boolean) => where((_, index) => linesTo(story, 'all', index).some(test));
  return [
    { words: 'Next round', positions: where((position, index) => other('round')(position, index) || other('when')(position, index)) },
    { words: 'Next turn', positions: where(other('turn')) },
    { words: 'My next decision', positions: told((line) => own.includes(line.seat as number)) },
    ...named.map(([words, pattern]) => ({ words, positions: told((line) => pattern.test(line.tell)) })),
  ].filter((jump) => jump.positions.length);
}

/** The lines that led from the position before to this one, as far as these eyes knew them. */
export function linesTo(story: Story, eyes: Eyes, index: number): StoryLine[] {
  const from = index > 0 ? story.positions[index - 1].step : 0;
  const known = new Set(knownLog(story, eyes, story.positions[index].step).map((line) => line.i));
  return story.log.slice(from, story.positions[index].step).filter((line) => known.has(line.i));
}

/** The position in which a step was taken. */
export function momentAt(story: Story, step: number): number {
  let at = 0;
  story.positions.forEach((position, index) => {
    if (position.step <= step) at = index;
  });
  return at;
}

/** The turn in which a step was taken, in the game's own count; '' where it counts none. */
export const whenOf = (story: Story, step: number): string => turnAt(turnsOf(story), momentAt(story, step))?.words ?? '';

export function useStory(id: string): { story: Story | null; problem: string } {
  const [story, setStory] = useState<Story | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    request<Story>('GET', `/api/replays/${id}`).then(setStory, (error) => setProblem(error.message));
  }, [id]);
  return { story, problem };
}

const stride = 16;

/** The views of one pair of eyes, fetched in pieces ahead of whoever looks. */
export function useViews(id: string, eyes: Eyes, index: number, count: number): { view: any; problem: string; again: () => void } {
  const store = useRef(new Map<string, any>());
  const asked = useRef(new Set<string>());
  const last = useRef<{ eyes: Eyes; view: any }>({ eyes, view: null });
  const [, setTick] = useState(0);
  const [problem, setProblem] = useState('');
  const fetchFrom = useCallback(
    (from: number) => {
      const key = `${eyes} ${from}`;
      if (asked.current.has(key)) return;
      asked.current.add(key);
      request<{ from: number; views: any[] }>('GET', `/api/replays/${id}/${eyes}/${from}`).then(
        (answer) => {
          answer.views.forEach((view, i) => store.current.set(`${eyes} ${answer.from + i}`, view));
          setProblem('');
          setTick((n) => n + 1);
        },
        (error) => {
          asked.current.delete(key);
          setProblem(error.message);
        },
      );
    },
    [id, eyes],
  );
  const have = (at: number) => store.current.has(`${eyes} ${at}`);
  const need = () => {
    const start = index - (index % stride);
    if (!have(index)) fetchFrom(asked.current.has(`${eyes} ${start}`) ? index : start);
    for (const ahead of [index + 1, index + 8]) if (ahead < count && !have(ahead) && have(index)) fetchFrom(ahead);
  };
  useEffect(need, [id, eyes, index, count, store.current.size]);
  const found = store.current.get(`${eyes} ${index}`);
  if (found) last.current = { eyes, view: found };
  return { view: found ?? null, problem, again: need };
}
