// A table: head, board, action strip, drawer. It shows the scene that the server sends and sends back what was chosen; whether a
// move is right is not known here.

import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { adviser, advice } from '../adviser';
import { keepAlong } from '../along';
import { app, useApp, useLinkState, useName } from '../app';
import { useBoard } from '../boards';
import { bytesFor } from '../deal';
import { house } from '../house';
import { CommandBox } from '../parts/command';
import { CountingBar, useCounting } from '../parts/counting';
import { Drawer, type DrawerTab, type Tell } from '../parts/drawer';
import { linesOf, lineWords, secondPerson } from '../parts/lines';
import { forgetLinks } from '../parts/links';
import { LessonPanel } from '../parts/lesson';
import { Offers, useAnswers } from '../parts/offers';
import { PersonCard, type Someone } from '../parts/personcard';
import { ResultPanel } from '../parts/result';
import { nameList, seatLabel } from '../parts/seats';
import { TimeIsUp } from '../parts/clock';
import { TableHead } from '../parts/tablehead';
import { setTitle } from '../parts/turns';
import { GiveUpRating, helpCosts, helpCostsHere, isAlone, LookingBar, TutorBar, tutorAllowed, useTutor, useWarning, WarningDialog } from '../parts/tutor';
import { Waiting } from '../parts/waiting';
import { useDrawer } from '../parts/wide';
import { follow, go } from '../route';
import { usePacing } from '../pacing';
import { isOpen, offered } from '../parts/offered';
import type { Action, Choice, Scene, ScorePart } from '../types';

function points(gain: number): string {
  if (!gain) return '';
  return `: ${gain > 0 ? '+' : '−'}${Math.abs(gain)} point${Math.abs(gain) === 1 ? '' : 's'}`;
}

function sentence(action: Action): string {
  const words = secondPerson(action.tell || action.text);
  return words[0].toUpperCase() + words.slice(1) + points(action.gain);
}

function waitWords(scene: Scene): string {
  const { table } = scene;
  if (table.status !== 'running') return '';
  const names = table.to_act.map((seat) => seatLabel(table, seat));
  return names.length ? `${nameList(names)} ${names.length === 1 ? 'decides' : 'decide'} …` : '';
}

/** What is new in the log, in words, for those who listen. The own steps are known already. */
function useNews(scene: Scene | null, mine: boolean): string {
  const known = useRef<{ id: string; count: number } | null>(null);
  const [news, setNews] = useState('');
  const count = scene?.log.length ?? 0;
  useEffect(() => {
    if (!scene) return;
    const last = known.current;
    known.current = { id: scene.table.id, count };
    if (!last || last.id !== scene.table.id) {
      if (mine) setNews('Your turn.');
      return;
    }
    const fresh = scene.log.slice(last.count).filter((entry) => entry.seat !== scene.seat);
    const lines = linesOf(scene, fresh).map((line) => `${lineWords(line)}.`);
    if (mine && lines.length) lines.push('Your turn.');
    if (lines.length) setNews(lines.join(' '));
  }, [count, mine]);
  return news;
}

function HandOver({ scene, onReady }: { scene: Scene; onReady: () => void }) {
  const name = seatLabel(scene.table, scene.seat as number);
  return (
    <section class="handover">
      <h2>Pass the device to {name}</h2>
      <p>The previous player’s moves stay hidden until you are ready.</p>
      <button class="primary" autofocus onClick={onReady}>
        I am {name}
      </button>
    </section>
  );
}

const noHints: Choice[] = [];
const waitsForServer = 'This waits for the server: it is done as soon as the connection is back.';

interface Toast {
  text: string;
  key: number;
}

export function TablePage({ id }: { id: string }) {
  const { person, reducedMotion, settings } = useApp();
  const nameless = useName();
  const [game, setGame] = useState<string>();
  const [missing, setMissing] = useState('');
  const [tooLarge, setTooLarge] = useState(false);
  const [toast, setToast] = useState<Toast | null>(null);
  const [pointed, setPointed] = useState<{ action: Action; steps: number } | null>(null);
  const [hinted, setHinted] = useState<{ steps: number; choices: Choice[] }>({ steps: 0, choices: [] });
  const [thinking, setThinking] = useState(false);
  const [command, setCommand] = useState(false);
  const [tab, setTab] = useState<DrawerTab>('log');
  const [card, setCard] = useState<Someone | null>(null);
  const [chatSeen, setChatSeen] = useState(0);
  const [lookAt, setLookAt] = useState<number | null>(null);
  const [holder, setHolder] = useState<number | null>(null);
  const [resultClosed, setResultClosed] = useState(false);
  const [seen, setSeen] = useState<Scene | null>(null);
  const [part, setPart] = useState<ScorePart | null>(null);
  const busy = useRef(false);
  const { wide, open: drawer, setOpen: setDrawer } = useDrawer();
  const { board, problem: boardProblem } = useBoard(game);
  const paced = usePacing(board);
  const { scene, latest, moment, held } = paced;

  useEffect(() => {
    if (!person) return;
    const take = (now: Scene) => {
      setGame(now.table.game);
      paced.take(now);
      void keepAlong(now).catch(() => undefined);
    };
    return app.link.watch(id, take, (error) => {
      setTooLarge(error.code === 'too_large');
      setMissing(error.message);
    });
  }, [id, person?.id]);

  const say = useCallback((text: string) => setToast({ text, key: Date.now() }), []);
  useEffect(() => {
    if (!toast) return;
    const timer = setTimeout(() => setToast(null), 9000);
    return () => clearTimeout(timer);
  }, [toast]);

  // What was pressed and is not answered yet: while the server is away it waits, and that is said.
  const [pressed, setPressed] = useState(0);
  const away = useLinkState() !== 'open' && pressed > 0;
  const answered = useCallback(async <T,>(asked: Promise<T>): Promise<T> => {
    setPressed((count) => count + 1);
    try {
      return await asked;
    } finally {
      setPressed((count) => count - 1);
    }
  }, []);

  const tell: Tell = useCallback(
    async (what, fields = {}) => {
      try {
        return await answered(app.link.ask(what, { table: id, ...fields }));
      } catch (error) {
        say((error as Error).message);
        return null;
      }
    },
    [id],
  );

  const steps = scene?.log.length ?? 0;
  // What was pointed at counts until the next step: a button that goes away under the mouse does not say that it was left.
  const preview = pointed?.steps === steps ? pointed.action : null;
  const now = useRef(0);
  now.current = steps;
  const setPreview = useCallback((action: Action | null) => setPointed(action && { action, steps: now.current }), []);
  const lesson = scene?.lesson;
  const awaited = useMemo(() => (lesson?.do ? [{ text: lesson.do, tell: '', value: 0, visits: 0 }] : noHints), [lesson?.do, steps]);
  const hints = lesson ? awaited : hinted.steps === steps ? hinted.choices : noHints;
  const { judging, ask: judge, hush } = useTutor(id);
  const { warning, goOn, mayGo } = useWarning(id);
  // The module is fetched when it could help; until it is there the server thinks.
  const [thinksHere, setThinksHere] = useState(adviser.ready);
  const helpful = Boolean(latest?.knowledge);
  useEffect(() => {
    if (helpful) adviser.start();
    return adviser.onReady(() => setThinksHere(true));
  }, [helpful]);
  const actText = async (text: string) => {
    if (!scene || busy.current) return false;
    const forced = scene.actions.length === 1 && !isOpen(scene.actions[0]); // nothing to judge
    const tutored = settings.tutor !== 'off' && !lesson && !forced && tutorAllowed(scene.table);
    busy.current = true;
    setPreview(null);
    // What others did meanwhile, and is still to be shown, does not hold up who has chosen.
    const chosen = { scene: latest && offered(latest.actions, text) ? latest : scene, text };
    const at = chosen.scene.log.length;
    const { how, asked } = tutored && settings.tutor === 'warn' ? await mayGo(scene.seat as number, chosen) : { how: 'made' };
    if (how === 'again') {
      busy.current = false;
      return false;
    }
    paced.skip();
    const done = await tell('act', { seat: scene.seat, text, at });
    busy.current = false;
    if (done && (forced || how === 'anyway'))
      hush(); // the warning has said it
    else if (done && tutored) void judge(scene.seat as number, at, asked ?? chosen);
    return done !== null;
  };
  const act = async (action: Action) => {
    await actText(action.text);
  };
  // A hint that sees a step further is followed as far as it was said: the second step comes when the table has taken the first.
  const [following, setFollowing] = useState<{ steps: number; text: string } | null>(null);
  const followHint = async ({ text, then }: Choice) => {
    if ((await actText(text)) && then) setFollowing({ steps: steps + 1, text: then.text });
  };
  useEffect(() => {
    if (!following || !latest || latest.log.length < following.steps) return;
    setFollowing(null);
    const second = latest.log.length === following.steps && offered(latest.actions, following.text);
    if (second) void act(second);
  }, [following, latest]);
  const undo = async () => {
    if (!(lesson ? lesson.back : scene?.can_undo) || !scene || busy.current) return;
    busy.current = true;
    hush();
    await tell('undo', { seat: scene.seat });
    busy.current = false;
  };
  const doIt = () => {
    if (lesson?.exact) void actText(lesson.exact);
  };
  const hint = async () => {
    if (lesson) return doIt();
    if (!scene?.actions.length || thinking || scene.table.daily) return;
    if (scene.table.help === false) return setGivingUp(true);
    await askHint();
  };
  const askHint = async () => {
    setThinking(true);
    try {
      const { choices } = await answered(
        advice<{ choices: Choice[] }>('hint', { table: id, seat: scene!.seat }, latest && latest.log.length === steps ? latest : null),
      );
      setHinted({ steps, choices });
    } catch (error) {
      say((error as Error).message);
    }
    setThinking(false);
  };
  // In a rated game one is asked before the first help, not told after it.
  const [givingUp, setGivingUp] = useState(false);
  const giveUpRating = async () => {
    setGivingUp(false);
    if ((await tell('offer', { kind: 'help' })) && isAlone(scene!.table)) await askHint();
  };
  const leave = async () => {
    if (await tell('leave')) go('/');
  };
  const rematch = async () => {
    if (scene?.table.rematch) return go(`/t/${scene.table.rematch}`);
    const answer = await tell('rematch', bytesFor(scene?.table.next));
    if (answer?.table) go(`/t/${answer.table}`);
  };
  // Whoever has agreed to a rematch is there when it begins.
  const agreedToPlay = useRef('');
  const willing = latest?.offers?.some((offer) => offer.kind === 'rematch' && latest.mine.some((seat) => offer.agreed.includes(seat)));
  useEffect(() => {
    if (willing) agreedToPlay.current = id;
    if (latest?.table.rematch && agreedToPlay.current === id) {
      agreedToPlay.current = '';
      go(`/t/${latest.table.rematch}`);
    }
  }, [willing, latest?.table.rematch]);
  useAnswers(latest, say);

  const showPart = (next: ScorePart | null) => {
    setPart(next);
    setLookAt(next?.seat ?? null);
  };
  /** Who looks at another's sheet while a part of the score is lit sees the same part there. */
  const lookAtSeat = (seat: number) => {
    setLookAt(seat);
    if (part) setPart({ ...part, seat });
  };

  const myTurn = Boolean(scene?.actions.length);
  // While a board still shows how the last step went, the page knows no more than who looks on.
  const filming = Boolean(board?.slow && seen && seen.log.length !== steps);
  const showing = filming || held;
  const told =
    scene && filming
      ? { ...scene, view: seen!.view, log: seen!.log, lesson: seen!.lesson, table: { ...scene.table, status: seen!.table.status, to_act: seen!.table.to_act } }
      : scene;
  const news = useNews(told, myTurn && !showing);
  const telling = showing || moment !== null;
  useEffect(() => {
    app.setShowing(telling);
    return () => app.setShowing(false);
  }, [telling]);
  const over = scene?.table.status === 'over' || scene?.table.status === 'ended';
  const counting = useCounting(scene, board, over && !telling && !lesson, showPart);
  const title = scene?.table.title ?? 'Flipside';
  useEffect(() => {
    setTitle(`${myTurn ? '● Your turn · ' : ''}${title} · Flipside`);
  }, [myTurn, title]);

  useEffect(() => {
    if (myTurn) setLookAt(null);
  }, [myTurn, scene?.view?.round, scene?.seat]);
  useEffect(() => {
    if (scene && scene.table.status !== 'waiting') forgetLinks(id);
  }, [scene?.table.status]);
  const chatCount = scene?.chat.length ? scene.chat[scene.chat.length - 1].i + 1 : 0;
  const chatShown = tab === 'chat' && drawer;
  useEffect(() => {
    if (chatShown) setChatSeen(chatCount);
  }, [chatShown, chatCount]);

  const keys = useRef<(event: KeyboardEvent) => void>(() => undefined);
  keys.current = (event) => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || document.querySelector('dialog[open]')) return;
    if (event.key === 'u') void undo();
    else if (event.key === 'h') void hint();
    else if (event.key === ':' && scene?.view) setCommand(true);
    else return;
    event.preventDefault();
  };
  useEffect(() => {
    const listen = (event: KeyboardEvent) => keys.current(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);

  useEffect(() => {
    if (scene?.table.kind === 'import') go(`/r/${id}`, true); // nothing can be done at it but looking
  }, [scene?.table.kind]);

  if (missing)
    return (
      <div class="page narrow">
        <header class="page-head">
          <h1>{tooLarge ? 'This table cannot be shown' : 'No such table'}</h1>
          <p role="alert">
            {house.here ? 'This table is not on this device.' : missing}
            {house.here && !house.plain && ' If it is at the server, go online first.'}
          </p>
        </header>
        <div class="buttons">
          <a class="button" href="/" onClick={follow}>
            To the games
          </a>
          {!house.here && (
            <a class="button" href="/watch" onClick={follow}>
              To the lobby
            </a>
          )}
          {house.here && !house.plain && <button onClick={() => house.move('server', location.pathname)}>Go online</button>}
        </div>
      </div>
    );
  if (!scene)
    return (
      <div class="page narrow" aria-busy="true">
        <p class="quiet" role="status">
          {nameless || 'Loading the table …'}
        </p>
      </div>
    );

  const { table } = scene;
  const done = table.status === 'over' || table.status === 'ended';
  const several = scene.mine.length > 1 && table.status === 'running' && !board?.open;
  const handOver = several && scene.seat !== (holder ?? scene.mine[0]);
  const own = typeof scene.seat === 'number' ? scene.seat : 0;
  const shown = lookAt ?? own;
  const best = lesson ? undefined : hints[0];
  const line = preview
    ? sentence(preview)
    : best
      ? `Hint: ${secondPerson(best.tell)}${best.then ? `; then ${secondPerson(best.then.tell)}` : ''}${best.why ? `; it ${best.why}` : ''}`
      : myTurn
        ? board?.prompt(scene)
        : waitWords(scene);
  const hintAction = best && offered(scene.actions, best.text);
  const Board = board?.Board;
  const costs = helpCostsHere(scene);

  return (
    <div
      class={[
        `table-page game-${table.game}`,
        wide && (drawer || lesson) && 'with-drawer',
        lesson && 'at-lesson',
        (goOn || (judging.state !== 'quiet' && !done)) && 'tutored',
      ]
        .filter(Boolean)
        .join(' ')}
      data-steps={told!.log.length}
      data-seat={scene.seat}
      data-thinks={thinksHere ? 'here' : undefined}
      data-moment={moment?.kind}
      style={{ '--moment': `${paced.lasts}ms` }}
    >
      <TableHead scene={told!} title={title} shown={shown} setShown={lookAtSeat} onPerson={setCard} />
      <div class={`board-area status-${table.status}`}>
        <Offers scene={latest ?? scene} tell={tell} me={person?.id} />
        <TimeIsUp scene={scene} />
        {table.status === 'waiting' && <Waiting scene={scene} tell={tell} onPerson={setCard} />}
        {boardProblem && (
          <p class="problem" role="alert">
            {boardProblem} <button onClick={() => location.reload()}>Load again</button>
          </p>
        )}
        {counting && <CountingBar scene={scene} counting={counting} />}
        {done && !telling && !lesson && !resultClosed && !counting && (
          <ResultPanel
            scene={scene}
            board={board}
            part={part}
            onPart={showPart}
            rematch={() => void rematch()}
            offered={Boolean(latest?.offers?.some((offer) => offer.kind === 'rematch'))}
            onClose={() => setResultClosed(true)}
          />
        )}
        {handOver && <HandOver scene={scene} onReady={() => setHolder(own)} />}
        {!handOver && scene.view && Board && (
          <Board
            scene={scene}
            act={act}
            preview={preview}
            setPreview={setPreview}
            hints={hints}
            shown={shown}
            setShown={lookAtSeat}
            reducedMotion={reducedMotion}
            moment={moment}
            part={part}
            onSeen={setSeen}
          />
        )}
      </div>
      {warning && <WarningDialog warning={warning} />}
      {givingUp && <GiveUpRating alone={isAlone(table)} onYes={() => void giveUpRating()} onNo={() => setGivingUp(false)} />}
      {goOn ? <LookingBar goOn={goOn} /> : !done && <TutorBar scene={scene} judging={judging} undo={() => void undo()} hush={hush} />}
      <div class="strip">
        <p class={['line', myTurn && !showing && 'your-turn', !preview && !best && 'prompt'].filter(Boolean).join(' ')} role={away ? 'status' : undefined}>
          {away ? waitsForServer : handOver || (showing && !preview) ? '' : (line ?? '')}
        </p>
        <div class="strip-buttons">
          {scene.mine.length > 0 && table.status === 'running' && (
            <>
              {best && hintAction && (
                <button class="primary" onClick={() => void followHint(best)}>
                  Do that
                </button>
              )}
              {!lesson && (
                <>
                  <button
                    onClick={() => void undo()}
                    disabled={!scene.can_undo || handOver}
                    aria-keyshortcuts="u"
                    title={scene.can_undo ? undefined : 'Nothing to undo. What has been turned up or shown to others stays.'}
                  >
                    Undo
                  </button>
                  {!table.daily && (table.help !== false || isAlone(table)) && (
                    <button
                      class="costly"
                      onClick={() => void hint()}
                      disabled={!myTurn || thinking || handOver}
                      aria-keyshortcuts="h"
                      title={costs ? helpCosts : undefined}
                    >
                      {thinking ? 'Thinking …' : 'Hint'}
                      {costs && !thinking && table.help !== false && <span class="sr">, then no achievements</span>}
                      {table.help === false && (
                        <small>
                          then no rating<span class="sr"> and no achievements</span>
                        </small>
                      )}
                    </button>
                  )}
                  <button onClick={() => setCommand(true)} disabled={!myTurn || handOver} aria-keyshortcuts=":">
                    Moves
                  </button>
                </>
              )}
            </>
          )}
          {done && !telling && !lesson && resultClosed && (
            <button class="primary" onClick={() => setResultClosed(false)}>
              Result
            </button>
          )}
          {!(wide && drawer) && !lesson && (
            <button aria-expanded={drawer} title="Log, chat, rules, table" onClick={() => setDrawer(!drawer)}>
              {wide ? 'Log and more' : 'More'}
              {chatCount > chatSeen && (
                <span class="dot">
                  <span class="sr">, something was said</span>
                </span>
              )}
            </button>
          )}
        </div>
      </div>
      {lesson && <LessonPanel scene={told!} tell={tell} doIt={doIt} onMoves={() => setCommand(true)} />}
      {!lesson && drawer && (
        <Drawer
          scene={told!}
          tab={tab}
          setTab={setTab}
          unread={chatCount > chatSeen}
          beside={wide}
          rule={board?.rule?.(scene) ?? scene.view?.phase}
          onClose={() => setDrawer(false)}
          tell={tell}
          onPerson={setCard}
          leave={() => void leave()}
          rematch={() => void rematch()}
        />
      )}
      {card && <PersonCard who={card} scene={latest ?? scene} tell={tell} onClose={() => setCard(null)} />}
      {command && (
        <CommandBox
          actions={scene.actions}
          act={act}
          actText={(text) => void actText(text)}
          setPreview={setPreview}
          onClose={() => {
            setCommand(false);
            setPreview(null);
          }}
        />
      )}
      <div class="toasts" aria-live="assertive">
        {toast && (
          <p key={toast.key} role="alert">
            <span>{toast.text}</span>
            <button aria-label="Close the message" onClick={() => setToast(null)}>
              ✕
            </button>
          </p>
        )}
      </div>
      <div class="sr" role="status" aria-live="polite">
        {news}
      </div>
    </div>
  );
}
