// Making a table: who sits where, the options in words, public or by link.

import { useState } from 'preact/hooks';
import { app } from '../app';
import { go } from '../route';
import type { Game, GameOption } from '../types';
import { Dialog } from './dialog';
import { keepLinks } from './links';
import { nextSide, sidesOf, sidesOption, sidesProblem } from './sides';

const seatWords: Record<string, string> = {
  me: 'You',
  link: 'A friend, by link',
  open: 'Anybody from the lobby',
  bot1: 'Bot 1, a beginner',
  bot2: 'Bot 2, steady',
  bot3: 'Bot 3, good',
  bot4: 'Bot 4, strong',
  bot5: 'Bot 5, as strong as it gets',
};

function seatWish(word: string): unknown {
  return word.startsWith('bot') ? { kind: 'bot', level: Number(word[3]) } : { kind: word };
}

/** How a word of the rules stands in a list: "man_in_black" as "Man in black". */
function choiceWords(choice: string): string {
  const words = choice.replaceAll('_', ' ');
  return words ? words[0].toUpperCase() + words.slice(1) : 'None';
}

/** One word a seat, all different as long as there are enough of them; what is chosen already stays. */
function forSeats(option: GameOption, value: string, seats: number): string[] {
  const choices = option.choices.split(' ');
  const words = value.split(',').filter((word) => choices.includes(word)).slice(0, seats);
  while (words.length < seats) words.push(choices.find((choice) => !words.includes(choice)) ?? choices[0]);
  return words;
}

/** What is dealt, or named seat by seat, or left out altogether. */
function DealtOrNamed({ option, value, seats, onChange }: { option: GameOption; value: string; seats: number; onChange: (value: string) => void }) {
  const named = value !== 'true' && value !== 'false';
  const words = forSeats(option, named ? value : '', seats);
  return (
    <>
      <label class="field">
        <span>{option.meaning}</span>
        <select value={named ? 'named' : value} onChange={(e) => onChange(e.currentTarget.value === 'named' ? words.join(',') : e.currentTarget.value)}>
          <option value="false">No</option>
          <option value="true">Drawn at random</option>
          <option value="named">Chosen for each seat</option>
        </select>
      </label>
      {named &&
        words.map((word, seat) => (
          <label key={seat} class="field">
            <span>Seat {seat + 1}</span>
            <select value={word} onChange={(e) => onChange(words.map((old, index) => (index === seat ? e.currentTarget.value : old)).join(','))}>
              {option.choices.split(' ').map((choice) => (
                <option key={choice} value={choice}>
                  {choiceWords(choice)}
                </option>
              ))}
            </select>
          </label>
        ))}
    </>
  );
}

function OptionField({ option, value, seats, onChange }: { option: GameOption; value: string; seats: number; onChange: (value: string) => void }) {
  if (option.kind === 'list' && option.default === 'false') return <DealtOrNamed {...{ option, value, seats, onChange }} />;
  if (option.kind === 'bool')
    return (
      <label class="check">
        <input type="checkbox" checked={value === 'true'} onChange={(e) => onChange(String(e.currentTarget.checked))} />
        <span>{option.meaning}</span>
      </label>
    );
  if (option.kind === 'choice')
    return (
      <label class="field">
        <span>{option.meaning}</span>
        <select value={value} onChange={(e) => onChange(e.currentTarget.value)}>
          {!option.choices.split(' ').includes(option.default) && <option value={option.default}>{choiceWords(option.default)}</option>}
          {option.choices.split(' ').map((choice) => (
            <option key={choice} value={choice}>
              {choiceWords(choice)}
            </option>
          ))}
        </select>
      </label>
    );
  return (
    <label class="field">
      <span>{option.meaning}</span>
      <input value={value} onInput={(e) => onChange(e.currentTarget.value)} />
    </label>
  );
}

function optionWish(option: GameOption, value: string, seats: number): unknown {
  if (option.kind === 'bool') return value === 'true';
  if (option.kind === 'int') return Number(value);
  if (option.kind === 'list' && option.default === 'false') return value === 'true' || forSeats(option, value, seats);
  return value;
}

/** Time for all decisions together, or for each; the words say for whom it is meant. */
const clocks: Record<string, { words: string; clock: unknown }> = {
  none: { words: 'No clock: everybody takes the time they need', clock: null },
  bank5: { words: '5 minutes each, and 5 seconds more a decision', clock: { kind: 'bank', seconds: 300, extra: 5 } },
  bank15: { words: '15 minutes each, and 10 seconds more a decision', clock: { kind: 'bank', seconds: 900, extra: 10 } },
  bank60: { words: 'An hour each', clock: { kind: 'bank', seconds: 3600, extra: 0 } },
  day: { words: 'A day for every decision', clock: { kind: 'move', seconds: 86400 } },
  days3: { words: 'Three days for every decision', clock: { kind: 'move', seconds: 259200 } },
  week: { words: 'A week for every decision', clock: { kind: 'move', seconds: 604800 } },
};

export function MakeTable({ game, onClose }: { game: Game; onClose: () => void }) {
  const [least, most] = game.seats;
  const [seats, setSeats] = useState<string[]>(() => {
    const start = ['me', 'link', 'bot3'].slice(0, Math.max(least, 2));
    while (start.length < least) start.push('bot3');
    return start.slice(0, most);
  });
  const teams = sidesOption(game);
  const [sides, setSides] = useState<string[]>(() => (teams ? seats.reduce<string[]>((all) => [...all, nextSide(teams, all)], []) : []));
  const [options, setOptions] = useState<Record<string, string>>(() =>
    Object.fromEntries(game.options.map((option) => [option.name, option.default])),
  );
  const [listed, setListed] = useState(false);
  const [open, setOpen] = useState(false);
  const [tutor, setTutor] = useState(false);
  const [clock, setClock] = useState('none');
  const [after, setAfter] = useState(120);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');

  const uneven = teams ? sidesProblem(teams, sides) : '';

  const setSeat = (index: number, word: string) => setSeats(seats.map((old, i) => (i === index ? word : old)));
  const addSeat = () => {
    setSeats([...seats, 'bot3']);
    if (teams) setSides([...sides, nextSide(teams, sides)]);
  };
  const removeSeat = (index: number) => {
    setSeats(seats.filter((_, i) => i !== index));
    setSides(sides.filter((_, i) => i !== index));
  };
  const make = async () => {
    setBusy(true);
    setProblem('');
    try {
      const wish = {
        game: game.id,
        seats: seats.map(seatWish),
        options: Object.fromEntries(
          game.options
            .filter((option) => option === teams || options[option.name] !== option.default)
            .map((option) => [option.name, option === teams ? sides : optionWish(option, options[option.name], seats.length)]),
        ),
        public: listed || seats.includes('open'),
        open,
        replace_after: after,
        tutor,
        clock: clocks[clock].clock,
      };
      const made = await app.makeTable(wish);
      keepLinks(made.table.id, made.links);
      go(`/t/${made.table.id}`);
    } catch (error) {
      setProblem((error as Error).message);
      setBusy(false);
    }
  };

  return (
    <Dialog title={`A table of ${game.title}`} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <fieldset>
          <legend>Who plays</legend>
          {seats.map((word, index) => (
            <div class="seat-row" key={index}>
              <label>
                <span class="sr">Seat {index + 1}</span>
                <select value={word} onChange={(e) => setSeat(index, e.currentTarget.value)}>
                  {Object.entries(seatWords).map(([value, label]) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </select>
              </label>
              {teams && (
                <label class="side">
                  <span class="sr">Side of seat {index + 1}</span>
                  <select value={sides[index]} onChange={(e) => setSides(sides.map((old, i) => (i === index ? e.currentTarget.value : old)))}>
                    {sidesOf(teams).map((side) => (
                      <option key={side} value={side}>
                        {choiceWords(side)}
                      </option>
                    ))}
                  </select>
                </label>
              )}
              {seats.length > least && (
                <button type="button" class="plain" aria-label={`Remove seat ${index + 1}`} onClick={() => removeSeat(index)}>
                  ✕
                </button>
              )}
            </div>
          ))}
          {seats.length < most && (
            <button type="button" onClick={addSeat}>
              One more seat
            </button>
          )}
          {uneven && <p class="problem">{uneven}</p>}
        </fieldset>
        {game.options.length > 0 && (
          <fieldset>
            <legend>How to play</legend>
            {game.options.filter((option) => option !== teams).map((option) => (
              <OptionField key={option.name} option={option} value={options[option.name]} seats={seats.length} onChange={(value) => setOptions({ ...options, [option.name]: value })} />
            ))}
          </fieldset>
        )}
        <fieldset>
          <legend>The table</legend>
          <label class="check">
            <input type="checkbox" checked={listed || seats.includes('open')} disabled={seats.includes('open')} onChange={(e) => setListed(e.currentTarget.checked)} />
            <span>Public: it stands in the lobby, and others may look on</span>
          </label>
          <label class="check">
            <input type="checkbox" checked={open} onChange={(e) => setOpen(e.currentTarget.checked)} />
            <span>Show everybody's steps at once, not only at the end of a round</span>
          </label>
          {seats.some((word) => word === 'link' || word === 'open') && (
            <label class="check">
              <input type="checkbox" checked={tutor} onChange={(e) => setTutor(e.currentTarget.checked)} />
              <span>Allow the tutor: whoever wants may hear after a move whether it was good</span>
            </label>
          )}
          <label class="field">
            <span>Time to think; when it is up a bot plays until you are back</span>
            <select value={clock} onChange={(e) => setClock(e.currentTarget.value)}>
              {Object.entries(clocks).map(([name, { words }]) => (
                <option key={name} value={name}>
                  {words}
                </option>
              ))}
            </select>
          </label>
          <label class="field">
            <span>Who vanishes may be replaced by a bot after</span>
            <select value={String(after)} onChange={(e) => setAfter(Number(e.currentTarget.value))}>
              <option value="60">a minute</option>
              <option value="120">two minutes</option>
              <option value="600">ten minutes</option>
              <option value="86400">a day</option>
              <option value="604800">a week</option>
            </select>
          </label>
        </fieldset>
        {problem && (
          <p class="problem" role="alert">
            {problem}
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
