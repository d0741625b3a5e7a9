// A scenario, a map or cards of one's own: a file that the server checks when the table is made.

import { useEffect, useRef, useState } from 'preact/hooks';
import { follow } from '../route';
import type { Setup } from '../types';
import { JsonFile } from './jsonfile';

export interface OwnEdition {
  file: string;
  name: string;
  json: unknown;
}

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
  const read = (json: any, file: string) => onChange({ file, name: typeof json?.name === 'string' ? json.name : file, json });
  const tell = (words: string) => {
    setWrong(words);
    onChange(null);
  };
  return (
    <div class="own-edition">
      <p>
        <strong>{words.title}</strong>
        <small>{edition ? `${edition.name} (${edition.file}). Such a game is not rated.` : words.text}</small>
      </p>
      <div class="buttons">
        <JsonFile label={edition ? 'Choose another file' : 'Choose a file'} onFile={read} onProblem={tell} />
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
