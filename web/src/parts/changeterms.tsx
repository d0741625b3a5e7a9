// Other terms for a table that waits: how many seats, the clock, rated or not, the options of the game.

import { useState } from 'preact/hooks';
import { app } from '../app';
import type { Game, Table } from '../types';
import { Dialog } from './dialog';
import type { Tell } from './drawer';
import { clocks } from './make';
import { OptionField, offered, optionWish, wordsOf } from './options';
import type { Values } from './options';
import { seatLabel } from './seats';
import { sidesOption } from './sides';
import { clockWords } from './terms';

/** The clock that the table has, as one of the list, or as it is. */
const sameClock = (table: Table) =>
  Object.keys(clocks).find((name) => JSON.stringify(clocks[name].clock) === JSON.stringify(table.clock ?? null)) ?? 'as it is';

const valuesOf = (game: Game, table: Table): Values =>
  Object.fromEntries(game.options.map(({ name, default: usual }) => [name, String(table.options[name] ?? usual)]));

export function ChangeTerms({ table, tell, onClose }: { table: Table; tell: Tell; onClose: () => void }) {
  const game = app.game(table.game)!;
  const sides = sidesOption(game);
  const [clock, setClock] = useState(() => sameClock(table));
  const [rated, setRated] = useState(Boolean(table.rated));
  const [count, setCount] = useState(table.seats.length);
  const [values, setValues] = useState(() => valuesOf(game, table));
  const before = valuesOf(game, table);
  const options = game.options.filter((option) => option !== sides && offered(game, option, values, count));
  const [least, most] = game.seats;
  const change = async () => {
    const changed = options.filter(({ name }) => values[name] !== before[name]).map((option) => [option.name, optionWish(option, values[option.name], count)]);
    const done = await tell('change', {
      ...(clock !== sameClock(table) && { clock: clocks[clock].clock }),
      ...(rated !== Boolean(table.rated) && { rated }),
      ...(count !== table.seats.length && { seats: count }),
      ...(changed.length && { options: Object.fromEntries(changed) }),
    });
    if (done) onClose();
  };
  return (
    <Dialog title="Change the table" onClose={onClose}>
      <form
        class="make"
        onSubmit={(event) => {
          event.preventDefault();
          void change();
        }}
      >
        {!sides && most > least && (
          <label class="field">
            <span>Seats</span>
            <input type="number" min={least} max={most} value={count} onInput={(event) => setCount(Number(event.currentTarget.value))} />
          </label>
        )}
        <label class="field">
          <span>Time to think</span>
          <select value={clock} onChange={(event) => setClock(event.currentTarget.value)}>
            {!(sameClock(table) in clocks) && <option value="as it is">{clockWords(table.clock)}</option>}
            {Object.entries(clocks).map(([name, { words }]) => (
              <option key={name} value={name}>
                {words}
              </option>
            ))}
          </select>
        </label>
        <label class="check">
          <input type="checkbox" checked={rated} disabled={table.tutor} onChange={(event) => setRated(event.currentTarget.checked)} />
          <span>Rated</span>
        </label>
        {options.map((option) => (
          <OptionField
            key={option.name}
            option={option}
            words={wordsOf(game, option)}
            value={values[option.name]}
            seats={table.seats.map((_, seat) => seatLabel(table, seat))}
            onChange={(value) => setValues({ ...values, [option.name]: value })}
          />
        ))}
        <div class="buttons">
          <button class="primary">Change it</button>
        </div>
      </form>
    </Dialog>
  );
}
