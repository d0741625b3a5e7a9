// A record from elsewhere, or from yesterday: chosen or dropped, checked by the server step by step, and opened as a replay.

import { useRef, useState } from 'preact/hooks';
import { app } from '../app';
import { request } from '../request';
import { go } from '../route';
import type { Table } from '../types';

const mostBytes = 256 * 1024;

export function ImportRecord() {
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const open = async (file: File | undefined) => {
    if (!file || busy) return;
    setProblem('');
    if (file.size > mostBytes) return setProblem(`${file.name} has ${Math.ceil(file.size / 1024)} KiB; a record here has at most 256.`);
    setBusy(true);
    try {
      let record: unknown;
      try {
        record = JSON.parse(await file.text());
      } catch {
        throw new Error(`${file.name} is not a record: a record is a JSON file, as “Download the record” gives it.`);
      }
      await app.ensurePerson();
      const answer = await request<{ table: Table }>('POST', '/api/records', record);
      go(`/r/${answer.table.id}`);
    } catch (error) {
      setProblem((error as Error).message);
      setBusy(false);
    }
    if (input.current) input.current.value = '';
  };
  return (
    <section
      class="import"
      aria-labelledby="import"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void open(event.dataTransfer?.files[0]);
      }}
    >
      <h2 id="import">Look at a record</h2>
      <p class="quiet">A game saved as a file, by this site or by the program, opens as a replay. Choose it, or drop it here.</p>
      <div class="buttons">
        <label class="button">
          {busy ? 'One moment …' : 'Choose a file'}
          <input
            ref={input}
            class="sr"
            type="file"
            accept=".json,application/json"
            disabled={busy}
            onChange={(event) => void open(event.currentTarget.files?.[0])}
          />
        </label>
      </div>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}
