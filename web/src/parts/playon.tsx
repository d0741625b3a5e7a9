// A new table that goes on from a position of a finished game.

import { useState } from 'preact/hooks';
import { app } from '../app';
import { newDeal } from '../deal';
import { request } from '../request';
import type { Eyes, Story } from '../replay';
import { go as goTo } from '../route';
import type { Table } from '../types';
import { Dialog } from './dialog';
import { levels, levelWords } from './levels';
import { seatLabel } from './seats';

export function PlayOn({ story, index, eyes, onClose }: { story: Story; index: number; eyes: Eyes; onClose: () => void }) {
  const deciding = story.positions[index] && story.log[story.positions[index].step]?.seat;
  const [seat, setSeat] = useState(eyes === 'all' ? (typeof deciding === 'number' ? deciding : 0) : eyes);
  const [level, setLevel] = useState(3);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const play = async () => {
    setBusy(true);
    try {
      await app.ensurePerson();
      const answer = await request<{ table: Table }>('POST', '/api/forks', { table: story.table.id, position: index, seat, level, ...(await newDeal()) });
      goTo(`/t/${answer.table.id}`);
    } catch (error) {
      setProblem((error as Error).message);
      setBusy(false);
    }
  };
  return (
    <Dialog title="Play on from here" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void play();
        }}
      >
        <p>A new table that starts from this position. The cards that follow are dealt again, so nobody knows them.</p>
        {story.table.seats.length > 1 && (
          <>
            <label class="field">
              <span>You sit in the seat of</span>
              <select value={String(seat)} onChange={(event) => setSeat(Number(event.currentTarget.value))}>
                {story.table.seats.map((_, one) => (
                  <option key={one} value={String(one)}>
                    {seatLabel(story.table, one)}
                  </option>
                ))}
              </select>
            </label>
            <label class="field">
              <span>Bots in the other seats</span>
              <select value={String(level)} onChange={(event) => setLevel(Number(event.currentTarget.value))}>
                {levels.map((one) => (
                  <option key={one} value={String(one)}>
                    {levelWords(one)}
                  </option>
                ))}
              </select>
            </label>
          </>
        )}
        {problem && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        <div class="buttons">
          <button class="primary" disabled={busy}>
            Play on
          </button>
        </div>
      </form>
    </Dialog>
  );
}
