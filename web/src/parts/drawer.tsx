// The drawer beside the board: the story so far, talk, the rules at hand, and what concerns the table itself.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { app, useApp } from '../app';
import { saveRecord } from './device';
import { follow } from '../route';
import { wantSound } from '../sound';
import type { Scene } from '../types';
import { FairDealing } from './fairdealing';
import { linesOf, noticesBetween } from './lines';
import { CopyLink } from './links';
import type { Someone } from './personcard';
import { Rules, type RulePictures } from './rules';
import { Unsent, type Saying } from './saying';
import { nameList, seatLabel } from './seats';
import { optionWords } from './terms';
import { helpCosts, helpInRated, TutorSwitch } from './tutor';

export type DrawerTab = 'log' | 'chat' | 'rules' | 'table';

export const drawerTabs: [DrawerTab, string][] = [
  ['log', 'Log'],
  ['chat', 'Chat'],
  ['rules', 'Rules'],
  ['table', 'Table'],
];

/** Tells the server something; a refusal is shown by the page. True when it was done. */
export type Tell = (what: string, fields?: Record<string, unknown>) => Promise<any>;

function useBottom(length: number) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [length]);
  return box;
}

function Log({ scene }: { scene: Scene }) {
  const ending = scene.table.status === 'over' ? scene.table.result?.reason : undefined;
  const notices = noticesBetween(scene.notices ?? [], scene.log);
  const box = useBottom(scene.log.length + notices.length + (ending ? 1 : 0));
  if (!scene.log.length && !notices.length) return <p class="empty">What happens in this game will appear here.</p>;
  const lines = linesOf(scene, scene.log);
  const noted = (from: number, to: number) =>
    notices
      .filter(({ before }) => before > from && before <= to)
      .map(({ notice }) => (
        <li key={`notice-${notice.i}`} class="notice">
          {notice.text}
        </li>
      ));
  return (
    <div class="log" ref={box} tabIndex={0} role="region" aria-label="What happened">
      <ol>
        {lines.map((line, index) => (
          <>
            {noted(index ? lines[index - 1].key : -1, line.key)}
            <li key={line.key} class={line.dealer ? 'flip' : ''}>
              <b>{line.verb ? line.who : `${line.who}:`}</b> {line.words}
            </li>
          </>
        ))}
        {noted(lines.length ? lines[lines.length - 1].key : -1, Infinity)}
        {ending && <li class="ending">{ending}</li>}
      </ol>
    </div>
  );
}

interface ChatProps {
  scene: Scene;
  saying: Saying;
  /** A name opens the person's card. */
  onPerson: (who: Someone) => void;
}

/** The own team, where others who can read sit in it. */
function teamOf(scene: Scene): string | null {
  const teams: (string | undefined)[] = (scene.view?.seats ?? []).map((seat: { team?: string }) => seat?.team);
  const own = scene.mine.length ? teams[scene.mine[0]] : undefined;
  const mates = scene.table.seats.some((seat, index) => teams[index] === own && seat.kind === 'person' && !scene.mine.includes(index));
  return own && mates ? own : null;
}

/** The end of the list when something was said, and the same lines as before when older ones were put above them. */
function useChatScroll(first: number, last: number) {
  const box = useBottom(last);
  const height = useRef(0);
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop += box.current.scrollHeight - height.current;
  }, [first]);
  useLayoutEffect(() => {
    height.current = box.current?.scrollHeight ?? 0;
  });
  return box;
}

function OlderLines({ table }: { table: string }) {
  const [waiting, setWaiting] = useState(false);
  const [problem, setProblem] = useState('');
  const load = () => {
    setWaiting(true);
    setProblem('');
    app.connection
      .older(table)
      .catch((error: Error) => setProblem(error.message))
      .finally(() => setWaiting(false));
  };
  return (
    <p class="older">
      <button class="quiet" disabled={waiting} onClick={load}>
        {waiting ? 'Loading …' : 'Older messages'}
      </button>
      {problem && <span role="alert"> {problem}</span>}
    </p>
  );
}

function Chat({ scene, saying, onPerson }: ChatProps) {
  const { toTeam } = saying;
  const team = teamOf(scene);
  const { person: me } = useApp();
  const unheard = [...(scene.muted_people ?? []), ...(scene.silenced ?? [])];
  const lines = scene.chat.filter((line) => !line.person || !unheard.includes(line.person));
  const box = useChatScroll(lines[0]?.i ?? -1, lines[lines.length - 1]?.i ?? -1);
  return (
    <div class="chat">
      <div class="log" ref={box} tabIndex={0} role="log" aria-label="Chat">
        {scene.chat_older && <OlderLines table={scene.table.id} />}
        {lines.length === 0 && <p class="empty">Nobody has said anything yet. Everyone at the table can read the chat.</p>}
        <ol>
          {lines.map((line) => (
            <li key={line.i} class={line.team ? 'to-team' : ''}>
              {line.person && line.person !== me?.id ? (
                <button class="name-link" onClick={() => onPerson({ person: line.person!, name: line.name })}>
                  {line.name}
                </button>
              ) : (
                <b>{line.name}</b>
              )}{' '}
              {line.team && <span class="tag">to the {line.team}</span>} {line.text}
            </li>
          ))}
        </ol>
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          saying.say(Boolean(team && toTeam));
        }}
      >
        <Unsent waiting={saying.waiting} />
        <input
          aria-label={team && toTeam ? `Say something to the ${team}` : 'Say something'}
          placeholder={team && toTeam ? `To the ${team} only` : 'Say something'}
          maxLength={500}
          value={saying.text}
          onInput={(event) => saying.setText(event.currentTarget.value)}
        />
        <button>Send</button>
      </form>
      {team && (
        <p class="mutes">
          <label class="check">
            <input type="checkbox" checked={toTeam} onChange={(event) => saying.setToTeam(event.currentTarget.checked)} />
            <span>To my team only (the {team})</span>
          </label>
        </p>
      )}
    </div>
  );
}

/** What can be offered to the others; what stands is shown over the board. Buttons stay where they are: none slides under a finger. */
function ToOffer({ scene, tell }: { scene: Scene; tell: Tell }) {
  const { mine, table } = scene;
  const others = table.seats.some((seat) => seat.kind === 'person' && !seat.you);
  const stands = (kind: string) => scene.offers?.some((offer) => offer.kind === kind);
  const moved = scene.log.some((entry) => mine.includes(entry.seat as number));
  const rated = table.help === false;
  const takesBack = moved && !scene.can_undo && !stands('undo');
  if (table.status !== 'running' || !mine.length || scene.lesson) return null;
  return (
    <div class="buttons">
      <button disabled={stands('end')} onClick={() => void tell('offer', { kind: 'end' })}>
        {others ? 'Offer to end the game' : 'End the game'}
      </button>
      {others && !table.daily && (
        <button disabled={!takesBack} title={rated ? helpInRated : helpCosts} onClick={() => void tell('offer', { kind: 'undo' })}>
          Ask to take back your move
          {rated && <small>then no rating</small>}
        </button>
      )}
      {rated && !table.daily && (
        <button disabled={stands('help')} title={helpInRated} onClick={() => void tell('offer', { kind: 'help' })}>
          {others ? 'Ask to allow hints' : 'Allow hints and take-backs'}
          <small>then no rating</small>
        </button>
      )}
    </div>
  );
}

/** Who is here: a tap on a name opens the card. */
function Here({ scene, onPerson }: { scene: Scene; onPerson: (who: Someone) => void }) {
  const { person: me } = useApp();
  const { table, spectators = [] } = scene;
  const players = table.seats.filter((seat) => seat.kind === 'person' && seat.person && !seat.you).map((seat) => ({ person: seat.person!, name: seat.name! }));
  const more = (table.spectators ?? 0) - spectators.length;
  const names = (people: Someone[]) =>
    people.map((one) => (
      <li key={one.person}>
        {one.person === me?.id ? (
          'you'
        ) : (
          <button class="name-link" onClick={() => onPerson(one)}>
            {one.name}
          </button>
        )}
      </li>
    ));
  return (
    <>
      {players.length > 0 && (
        <div class="people-here">
          <h3>Players</h3>
          <ul>{names(players)}</ul>
        </div>
      )}
      {spectators.length > 0 && (
        <div class="people-here">
          <h3>{table.spectators === 1 ? 'One person watches' : `${table.spectators} watch`}</h3>
          <ul>
            {names(spectators)}
            {more > 0 && <li>and {more} more</li>}
          </ul>
        </div>
      )}
    </>
  );
}

/** What the settings have too, at hand at the table. */
function Senses() {
  const { settings } = useApp();
  return (
    <>
      <label class="check">
        <input type="checkbox" checked={settings.sound === 'on'} onChange={(event) => wantSound(event.currentTarget.checked)} />
        <span>Sound</span>
      </label>
      <label class="field">
        <span>What happens is shown</span>
        <select value={settings.animation} onChange={(event) => app.setSettings({ animation: event.currentTarget.value as 'full' })}>
          <option value="full">step by step</option>
          <option value="quick">quickly</option>
          <option value="none">at once</option>
        </select>
      </label>
    </>
  );
}

interface AboutProps {
  scene: Scene;
  tell: Tell;
  onPerson: (who: Someone) => void;
  leave: () => void;
  rematch: () => void;
}

function About({ scene, tell, leave, rematch, onPerson }: AboutProps) {
  const { table, mine } = scene;
  const [sure, setSure] = useState(false);
  const done = table.status === 'over' || table.status === 'ended';
  return (
    <div class="about" tabIndex={0} role="region" aria-label="About this table">
      <p>
        {nameList(table.seats.map((_, seat) => seatLabel(table, seat)))}. Options: {optionWords(table).join('; ') || 'as usual'}.{' '}
        {table.public ? 'In the lobby.' : 'Not in the lobby: anyone with the link can watch.'}
      </p>
      {table.kind === 'game' && table.seats.length > 1 && !table.daily && (
        <p>
          {table.rated ? 'Rated: the result changes ratings.' : 'Not rated.'}{' '}
          {table.status === 'running' && (table.help === false ? 'There are no hints and no tutor.' : 'Hints may be asked for.')}
        </p>
      )}
      <Here scene={scene} onPerson={onPerson} />
      {table.link && <CopyLink label="Invitation to any free seat" path={table.link} />}
      <CopyLink label="Address of this table" path={`/t/${table.id}`} />
      {table.status === 'running' && mine.length > 0 && <TutorSwitch table={table} />}
      <Senses />
      <ToOffer scene={scene} tell={tell} />
      <div class="buttons">
        {done && mine.length > 0 && !table.daily && !scene.offers?.some((offer) => offer.kind === 'rematch') && (
          <button onClick={rematch}>{table.rematch ? 'To the rematch' : 'Rematch'}</button>
        )}
        {table.status !== 'waiting' && (
          <a
            class="button"
            href={`/api/tables/${table.id}/record`}
            download={`${table.game}-${table.id.slice(0, 8)}.json`}
            onClick={(event) => saveRecord(event, table)}
          >
            Download the record
          </a>
        )}
        {done && scene.log.length > 0 && (
          <a class="button" href={`/r/${table.id}`} onClick={follow}>
            Replay
          </a>
        )}
        {!done && mine.length > 0 && !sure && <button onClick={() => setSure(true)}>Leave the table</button>}
        {!done && mine.length > 0 && sure && (
          <p role="alert">
            {table.status === 'running' ? 'A bot takes your seat; you cannot come back into it. ' : 'Your seat becomes free. '}
            <button class="danger" onClick={leave}>
              Leave
            </button>{' '}
            <button onClick={() => setSure(false)}>Stay</button>
          </p>
        )}
      </div>
      <details>
        <summary>Fair dealing</summary>
        <FairDealing table={table} />
      </details>
    </div>
  );
}

interface DrawerProps extends ChatProps, AboutProps {
  tab: DrawerTab;
  setTab: (tab: DrawerTab) => void;
  unread: boolean;
  /** It stands beside the board, not over it. */
  beside: boolean;
  onClose: () => void;
  /** How the heading of the rules begins that tells of now. */
  rule?: string;
  rulePictures?: RulePictures;
}

export function Drawer({ scene, tab, setTab, unread, beside, onClose, rule, rulePictures, saying, tell, onPerson, leave, rematch }: DrawerProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!beside) box.current?.querySelector('button')?.focus();
  }, []);
  return (
    <aside class="drawer" aria-label="Beside the table" ref={box} onKeyDown={(event) => event.key === 'Escape' && !beside && onClose()}>
      <div class="drawer-tabs" role="group" aria-label="Show">
        {drawerTabs.map(([name, word]) => (
          <button key={name} aria-pressed={tab === name} onClick={() => setTab(name)}>
            {word}
            {name === 'chat' && unread && (
              <span class="dot">
                <span class="sr">, something new</span>
              </span>
            )}
          </button>
        ))}
        <button class="close" aria-label={beside ? 'Fold away' : 'Close'} title={beside ? 'Fold away' : 'Close'} onClick={onClose}>
          {beside ? '»' : '✕'}
        </button>
      </div>
      {tab === 'log' && <Log scene={scene} />}
      {tab === 'chat' && <Chat scene={scene} saying={saying} onPerson={onPerson} />}
      {tab === 'rules' && (
        <div class="rules-box" tabIndex={0} role="region" aria-label="Rules">
          <p>
            <a href={`/learn/${scene.table.game}`} target="_blank" rel="noopener">
              Rules and lessons on a page of their own
            </a>
          </p>
          <Rules game={scene.table.game} place={rule} pictures={rulePictures} />
        </div>
      )}
      {tab === 'table' && <About scene={scene} tell={tell} leave={leave} rematch={rematch} onPerson={onPerson} />}
    </aside>
  );
}
