// What somebody does at a table: moves, with the tutor before and after them, steps taken back, hints that are asked for and followed.

import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { advice } from '../adviser';
import { useApp } from '../app';
import type { Paced } from '../pacing';
import { useKeydown } from '../parts/keys';
import { isOpen, offered } from '../parts/openmoves';
import { isAlone, tutorAllowed, useTutor, useWarning, type Going } from '../parts/tutor';
import type { Action, Choice } from '../types';
import type { Talk } from './talk';
import { undoing } from './undoing';

/** What was pointed at counts until the next step: a button that goes away under the mouse does not say that it was left. */
export function usePreview(steps: number): [Action | null, (action: Action | null) => void] {
  const [pointed, setPointed] = useState<{ action: Action; steps: number } | null>(null);
  const now = useRef(0);
  now.current = steps;
  const setPreview = useCallback((action: Action | null) => setPointed(action && { action, steps: now.current }), []);
  return [pointed?.steps === steps ? pointed.action : null, setPreview];
}

/** Moves and steps back. One at a time: what comes while the server has not answered is not done. */
export function useMoves(id: string, { scene, latest, skip }: Paced, tell: Talk['tell'], setPreview: (action: Action | null) => void) {
  const { settings } = useApp();
  const busy = useRef(false);
  const { judging, ask: judge, hush } = useTutor(id);
  const { warning, goOn, mayGo } = useWarning(id);
  const lesson = scene?.lesson;
  /** The step of a lesson in which something else was tried. */
  const [missed, setMissed] = useState(-1);
  /** What the tutor warned with: who thinks again sees it drawn. */
  const [warned, setWarned] = useState<{ steps: number; choice: Choice } | null>(null);
  const actText = async (text: string) => {
    if (!scene || busy.current) return false;
    const forced = scene.actions.length === 1 && !isOpen(scene.actions[0]); // nothing to judge
    const tutored = settings.tutor !== 'off' && !lesson && !forced && tutorAllowed(scene.table);
    busy.current = true;
    setPreview(null);
    // What others did meanwhile, and is still to be shown, does not hold up who has chosen.
    const chosen = { scene: latest && offered(latest.actions, text) ? latest : scene, text };
    const at = chosen.scene.log.length;
    const { how, asked, verdict }: Going = tutored && settings.tutor === 'warn' ? await mayGo(scene.seat as number, chosen) : { how: 'made' };
    if (how === 'again') {
      busy.current = false;
      if (verdict?.better) setWarned({ steps: at, choice: { ...verdict.better, value: 0, visits: 0 } });
      return false;
    }
    skip();
    const done = await tell('act', { seat: scene.seat, text, at });
    busy.current = false;
    if (!done && lesson) setMissed(lesson.step);
    if (done && (forced || how === 'anyway'))
      hush(); // the warning has said it
    else if (done && tutored) void judge(scene.seat as number, at, asked ?? chosen, chosen.scene);
    return done !== null;
  };
  const act = async (action: Action) => {
    await actText(action.text);
  };
  const undo = async () => {
    const kind = latest && undoing(latest);
    if (!kind || !latest || busy.current) return;
    busy.current = true;
    hush();
    skip();
    await (kind === 'step' ? tell('undo', { seat: latest.seat }) : tell('offer', { kind: 'undo' }));
    busy.current = false;
  };
  return { act, actText, undo, judging, hush, warning, warned, goOn, missed };
}

export type Moves = ReturnType<typeof useMoves>;

const noHints: Choice[] = [];

/** A hint that sees a step further is followed as far as it was said: the second step comes when the table has taken the first. */
function useFollowing({ scene, latest }: Paced, { actText }: Moves) {
  const [second, setSecond] = useState<{ steps: number; text: string; due: boolean } | null>(null);
  const doSecond = async (text: string | undefined) => {
    if (!text || !(await actText(text))) setSecond(null);
  };
  useEffect(() => {
    if (!second || !latest || latest.log.length < second.steps) return;
    if (latest.log.length > second.steps) setSecond(null);
    else if (second.due) {
      setSecond({ ...second, due: false });
      void doSecond(offered(latest.actions, second.text)?.text);
    }
  }, [second, latest]);
  const follow = async ({ text, then }: Choice) => {
    const next = then ? { steps: (scene?.log.length ?? 0) + 1, text: then.text } : null;
    setSecond(next && { ...next, due: false });
    const taken = await actText(text);
    setSecond(taken && next ? { ...next, due: true } : null);
  };
  return { follow, following: second !== null };
}

/** Hints: what a lesson waits for, or what the adviser said about this position when it was asked. */
export function useHints(id: string, paced: Paced, moves: Moves, { tell, answered }: Talk, say: (text: string) => void, setPreview: (none: null) => void) {
  const { scene, latest } = paced;
  const steps = scene?.log.length ?? 0;
  const lesson = scene?.lesson;
  const [hinted, setHinted] = useState<{ steps: number; choices: Choice[] }>({ steps: -1, choices: [] });
  const [thinking, setThinking] = useState(false);
  // In a rated game one is asked before the first help, not told after it.
  const [givingUp, setGivingUp] = useState(false);
  const awaited = useMemo(() => (lesson?.do ? [{ text: lesson.do, tell: '', value: 0, visits: 0 }] : noHints), [lesson?.do, steps]);
  // A lesson that asks lights nothing before one has asked back, or tried something else.
  const [shown, setShown] = useState(-1);
  const asks = Boolean(lesson?.ask) && shown !== lesson!.step && moves.missed !== lesson!.step;
  const { warned } = moves;
  const advised = useMemo(() => (warned?.steps === steps ? [warned.choice] : noHints), [warned, steps]);
  const hints = lesson ? (asks ? noHints : awaited) : hinted.steps === steps ? hinted.choices : advised;
  const { follow, following } = useFollowing(paced, moves);
  const doIt = () => {
    if (asks) setShown(lesson!.step);
    else if (lesson?.exact) void moves.actText(lesson.exact);
  };
  // About the position that the table has come to, which may still have to be shown: the hint is seen when it is.
  const askHint = async () => {
    setThinking(true);
    try {
      const { choices } = await answered(advice<{ choices: Choice[] }>('hint', { table: id, seat: scene!.seat }, latest));
      setHinted({ steps: latest?.log.length ?? steps, choices });
      setPreview(null); // its words come first, whatever the board has the focus on
    } catch (error) {
      say((error as Error).message);
    }
    setThinking(false);
  };
  // Not between the two steps of a hint: the answer would be about a position that is gone.
  const mayAsk = Boolean((latest ?? scene)?.actions.length) && !thinking && !following;
  const hint = async () => {
    if (lesson) return doIt();
    if (!scene || !mayAsk || scene.table.daily) return;
    if (scene.table.help === false) return setGivingUp(true);
    await askHint();
  };
  const giveUpRating = async () => {
    setGivingUp(false);
    if ((await tell('offer', { kind: 'help' })) && isAlone(scene!.table)) await askHint();
  };
  return {
    hints,
    best: lesson ? undefined : hints[0],
    thinking,
    mayAsk,
    asks,
    hint,
    doIt,
    follow,
    givingUp,
    giveUpRating,
    keepRating: () => setGivingUp(false),
  };
}

export type Hints = ReturnType<typeof useHints>;

/** u takes back, h asks for a hint, a colon opens the list of moves. */
export function useTableKeys({ undo, hint, moves, shortcuts }: { undo: () => void; hint: () => void; moves?: () => void; shortcuts: () => void }): void {
  useKeydown((key) => {
    const meant = key === 'u' ? undo : key === 'h' ? hint : key === ':' ? moves : key === '?' ? shortcuts : undefined;
    meant?.();
    return meant !== undefined;
  });
}
