// The end of a game, the same for all: who won and why, what it brought, the score part by part, and what next. A part that the board can
// show is a button: then the result steps aside and the board lights it.

import { useEffect, useRef } from 'preact/hooks';
import { backend } from '../backend';
import { follow } from '../route';
import type { BoardModule, Result, Scene, ScorePart } from '../types';
import { Afterwards } from './afterwards';
import { Celebration } from './celebration';
import { Face } from './face';
import { neverBegan } from './outcome';
import { ShareButton } from './share';
import { countedParts, decidedBy, isDraw, rowsOf, type Row } from './score';
import { nameFor, nameList } from './seats';
import { useSmall } from './screen';

/** Why the game ended so: the reason without the headline it begins with. */
function why({ verdict = '', reason = '' }: Result): string {
  return reason.startsWith(`${verdict}. `) ? reason.slice(verdict.length + 2) : '';
}

/** Whose names get a star. */
const starred = (result: Result, seat: number) => result.scores.length > 1 && !isDraw(result) && result.winners.includes(seat);

/** More columns than this cut names to pieces. */
const mostColumns = 6;

/** Who it was; bots with their faces. */
function Who({ scene, seat }: { scene: Scene; seat: number }) {
  const { kind, name = '' } = scene.table.seats[seat];
  return (
    <>
      {kind === 'bot' && <Face game={scene.table.game} name={name} />} {nameFor(scene, seat)}
    </>
  );
}

interface ScoreProps {
  scene: Scene;
  result: Result;
  rows: Row[];
  /** Those that the board lights. */
  lit: readonly string[];
  onPart: (part: ScorePart) => void;
}

function Part({ scene, lit, onPart, seat, row: { word, part, values } }: ScoreProps & { seat: number; row: Row }) {
  const nothing = !values[seat];
  const value = String(values[seat] ?? '–').replace('-', '−');
  if (!part || !lit.includes(part) || nothing) return lit.length ? <span class="no-part">{value}</span> : <>{value}</>;
  return (
    <button
      class="part"
      title="Show it on the board"
      aria-label={`${nameFor(scene, seat)}, ${word}: ${value}. Show it on the board`}
      onClick={() => onPart({ seat, part })}
    >
      {value}
    </button>
  );
}

/** By parts and players: where there is room for a column each. */
function ScoreTable(props: ScoreProps) {
  const { scene, result } = props;
  const { table } = scene;
  const won = (seat: number) => starred(result, seat);
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={result.points ? 'Points by part' : 'How it stood'}>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span class="sr">Part</span>
            </th>
            {table.seats.map((_, seat) => (
              <th key={seat} scope="col" class={won(seat) ? 'winner' : ''}>
                <Who scene={scene} seat={seat} />
                {won(seat) && table.seats.length > 1 && <span class="sr"> (won)</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => (
            <tr key={row.word}>
              <th scope="row">{row.word}</th>
              {table.seats.map((_, seat) => (
                <td key={seat}>
                  <Part {...props} seat={seat} row={row} />
                </td>
              ))}
            </tr>
          ))}
          {result.points && (
            <tr class="total">
              <th scope="row">Total</th>
              {result.scores.map((score, seat) => (
                <td key={seat}>{props.lit.length ? <span class="no-part">{score}</span> : score}</td>
              ))}
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

/** Where more than two play in two teams, what was reached is a team's. */
const inTeams = ({ table: { seats } }: Scene) => seats.length > 2 && seats.every((seat) => seat.team);

/** The seats that share a line: each its own, or a team. */
function linesOfScore(scene: Scene): number[][] {
  const { seats } = scene.table;
  const all = seats.map((_, seat) => seat);
  if (!inTeams(scene)) return all.map((seat) => [seat]);
  return [...new Set(seats.map((seat) => seat.team))].map((team) => all.filter((seat) => seats[seat].team === team));
}

function Team({ scene, seats }: { scene: Scene; seats: number[] }) {
  const team = scene.table.seats[seats[0]].team!;
  return (
    <>
      {team[0].toUpperCase() + team.slice(1)} <small>{nameList(seats.map((seat) => nameFor(scene, seat)))}</small>
    </>
  );
}

/** One player or team beneath the other, the best first: for several players on a phone, and for very many anywhere. */
function ScoreList(props: ScoreProps) {
  const { scene, result } = props;
  const won = (seat: number) => starred(result, seat);
  const lines = linesOfScore(scene).sort(([a], [b]) => Number(won(b)) - Number(won(a)) || result.scores[b] - result.scores[a]);
  return (
    <ol class={inTeams(scene) ? 'scores teams' : 'scores'} aria-label={result.points ? 'Points by player' : 'How it stood'}>
      {lines.map(([seat, ...others]) => (
        <li key={seat}>
          <h3 class={won(seat) ? 'winner' : ''}>
            {inTeams(scene) ? <Team scene={scene} seats={[seat, ...others]} /> : <Who scene={scene} seat={seat} />}
            {won(seat) && <span class="sr"> (won)</span>}
            {result.points && <b>{result.scores[seat]}</b>}
          </h3>
          <dl>
            {props.rows
              .filter(({ values }) => values[seat] !== null)
              .map((row) => (
                <div key={row.word}>
                  <dt>{row.word}</dt>
                  <dd>
                    <Part {...props} seat={seat} row={row} />
                  </dd>
                </div>
              ))}
          </dl>
        </li>
      ))}
    </ol>
  );
}

const othersPlayed = ({ table }: Scene) => table.seats.some((seat) => seat.kind === 'person' && !seat.you);

interface ResultProps {
  scene: Scene;
  board: BoardModule | null;
  /** The one that is lit now. */
  part: ScorePart | null;
  onPart: (part: ScorePart | null) => void;
  rematch: () => void;
  /** A rematch is offered: the offer itself says what can be done. */
  offered?: boolean;
  onClose: () => void;
}

/** What stays of the result while a part of it is seen on the board. */
function PartBar({ scene, part, rows, onPart }: { scene: Scene; part: ScorePart; rows: Row[]; onPart: (part: null) => void }) {
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus(), []);
  const row = rows.find((one) => one.part === part.part);
  return (
    <section class="part-bar" aria-label="A part of the score">
      <p role="status">
        <span class="of" title={nameFor(scene, part.seat)}>
          {nameFor(scene, part.seat)}:
        </span>{' '}
        <span class="lit-part">
          {row?.word} <b>{row?.values[part.seat]}</b>
        </span>
      </p>
      <button ref={back} class="primary" onClick={() => onPart(null)}>
        Back to the result
      </button>
    </section>
  );
}

function GivenUp() {
  return (
    <section class="result" aria-label="Result">
      <h2>The table was given up</h2>
      <p>The game never began.</p>
      <div class="buttons">
        <a class="button" href="/lobby" onClick={follow}>
          To the lobby
        </a>
        <a class="button" href="/" onClick={follow}>
          To the games
        </a>
      </div>
    </section>
  );
}

export function ResultPanel({ scene, board, part, onPart, rematch, offered = false, onClose }: ResultProps) {
  const { table } = scene;
  const { result } = table;
  const box = useRef<HTMLElement>(null);
  const small = useSmall();
  // It comes into sight wherever the board was scrolled to; then it scrolls with the board, however long it is.
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'start' });
  }, [part === null]);
  const own = scene.mine.length === 1 ? scene.mine[0] : null;
  const won = own !== null && Boolean(result?.winners.includes(own));
  const title = own !== null ? result?.titles?.[own] : undefined;
  const score = result && { scene, result, rows: rowsOf(scene, result, board), lit: board?.parts ?? [], onPart };
  const decided = result && board ? decidedBy(result, countedParts(scene, board)) : '';
  if (neverBegan(table)) return <GivenUp />;
  if (part) return <PartBar scene={scene} part={part} rows={score?.rows ?? []} onPart={onPart} />;
  const Finale = board?.Finale;
  return (
    <section class={won ? 'result won' : 'result'} ref={box} tabIndex={-1} aria-label="Result">
      <div class="result-head">
        {result && table.status === 'over' && (Finale ? <Finale scene={scene} result={result} won={won} /> : won && !isDraw(result) && <Celebration />)}
        <div class="words">
          <h2>{result?.verdict ?? 'Ended by agreement'}</h2>
          {result && why(result) && <p>{why(result)}</p>}
          {decided && <p class="decided">{decided}</p>}
          {title && !result?.reason?.includes(title) && <p class="title">Your title: {title}</p>}
          {table.status === 'over' && own !== null && <Afterwards scene={scene} won={won} seat={own} />}
        </div>
      </div>
      {score && (inTeams(scene) || table.seats.length > (small ? 2 : mostColumns) ? <ScoreList {...score} /> : <ScoreTable {...score} />)}
      <div class="buttons">
        <div class="next">
          {scene.mine.length > 0 && !table.daily && !offered && (
            <button class="primary" onClick={rematch}>
              {table.rematch ? 'To the rematch' : othersPlayed(scene) ? 'Offer a rematch' : 'Rematch'}
            </button>
          )}
          {table.daily && (
            <a class="button primary" href={`/daily/${table.daily}/${table.game}`} onClick={follow}>
              Leaderboard
            </a>
          )}
          {table.status === 'over' && (
            <a class="button" href={`/a/${table.id}`} onClick={follow}>
              Analyse
            </a>
          )}
        </div>
        <div class="more">
          <a class="button" href={`/r/${table.id}`} onClick={follow}>
            Replay
          </a>
          <button onClick={onClose}>Look at the table</button>
          {result && !backend.here && <ShareButton label="Share" text={`${table.title}: ${result.verdict}. ${location.origin}/r/${table.id}`} />}
        </div>
      </div>
    </section>
  );
}
