// Somebody's edition or scenario that should not be there: told to the administrator.

import { useState } from 'preact/hooks';
import { app } from '../app';
import { request } from '../request';

export function Report({ id, what }: { id: string; what: string }) {
  const [why, setWhy] = useState('');
  const [said, setSaid] = useState('');
  const report = async (event: Event) => {
    event.preventDefault();
    try {
      await app.ensurePerson();
      await request('POST', '/api/editions/report', { id, why });
      setSaid('Thank you. The administrator will look at it.');
    } catch (error) {
      setSaid((error as Error).message);
    }
  };
  return (
    <details>
      <summary>Report this {what}</summary>
      <form class="buttons" onSubmit={report}>
        <label class="field">
          <span>What is wrong with it?</span>
          <input required maxLength={500} value={why} onInput={(event) => setWhy(event.currentTarget.value)} />
        </label>
        <button>Report</button>
      </form>
      {said && <p role="status">{said}</p>}
    </details>
  );
}
