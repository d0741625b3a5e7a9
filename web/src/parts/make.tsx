// Making a table: who sits where, the options in words, public or by link.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { app, suggestName, useApp } from '../app';
import { useBoard } from '../boards';
import { backend } from '../backend';
import type { ServerError } from '../request';
import { useAnswer } from '../people';
import { go } from '../route';
import type { Game, GameOption } from '../types';
import { Dialog } from './dialog';
import { levelOf, levelWords, levels } from './levels';
import { OptionField, choiceTitle, offered, optionWish, wordsOf } from './options';
import type { Values } from './options';
import { OwnEditionField } from './ownedition';
import type { OwnEdition } from './ownedition';
import { nextSide, sidesOf, sidesOption, sidesProblem } from './sides';

/** On this device nobody else can come. */
const guests: Record<string, string> = backend.plain ? {} : { link: 'A friend, by link', open: 'Anybody from the lobby' };
const seatWords: Record<string, string> = {
  me: 'You',
  ...guests,
  ...Object.fromEntries(levels.map((level) => [`bot${level}`, `Bot, ${levelWords(level)}`])),
};

function seatWish({ who, name }: Place): unknown {
  if (who.startsWith('bot')) return { kind: 'bot', level: Number(who[3]) };
  return who === 'me' && name?.trim() ? { kind: who, name: name.trim() } : { kind: who };
}

/** Time for all decisions together, or for each; the words say for whom it is meant. */
export const clocks: Record<string, { words: string; clock: unknown }> = {
  none: { words: 'No clock: everybody takes the time they need', clock: null },
  bank5: { words: '5 minutes each, plus 5 seconds per decision', clock: { kind: 'bank', seconds: 300, extra: 5 } },
  bank15: { words: '15 minutes each, plus 10 seconds per decision', clock: { kind: 'bank', seconds: 900, extra: 10 } },
  bank60: { words: 'An hour each', clock: { kind: 'bank', seconds: 3600, extra: 0 } },
  day: { words: 'A day for every decision', clock: { kind: 'move', seconds: 86400 } },
  days3: { words: 'Three days for every decision', clock: { kind: 'move', seconds: 259200 } },
  week: { words: 'A week for every decision', clock: { kind: 'move', seconds: 604800 } },
};

interface Place {
  who: string;
  side?: string;
  /** Where one device goes round the table: who sits there. */
  name?: string;
}

interface SeatsProps {
  places: Place[];
  least: number;
  setPlaces: (places: Place[]) => void;
}

function SeatRow({ places, least, setPlaces, index, children }: SeatsProps & { index: number; children?: JSX.Element }) {
  const set = (who: string) => setPlaces(places.map((old, other) => (other === index ? { ...old, who } : old)));
  return (
    <div class="seat-row">
      <select aria-label={`Seat ${index + 1}`} value={places[index].who} onChange={(event) => set(event.currentTarget.value)}>
        {Object.entries(seatWords)
          .filter(([value]) => !(backend.here && value in guests))
          .map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
      </select>
      {children}
      {places[index].who === 'me' && places.findIndex(({ who }) => who === 'me') !== index && (
        <input
          class="seat-name"
          aria-label={`Name in seat ${index + 1}`}
          placeholder="Name"
          maxLength={24}
          value={places[index].name ?? ''}
          onInput={(event) => setPlaces(places.map((old, other) => (other === index ? { ...old, name: event.currentTarget.value } : old)))}
        />
      )}
      {places.length > least && (
        <button type="button" class="plain" aria-label={`Remove seat ${index + 1}`} onClick={() => setPlaces(places.filter((_, other) => other !== index))}>
          ✕
        </button>
      )}
    </div>
  );
}

/** A column for each side: a seat can be added to it, or taken across to the next one. */
function Sides({ game, option, most, bot, ...seats }: SeatsProps & { game: Game; option: GameOption; most: number; bot: string }) {
  const { places, setPlaces } = seats;
  const sides = sidesOf(option);
  const after = (side: string) => sides[(sides.indexOf(side) + 1) % sides.length];
  return (
    <div class="sides">
      {sides.map((side) => (
        <section key={side} aria-label={choiceTitle(game, option, side)}>
          <h3>{choiceTitle(game, option, side)}</h3>
          {places.map(
            (place, index) =>
              place.side === side && (
                <SeatRow key={index} {...seats} index={index}>
                  <button
                    type="button"
                    class="plain"
                    aria-label={`Seat ${index + 1} to the ${after(side)}`}
                    title={`To the ${after(side)}`}
                    onClick={() => setPlaces(places.map((old, other) => (other === index ? { ...old, side: after(side) } : old)))}
                  >
                    ⇄
                  </button>
                </SeatRow>
              ),
          )}
          {places.length < most && (
            <button type="button" onClick={() => setPlaces([...places, { who: bot, side }])}>
              One more for the {side}
            </button>
          )}
        </section>
      ))}
    </div>
  );
}

/** `guest`: who the second one is, a bot where the game shall begin at once. */
function firstPlaces(game: Game, teams: GameOption | undefined, guest: string): Place[] {
  const [least, most] = game.seats;
  const start = ['me', guest];
  while (start.length < least) start.push(`bot${levelOf(game.id)}`);
  const places: Place[] = [];
  for (const who of start.slice(0, most)) {
    const sides = places.map((place) => place.side!);
    places.push({ who, side: teams && nextSide(teams, sides) });
  }
  return places;
}

/** Whose character this is: "You", "Seat 2: a friend, by link". */
function seatNames(places: Place[]): string[] {
  return places.map(({ who }, index) =>
    who === 'me' && places.filter((place) => place.who === 'me').length === 1 ? 'You' : `Seat ${index + 1}: ${seatWords[who]}`,
  );
}

/** The table as far as the game has no say in it. */
interface Terms {
  listed: boolean;
  open: boolean;
  /** Null: as usual for this person. */
  rated: boolean | null;
  tutor: boolean;
  clock: string;
  after: number;
}

function Check({
  label,
  text,
  checked,
  disabled,
  onChange,
}: {
  label: string;
  text?: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (on: boolean) => void;
}) {
  return (
    <label class="check">
      <input type="checkbox" checked={checked} disabled={disabled} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>
        {label}
        {text && <small>{text}</small>}
      </span>
    </label>
  );
}

/** A guest's first tables are not rated unless that is asked for. */
function useUsuallyRated(): boolean {
  const { person } = useApp();
  const { data } = useAnswer<{ tables: unknown[] }>(person && !person.claimed && !backend.here ? '/api/mine' : null);
  return Boolean(person?.claimed) || (data?.tables.length ?? 0) >= 3;
}

function TermsFields({ terms, places, ownEdition, change }: { terms: Terms; places: Place[]; ownEdition: boolean; change: (terms: Partial<Terms>) => void }) {
  const usually = useUsuallyRated();
  const rated = (terms.rated ?? usually) && !ownEdition && !terms.tutor;
  const fromLobby = places.some(({ who }) => who === 'open');
  const people = places.some(({ who }) => who === 'link' || who === 'open');
  return (
    <fieldset>
      <legend>The table</legend>
      {places.length > 1 && !backend.here && (
        <Check
          label="Rated"
          text="The result changes everyone’s rating. There are no hints, no tutor and no take-backs."
          checked={rated}
          disabled={ownEdition || terms.tutor}
          onChange={(wanted) => change({ rated: wanted })}
        />
      )}
      <Check
        label="Public"
        text="The table is listed in the lobby, and others may watch."
        checked={terms.listed || fromLobby}
        disabled={fromLobby}
        onChange={(listed) => change({ listed })}
      />
      {places.length > 1 && (
        <Check
          label="Open steps"
          text="Everyone’s steps are shown at once, not only at the end of a round."
          checked={terms.open}
          onChange={(open) => change({ open })}
        />
      )}
      {people && (
        <Check
          label="Allow hints and the tutor"
          text="Players can ask for hints, and after a move whether it was good. Such a game is not rated."
          checked={terms.tutor}
          onChange={(tutor) => change({ tutor })}
        />
      )}
      <label class="field">
        <span>Time to think; when it is up, a bot plays until you are back</span>
        <select value={terms.clock} onChange={(event) => change({ clock: event.currentTarget.value })}>
          {Object.entries(clocks).map(([name, { words }]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </select>
      </label>
      {people && (
        <label class="field">
          <span>A player who disappears may be replaced by a bot after</span>
          <select value={String(terms.after)} onChange={(event) => change({ after: Number(event.currentTarget.value) })}>
            <option value="60">a minute</option>
            <option value="120">two minutes</option>
            <option value="600">ten minutes</option>
            <option value="86400">a day</option>
            <option value="604800">a week</option>
          </select>
        </label>
      )}
    </fieldset>
  );
}

/** What is asked of the server: who plays, by which rules, on which terms. */
function wishOf(game: Game, places: Place[], values: Values, options: GameOption[], edition: OwnEdition | null, terms: Terms): Record<string, unknown> {
  const teams = sidesOption(game);
  const chosen = options
    .filter((option) => values[option.name] !== option.default)
    .map((option) => [option.name, optionWish(option, values[option.name], places.length)]);
  return {
    game: game.id,
    seats: places.map(seatWish),
    options: Object.fromEntries(teams ? [...chosen, [teams.name, places.map(({ side }) => side)]] : chosen),
    ...(edition && { edition: edition.json }),
    public: terms.listed || places.some(({ who }) => who === 'open'),
    open: terms.open,
    ...(backend.here ? { rated: false } : terms.rated !== null && { rated: terms.rated }),
    replace_after: terms.after,
    tutor: terms.tutor,
    clock: clocks[terms.clock].clock,
    ready: !backend.here && places.some(({ who }) => who === 'link' || who === 'open'),
  };
}

function WhoPlays({ game, places, setPlaces, uneven }: { game: Game; places: Place[]; setPlaces: (places: Place[]) => void; uneven: string }) {
  const [least, most] = game.seats;
  const teams = sidesOption(game);
  const bot = `bot${levelOf(game.id)}`;
  return (
    <fieldset>
      <legend>Who plays</legend>
      {teams ? (
        <Sides {...{ game, places, least, most, setPlaces, bot }} option={teams} />
      ) : (
        <>
          {places.map((_, index) => (
            <SeatRow key={index} {...{ places, least, setPlaces, index }} />
          ))}
          {places.length < most && (
            <button type="button" onClick={() => setPlaces([...places, { who: bot }])}>
              One more seat
            </button>
          )}
        </>
      )}
      {uneven && <p class="problem">{uneven}</p>}
    </fieldset>
  );
}

interface HowToPlayProps {
  game: Game;
  options: GameOption[];
  values: Values;
  setValues: (values: Values) => void;
  seats: string[];
  /** Why the edition was refused. */
  problem: string;
  edition: OwnEdition | null;
  setEdition: (edition: OwnEdition | null) => void;
}

function HowToPlay({ game, options, values, setValues, seats, problem, edition, setEdition }: HowToPlayProps) {
  const { board } = useBoard(game.id);
  const house = options.filter((option) => wordsOf(game, option).house);
  const field = (option: GameOption) => (
    <OptionField
      key={option.name}
      option={option}
      words={wordsOf(game, option)}
      value={values[option.name]}
      seats={seats}
      picture={board?.choicePicture}
      onChange={(value) => setValues({ ...values, [option.name]: value })}
    />
  );
  if (!options.length && !game.setup?.edition) return null;
  return (
    <fieldset>
      <legend>How to play</legend>
      {options.filter((option) => !house.includes(option)).map(field)}
      {house.length > 0 && (
        <details>
          <summary>House rules</summary>
          {house.map(field)}
        </details>
      )}
      {game.setup?.edition && <OwnEditionField game={game.id} words={game.setup.edition} edition={edition} problem={problem} onChange={setEdition} />}
    </fieldset>
  );
}

interface MakeProps {
  game: Game;
  /** Who the free seat is for. */
  from?: 'link' | 'open';
  own?: OwnEdition | null;
  /** In which the game counts. */
  league?: string;
  onClose: () => void;
}

export function MakeTable({ game, from = 'link', own = null, league, onClose }: MakeProps) {
  const teams = sidesOption(game);
  const [places, setPlaces] = useState(() => firstPlaces(game, teams, backend.here || own !== null ? `bot${levelOf(game.id)}` : from));
  const [values, setValues] = useState<Values>(() => Object.fromEntries(game.options.map((option) => [option.name, option.default])));
  const [edition, setEdition] = useState(own);
  const [terms, setTerms] = useState<Terms>({ listed: false, open: false, rated: null, tutor: false, clock: 'none', after: 120 });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ words: string; file: boolean } | null>(null);
  const [name, setName] = useState(() => app.person?.name ?? suggestName());
  const [asksName] = useState(app.unnamed);
  const sides = places.map(({ side }) => side!);
  const uneven = teams ? sidesProblem(teams, sides) : '';
  const replaced = edition && game.setup?.edition?.instead_of;
  const options = game.options.filter((option) => option !== teams && offered(game, option, values, places.length) && option.name !== replaced);
  const make = async () => {
    setBusy(true);
    setProblem(null);
    try {
      if (asksName) await app.takeName(name);
      const made = await app.makeTable({ ...wishOf(game, places, values, options, edition, terms), ...(league && { league }) });
      go(`/t/${made.table.id}`);
    } catch (error) {
      setProblem({ words: (error as Error).message, file: (error as ServerError).code === 'bad_edition' });
      setBusy(false);
    }
  };
  return (
    <Dialog title={`A table of ${game.title}`} onClose={onClose}>
      <form
        class="make"
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        {asksName && (
          <label class="field">
            <span>Your name at the table</span>
            <input value={name} maxLength={24} required autocomplete="nickname" onInput={(event) => setName(event.currentTarget.value)} />
          </label>
        )}
        <WhoPlays {...{ game, places, setPlaces, uneven }} />
        <HowToPlay {...{ game, options, values, setValues, edition, setEdition }} seats={seatNames(places)} problem={problem?.file ? problem.words : ''} />
        <TermsFields {...{ terms, places }} ownEdition={!!edition} change={(some) => setTerms({ ...terms, ...some })} />
        {problem && !problem.file && (
          <p class="problem" role="alert">
            {problem.words}
          </p>
        )}
        <div class="buttons">
          <button class="primary" disabled={busy || !!uneven}>
            Make the table
          </button>
        </div>
      </form>
    </Dialog>
  );
}
