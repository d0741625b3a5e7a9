// A move with open numbers on the generic board: one field for each, within the bounds that the table names.

import { useState } from 'preact/hooks';
import { Dialog } from '../parts/dialog';
import type { Action } from '../types';
import { secondPerson } from '../parts/lines';

interface Props {
  action: Action;
  act: (action: Action) => void;
  onClose: () => void;
}

export function Numbers({ action, act, onClose }: Props) {
  const names = action.open as string[];
  const bounds = (name: string) => action[name] as [number, number];
  const [values, setValues] = useState(() => names.map((name) => String(Math.round((bounds(name)[0] + bounds(name)[1]) / 2))));
  return (
    <Dialog title={secondPerson(action.tell || action.text)} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
          act({ ...action, text: `${action.text} ${values.join(' ')}` });
        }}
      >
        {names.map((name, index) => (
          <label key={name} class="field">
            <span>
              {name}, {bounds(name)[0]} to {bounds(name)[1]}
            </span>
            <input
              type="number"
              required
              step="any"
              min={bounds(name)[0]}
              max={bounds(name)[1]}
              value={values[index]}
              onInput={(event) => setValues(values.map((old, i) => (i === index ? event.currentTarget.value : old)))}
            />
          </label>
        ))}
        <div class="buttons">
          <button class="primary">Do it</button>
        </div>
      </form>
    </Dialog>
  );
}
