// Quick match: a game, a pace, and the server finds an opponent of about the same strength; after a while a bot is offered.

import { useEffect, useRef, useState } from 'preact/hooks';
import { app } from '../app';
import { newDeal } from '../deal';
import type { ServerError } from '../request';
import { go } from '../route';
import { paceClocks, paces } from '../social';
import type { Pace, Seeking } from '../social';
import { levelWords } from './levels';

const remembered = 'flipside.quick';

interface Choice {
  game: string;
  pace: Pace;
}

function lastChoice(): Choice {
  const games = app.games.filter((one) => one.seats[1] > 1);
  try {
    const kept = JSON.parse(localStorage.getItem(remembered) ?? '');
    if (games.some((one) => one.id === kept.game) && kept.pace in paces) return kept;
  } catch {
    // nothing was kept
  }
  return { game: games[0]?.id ?? '', pace: 'quick' };
}

function Looking({ game, stand, playBot, stop }: { game: string; stand: Seeking | null; playBot: (level: number) => void; stop: () => void }) {
  return (
    <>
      <p role="status">
        Looking for an opponent in {app.game(game)?.title} …{' '}
        <span class="quiet">
          {stand ? `${Math.round(stand.waited / 1000)} seconds, within ${stand.reach} rating points; the longer you wait, the wider. ` : ''}
          {stand && stand.others > 0 ? `${stand.others} more ${stand.others === 1 ? 'person is' : 'people are'} looking.` : ''}
        </span>
      </p>
      <div class="buttons">
        {stand?.bot != null && (
          <button class="primary" onClick={() => playBot(stand.bot!)}>
            Play a bot instead ({levelWords(stand.bot)})
          </button>
        )}
        <button onClick={stop}>Stop looking</button>
      </div>
    </>
  );
}

function ChoiceForm({ choice, setChoice, begin }: { choice: Choice; setChoice: (choice: Choice) => void; begin: () => void }) {
  const games = app.games.filter((one) => one.seats[1] > 1);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        begin();
      }}
    >
      <label class="field">
        <span>Game</span>
        <select value={choice.game} onChange={(event) => setChoice({ ...choice, game: event.currentTarget.value })}>
          {games.map((one) => (
            <option key={one.id} value={one.id}>
              {one.title}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>Pace</span>
        <select value={choice.pace} onChange={(event) => setChoice({ ...choice, pace: event.currentTarget.value as Pace })}>
          {Object.entries(paces).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <button class="primary">Find an opponent</button>
    </form>
  );
}

export function QuickMatch() {
  const [choice, setChoice] = useState(lastChoice);
  const [searching, setSearching] = useState(false);
  const [stand, setStand] = useState<Seeking | null>(null);
  const [problem, setProblem] = useState('');
  const deal = useRef({});
  useEffect(() => {
    const stops = [app.connection.hear<Seeking>('seek', setStand), app.connection.hear<{ table: string }>('matched', ({ table }) => go(`/t/${table}`))];
    return () => stops.forEach((stop) => stop());
  }, []);
  useEffect(() => {
    if (!searching) return;
    setStand(null);
    const stop = app.connection.keep('seek', { game: choice.game, pace: choice.pace, ...deal.current }, (error: ServerError) => {
      setProblem(error.message);
      setSearching(false);
    });
    return stop;
  }, [searching]);
  const begin = async () => {
    setProblem('');
    localStorage.setItem(remembered, JSON.stringify(choice));
    await app.ensurePerson();
    deal.current = await newDeal();
    setSearching(true);
  };
  const playBot = async (level: number) => {
    setSearching(false);
    const made = await app.makeTable({ game: choice.game, seats: [{ kind: 'me' }, { kind: 'bot', level }], clock: paceClocks[choice.pace] });
    go(`/t/${made.table.id}`);
  };
  return (
    <section class="quick-match" aria-labelledby="quick-match">
      <h2 id="quick-match">Quick match</h2>
      {searching ? (
        <Looking game={choice.game} stand={stand} playBot={(level) => void playBot(level)} stop={() => setSearching(false)} />
      ) : (
        <ChoiceForm choice={choice} setChoice={setChoice} begin={() => void begin()} />
      )}
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}
