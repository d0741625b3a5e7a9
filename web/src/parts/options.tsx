// The options of a game as switches, words and cards. What they say comes from the game (`setup`); the page knows none of them.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ChoiceWords, Game, GameOption, OptionWords } from '../types';

export type Values = Record<string, string>;
type PictureOf = (option: string, value: string) => JSX.Element | null;

interface FieldProps {
  option: GameOption;
  words: OptionWords;
  value: string;
  /** Who sits where, in words. */
  seats: string[];
  picture?: PictureOf;
  onChange: (value: string) => void;
}

/** How a word of the rules stands in a list where the game has no better one: "man_in_black" as "Man in black". */
function plainWords(choice: string): string {
  const words = choice.replaceAll('_', ' ');
  return words ? words[0].toUpperCase() + words.slice(1) : 'None';
}

/** The option in the game's words, or in those of its rules. */
export function wordsOf(game: Game, option: GameOption): OptionWords {
  return game.setup?.options?.[option.name] ?? { title: option.meaning };
}

function choicesOf(option: GameOption, words: OptionWords): [string, ChoiceWords][] {
  const known = [...new Set([option.default, ...option.choices.split(' ')])].filter((choice) => choice !== 'true' && choice !== 'false');
  if (!words.choices) return known.map((choice) => [choice, { title: plainWords(choice) }]);
  return known
    .filter((choice) => words.choices![choice])
    .sort((a, b) => order(words, a) - order(words, b))
    .map((choice) => [choice, words.choices![choice]]);
}

const order = (words: OptionWords, choice: string) => Object.keys(words.choices!).indexOf(choice);

export function choiceTitle(game: Game, option: GameOption, choice: string): string {
  return wordsOf(game, option).choices?.[choice]?.title ?? plainWords(choice);
}

/** Is this option offered at a table like this? */
export function offered(game: Game, option: GameOption, values: Values, seats: number): boolean {
  const words = wordsOf(game, option);
  const other = words.with && game.options.find(({ name }) => name === words.with);
  return (!words.seats || words.seats === seats) && (!other || values[other.name] !== other.default);
}

function Cards({
  name,
  legend,
  choices,
  value,
  option,
  picture,
  onChange,
}: {
  name: string;
  legend: string;
  choices: [string, ChoiceWords][];
  value: string;
  option: string;
  picture?: PictureOf;
  onChange: (value: string) => void;
}) {
  return (
    <div class="choice-cards" role="radiogroup" aria-label={legend}>
      {choices.map(([choice, { title, text, news }]) => (
        <label key={choice} class="choice-card">
          <input type="radio" name={name} value={choice} checked={choice === value} onChange={() => onChange(choice)} />
          {picture?.(option, choice)}
          <strong>{title}</strong>
          {text && <span>{text}</span>}
          {news && <em>{news}</em>}
        </label>
      ))}
    </div>
  );
}

function Pick({ label, choices, value, onChange }: { label: string; choices: [string, ChoiceWords][]; value: string; onChange: (value: string) => void }) {
  return (
    <label class="field">
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {choices.map(([choice, { title }]) => (
          <option key={choice} value={choice}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}

/** One word per seat, all different as long as there are enough of them; what is chosen already stays. */
export function forSeats(choices: string[], value: string, seats: number): string[] {
  const words = value
    .split(',')
    .filter((word) => choices.includes(word))
    .slice(0, seats);
  while (words.length < seats) words.push(choices.find((choice) => !words.includes(choice)) ?? choices[0]);
  return words;
}

/** A card for each seat, with its text; a tap opens all that there are. A card that another seat has changes places. */
function Named({ option, words, value, seats, picture, onChange }: FieldProps) {
  const [open, setOpen] = useState(0);
  const choices = choicesOf(option, words);
  const named = forSeats(
    choices.map(([choice]) => choice),
    value,
    seats.length,
  );
  const choose = (seat: number, choice: string) => {
    const other = named.indexOf(choice);
    onChange(named.map((old, index) => (index === seat ? choice : index === other ? named[seat] : old)).join(','));
  };
  return (
    <ul class="named">
      {named.map((choice, seat) => {
        const { title, text } = Object.fromEntries(choices)[choice];
        return (
          <li key={seat}>
            <button type="button" class="named-seat" aria-expanded={open === seat} onClick={() => setOpen(open === seat ? -1 : seat)}>
              <small>{seats[seat]}</small>
              <strong>{title}</strong>
              <span>{text}</span>
            </button>
            {open === seat && (
              <Cards
                name={`${option.name}-${seat}`}
                legend={`${words.title}: ${seats[seat]}`}
                option={option.name}
                {...{ choices, picture }}
                value={choice}
                onChange={(next) => choose(seat, next)}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** What is dealt, or named seat by seat, or left out altogether. */
function DealtOrNamed(props: FieldProps) {
  const { option, words, value, seats, onChange } = props;
  const named = value !== 'true' && value !== 'false';
  const states = words.states ?? { false: 'No', true: 'Drawn at random', named: 'Chosen for each seat' };
  const first = () =>
    forSeats(
      choicesOf(option, words).map(([choice]) => choice),
      '',
      seats.length,
    ).join(',');
  return (
    <fieldset class="option">
      <legend>{words.title}</legend>
      {words.text && <p class="quiet">{words.text}</p>}
      <div class="segments" role="radiogroup" aria-label={words.title}>
        {(['false', 'true', 'named'] as const).map((state) => (
          <label key={state}>
            <input
              type="radio"
              name={option.name}
              checked={state === (named ? 'named' : value)}
              onChange={() => onChange(state === 'named' ? first() : state)}
            />
            <span>{states[state]}</span>
          </label>
        ))}
      </div>
      {named && <Named {...props} />}
    </fieldset>
  );
}

/** One word for all seats, or one for each. */
function SameOrEach({ option, words, value, seats, onChange }: FieldProps) {
  const choices = choicesOf(option, words);
  const each = value.includes(',');
  const all = value.split(',');
  return (
    <>
      <Pick
        label={[words.title, words.text].filter(Boolean).join('. ')}
        choices={words.each && seats.length > 1 ? [...choices, ['each', { title: words.each }]] : choices}
        value={each ? 'each' : value}
        onChange={(next) => onChange(next === 'each' ? seats.map(() => all[0]).join(',') : next)}
      />
      {each &&
        seats.map((seat, index) => (
          <Pick
            key={index}
            label={seat}
            choices={choices}
            value={all[index] ?? all[0]}
            onChange={(next) => onChange(seats.map((_, other) => (other === index ? next : (all[other] ?? all[0]))).join(','))}
          />
        ))}
    </>
  );
}

function Numbers({ option, words, value, onChange }: FieldProps) {
  const [low, high] = option.choices.split(' ').map(Number);
  return (
    <label class="field">
      <span>{words.title}</span>
      <input type="number" min={low} max={high} required value={value} onInput={(event) => onChange(event.currentTarget.value)} />
    </label>
  );
}

function Switch({ words, value, onChange }: FieldProps) {
  return (
    <label class="check">
      <input type="checkbox" checked={value === 'true'} onChange={(event) => onChange(String(event.currentTarget.checked))} />
      <span>
        {words.title}
        {words.text && <small>{words.text}</small>}
      </span>
    </label>
  );
}

export function OptionField(props: FieldProps) {
  const { option, words, value, picture, onChange } = props;
  if (option.kind === 'bool') return <Switch {...props} />;
  if (option.kind === 'int') return <Numbers {...props} />;
  if (option.kind === 'list') return option.default === 'false' ? <DealtOrNamed {...props} /> : <SameOrEach {...props} />;
  const choices = choicesOf(option, words);
  if (!choices.some(([, { text }]) => text)) return <Pick label={words.title} {...{ choices, value, onChange }} />;
  return (
    <fieldset class="option">
      <legend>{words.title}</legend>
      {words.text && <p class="quiet">{words.text}</p>}
      <Cards name={option.name} legend={words.title} option={option.name} {...{ choices, value, picture, onChange }} />
    </fieldset>
  );
}

/** The value as the server takes it. */
export function optionWish(option: GameOption, value: string, seats: number): unknown {
  if (option.kind === 'bool') return value === 'true';
  if (option.kind === 'int') return Number(value);
  if (option.kind !== 'list') return value;
  if (value === 'true' || value === 'false') return value === 'true';
  if (option.default === 'false') return forSeats(option.choices.split(' '), value, seats);
  return value.includes(',') ? forSeatsAlike(value, seats) : value;
}

const forSeatsAlike = (value: string, seats: number) => Array.from({ length: seats }, (_, seat) => value.split(',')[seat] ?? value.split(',')[0]);
