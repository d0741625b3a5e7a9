// A scenario, a map or cards of one's own: a file that the server checks when the table is made.

import { useEffect, useRef, useState } from 'preact/hooks';
import { follow } from '../route';
import type { Setup } from '../types';

export interface OwnEdition {
  file: string;
  name: string;
  json: unknown;
}

const mostBytes = 60 * 1024;

export function OwnEditionField({
  game,
  words,
  edition,
  problem,
  onChange,
}: {
  game: string;
  words: NonNullable<Setup['edition']>;
  edition: OwnEdition | null;
  problem: string;
  onChange: (edition: OwnEdition | null) => void;
}) {
  const [wrong, setWrong] = useState('');
  const told = useRef<HTMLParagraphElement>(null);
  // The button that was pressed lies below all: what is wrong comes into sight.
  useEffect(() => told.current?.scrollIntoView({ block: 'center' }), [wrong, problem]);
  const open = async (file: File | undefined) => {
    if (!file) return;
    setWrong('');
    onChange(null);
    if (file.size > mostBytes) return setWrong(`${file.name} has ${Math.ceil(file.size / 1024)} KiB; it may have at most 60.`);
    try {
      const json = JSON.parse(await file.text());
      onChange({ file: file.name, name: typeof json?.name === 'string' ? json.name : file.name, json });
    } catch (error) {
      setWrong(`${file.name} is not a JSON file: ${(error as Error).message}.`);
    }
  };
  return (
    <div class="own-edition">
      <p>
        <strong>{words.title}</strong>
        <small>{edition ? `${edition.name} (${edition.file}). Such a game is not rated.` : words.text}</small>
      </p>
      <div class="buttons">
        <label class="button">
          {edition ? 'Choose another file' : 'Choose a file'}
          <input
            class="sr"
            type="file"
            accept=".json,application/json"
            onChange={(event) => {
              void open(event.currentTarget.files?.[0]);
              event.currentTarget.value = '';
            }}
          />
        </label>
        <a class="button" href={`/workshop/${game}`} onClick={follow}>
          Make one in the workshop
        </a>
        {edition && (
          <button type="button" onClick={() => onChange(null)}>
            Leave it out
          </button>
        )}
      </div>
      {(wrong || problem) && (
        <p class="problem" role="alert" ref={told}>
          {wrong || problem}
        </p>
      )}
    </div>
  );
}
