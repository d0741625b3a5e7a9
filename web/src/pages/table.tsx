// A table: head, board, action strip, drawer. It shows the scene that the server sends and sends back what was chosen; whether a
// move is right is not known here.

import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { useApp, useName } from '../app';
import type { Paced } from '../pacing';
import { Away, useAway } from '../parts/absent';
import { isUp, TimeIsUp } from '../parts/clock';
import { CommandBox } from '../parts/command';
import { CountingBar, useCounting } from '../parts/counting';
import { Doings, useDoings } from '../parts/doings';
import { Drawer } from '../parts/drawer';
import { DrawnBoard, stillOf, useDrawing } from '../parts/drawn';
import { FirstMarks } from '../parts/firstmarks';
import { LessonPanel } from '../parts/lesson';
import { Offers, useAnswers } from '../parts/offers';
import { PersonCard, type Someone } from '../parts/personcard';
import { ResultPanel } from '../parts/result';
import { TableHead } from '../parts/tablehead';
import { GiveUpRating, isAlone, LookingBar, TutorBar, TutorOrRating, useTutorHere, WarningDialog } from '../parts/tutor';
import { Waiting } from '../parts/waiting';
import { go } from '../route';
import { useHints, useMoves, usePreview, useTableKeys } from '../table/acting';
import { useLook, useReading } from '../table/looking';
import { BoardProblem, HandOver, LoadingTable, NoTable, Toasts } from '../table/notices';
import { useRematch } from '../table/rematch';
import { Shortcuts } from '../table/shortcuts';
import { SinceBar } from '../table/since';
import { DrawerButton, NextGame, PlayButtons, RulesButton, StripLine } from '../table/strip';
import { useTalk, useToast } from '../table/talk';
import { useAdviser, useTold, useWatched } from '../table/watching';
import type { BoardModule, Scene } from '../types';

export function TablePage({ id }: { id: string }) {
  const nameless = useName();
  const { board, boardProblem, paced, refused, catchingUp } = useWatched(id);
  if (refused) return <NoTable {...refused} />;
  if (!paced.scene) return <LoadingTable words={nameless} />;
  return <AtTable id={id} scene={paced.scene} paced={paced} board={board} boardProblem={boardProblem} catchingUp={catchingUp} />;
}

interface AtTableProps {
  id: string;
  scene: Scene;
  paced: Paced;
  board: BoardModule | null;
  boardProblem: string;
  /** What was missed is being played. */
  catchingUp: boolean;
}

/** Everything that can be done, seen and opened at a table, for the parts of the page below. */
function useAtTable({ id, scene, paced, board }: AtTableProps) {
  const toast = useToast();
  const talk = useTalk(id, toast.say);
  const [preview, setPreview] = usePreview(scene.log.length);
  const moves = useMoves(id, paced, talk.tell, setPreview);
  const hints = useHints(id, paced, moves, talk, toast.say, setPreview);
  const told = useTold(paced, board);
  const look = useLook(scene, told.myTurn);
  const { doings, read } = useDoings(told.told!, Boolean(board?.tellsOthers));
  const reading = useReading(scene);
  const rematch = useRematch(id, paced.latest, talk.tell);
  const [card, setCard] = useState<Someone | null>(null);
  const [command, setCommand] = useState(false);
  const [keys, setKeys] = useState(false);
  const [holder, setHolder] = useState<number | null>(null);
  const [resultClosed, setResultClosed] = useState(false);
  const thinksHere = useAdviser(Boolean(paced.latest?.knowledge));
  useAnswers(paced.latest, toast.say);
  useTableKeys({
    undo: () => void moves.undo(),
    hint: () => void hints.hint(),
    moves: scene.view ? () => setCommand(true) : undefined,
    shortcuts: () => setKeys(true),
  });
  const several = scene.mine.length > 1 && scene.table.status === 'running' && !board?.open;
  const handOver = several && scene.seat !== (holder ?? scene.mine[0]);
  const done = scene.table.status === 'over' || scene.table.status === 'ended';
  const tutored = useTutorHere(scene);
  const counting = useCounting(scene, board, done && !told.telling && !scene.lesson, look.showPart);
  return {
    ...{ tutored, counting, doings, read, drawing: useDrawing(moves.judging) },
    ...{ toast, talk, preview, setPreview, moves, hints, told, look, reading, thinksHere, card, setCard, command, setCommand, keys, setKeys },
    handOver,
    takeOver: () => setHolder(look.own),
    leave: () => void talk.tell('leave').then((done) => done && go('/')),
    rematch: () => void rematch(),
    /** There is a result to be looked at, and it is open or laid aside. */
    result: done && !told.telling && !scene.lesson && !counting ? (resultClosed ? 'closed' : 'open') : null,
    setResultClosed,
  };
}

type At = ReturnType<typeof useAtTable>;

function BoardArea({ at, scene, paced, board, boardProblem, catchingUp }: AtTableProps & { at: At }) {
  const { person, reducedMotion } = useApp();
  const { latest, moment } = paced;
  const { look } = at;
  const now = latest ?? scene;
  const away = useAway(now);
  const over = catchingUp || away.length > 0 || isUp(scene) || Boolean(now.offers?.length) || now.take_back !== undefined;
  const Board = board?.Board;
  return (
    <div class={`board-area status-${scene.table.status}`}>
      {over && (
        <div class="over-board">
          <Offers scene={now} tell={at.talk.tell} me={person?.id} />
          <Away scene={now} tell={at.talk.tell} away={away} />
          <TimeIsUp scene={scene} />
          {catchingUp && <SinceBar skip={paced.skip} />}
        </div>
      )}
      {scene.table.status === 'waiting' && <Waiting scene={scene} tell={at.talk.tell} onPerson={at.setCard} leave={at.leave} />}
      {boardProblem && <BoardProblem words={boardProblem} />}
      {at.counting && <CountingBar scene={scene} counting={at.counting} />}
      {at.result === 'open' && (
        <ResultPanel
          scene={scene}
          board={board}
          part={look.part}
          onPart={look.showPart}
          rematch={at.rematch}
          offered={Boolean(latest?.offers?.some((offer) => offer.kind === 'rematch'))}
          onClose={() => at.setResultClosed(true)}
        />
      )}
      {board && <DrawnMove board={board} at={at} />}
      {at.handOver && <HandOver scene={scene} onReady={at.takeOver} />}
      {!at.handOver && scene.view && Board && (
        <Board
          scene={scene}
          act={at.moves.act}
          preview={at.preview}
          setPreview={at.setPreview}
          hints={at.hints.hints}
          shown={look.shown}
          setShown={look.setShown}
          reducedMotion={reducedMotion}
          moment={moment}
          part={look.part}
          onSeen={at.told.onSeen}
        />
      )}
    </div>
  );
}

/** The position before the move that the tutor speaks of, with that move or a better one drawn; the table goes on beneath it. */
function DrawnMove({ board, at: { drawing, moves } }: { board: BoardModule; at: At }) {
  const { scene, verdict } = moves.judging;
  const still = useMemo(() => scene && stillOf(scene), [scene]);
  if (!still || !drawing.text) return null;
  return (
    <div class="drawn-move" data-drawn={drawing.text}>
      <p class="drawn-words">{drawing.text === verdict?.move.text ? 'Your move, before you made it' : 'Better, before your move'}</p>
      <DrawnBoard board={board} scene={still} drawn={drawing.text} />
    </div>
  );
}

/** What the tutor says, and asks before a move or the first hint. */
function Tutoring({ scene, at: { tutored, moves, hints, talk, drawing } }: { scene: Scene; at: At }) {
  const { warning, goOn, judging, hush, undo } = moves;
  return (
    <>
      <TutorOrRating scene={scene} giveUp={() => void talk.tell('offer', { kind: 'help' })} />
      {warning && <WarningDialog warning={warning} />}
      {hints.givingUp && <GiveUpRating alone={isAlone(scene.table)} onYes={() => void hints.giveUpRating()} onNo={hints.keepRating} />}
      {tutored && (goOn ? <LookingBar goOn={goOn} /> : <TutorBar {...{ scene, judging, hush, drawing }} undo={() => void undo()} />)}
    </>
  );
}

function Strip({ at, scene, board }: { at: At; scene: Scene; board: BoardModule | null }) {
  const { told, hints, reading, handOver, preview } = at;
  const line = {
    scene,
    preview,
    handOver,
    best: hints.best,
    prompt: board?.prompt,
    progress: board?.progress,
    myTurn: told.myTurn,
    showing: told.showing,
    away: at.talk.away,
  };
  return (
    <div class="strip">
      <Doings scene={scene} doings={at.doings} read={at.read} />
      <StripLine {...line} />
      <div class="strip-buttons">
        <PlayButtons
          scene={scene}
          hints={hints}
          myTurn={told.myTurn}
          handOver={handOver}
          undo={() => void at.moves.undo()}
          onMoves={() => at.setCommand(true)}
        />
        {!told.myTurn && <NextGame id={scene.table.id} />}
        {at.result === 'closed' && (
          <button class="primary" onClick={() => at.setResultClosed(false)}>
            Result
          </button>
        )}
        {!scene.lesson && scene.table.status === 'running' && <RulesButton onClick={reading.openRules} />}
        {!(reading.wide && reading.open) && !scene.lesson && (
          <DrawerButton open={reading.open} wide={reading.wide} unread={reading.unread} onClick={() => reading.setOpen(!reading.open)} />
        )}
      </div>
    </div>
  );
}

/** Beside the board: the lesson, or the drawer while it is open. */
function Beside({ at, scene, board }: { at: At; scene: Scene; board: BoardModule | null }) {
  const { told, reading, talk } = at;
  if (scene.lesson) return <LessonPanel scene={told.told!} tell={talk.tell} asks={at.hints.asks} doIt={at.hints.doIt} onMoves={() => at.setCommand(true)} />;
  if (!reading.open) return null;
  return (
    <Drawer
      scene={told.told!}
      tab={reading.tab}
      setTab={reading.setTab}
      unread={reading.unread}
      beside={reading.wide}
      rule={scene.view ? (board?.rule?.(scene) ?? scene.view.phase) : undefined}
      rulePictures={board?.rulePictures}
      onClose={() => reading.setOpen(false)}
      saying={talk.saying}
      tell={talk.tell}
      onPerson={at.setCard}
      leave={at.leave}
      rematch={at.rematch}
    />
  );
}

function Commands({ at, scene }: { at: At; scene: Scene }) {
  const close = () => {
    at.setCommand(false);
    at.setPreview(null);
  };
  return <CommandBox actions={scene.actions} act={at.moves.act} actText={(text) => void at.moves.actText(text)} setPreview={at.setPreview} onClose={close} />;
}

function Frame({ at, scene, paced, children }: { at: At; scene: Scene; paced: Paced; children: ComponentChildren }) {
  const { reading, told } = at;
  const { table, lesson } = scene;
  const classes = [`table-page game-${table.game}`, reading.wide && (reading.open || lesson) && 'with-drawer', lesson && 'at-lesson', at.tutored && 'tutored'];
  return (
    <div
      class={classes.filter(Boolean).join(' ')}
      data-steps={told.told!.log.length}
      data-seat={scene.seat}
      data-thinks={at.thinksHere ? 'here' : undefined}
      data-moment={paced.moment?.kind}
      style={{ '--moment': `${paced.lasts}ms` }}
    >
      {children}
    </div>
  );
}

function AtTable(props: AtTableProps) {
  const { scene, paced, board } = props;
  const at = useAtTable(props);
  return (
    <Frame at={at} scene={scene} paced={paced}>
      <TableHead
        scene={at.told.told!}
        doings={at.doings}
        title={scene.table.title ?? 'Flipside'}
        shown={at.look.shown}
        setShown={at.look.setShown}
        onPerson={at.setCard}
      />
      <BoardArea at={at} {...props} />
      <Tutoring scene={scene} at={at} />
      <Strip at={at} scene={scene} board={board} />
      <FirstMarks scene={scene} marks={board?.marks} onRules={at.reading.openRules} />
      <Beside at={at} scene={scene} board={board} />
      {at.card && <PersonCard who={at.card} scene={paced.latest ?? scene} tell={at.talk.tell} onClose={() => at.setCard(null)} />}
      {at.command && <Commands at={at} scene={scene} />}
      {at.keys && <Shortcuts own={board?.shortcuts} onClose={() => at.setKeys(false)} />}
      <Toasts toast={at.toast.toast} close={at.toast.close} />
      <div class="sr" role="status" aria-live="polite">
        {at.told.news}
      </div>
    </Frame>
  );
}
