// What a finished game brought: the rank of the day, the own best, the rating and why it moved, achievements.

import { useApp } from '../app';
import { measured, useAnswer, type DailyBoard, type Played, type Statistics } from '../people';
import { follow } from '../route';
import type { Scene } from '../types';
import { ReachedList } from './achieved';
import { meetingWords } from './ratingwords';
import { Par } from './samedeal';

/** Alone one plays against the own best. A lost game is never called one. */
function OwnBest({ scene, won }: { scene: Scene; won: boolean }) {
  const { person } = useApp();
  const { data } = useAnswer<Statistics>(person ? `/api/people/${person.id}/statistics/${scene.table.game}` : null);
  const alone = data?.games.filter((game) => game.seats === 1) ?? [];
  if (!data || data.best === null || alone.length < 2) return null;
  const reached = alone[alone.length - 1].value === data.best;
  if (reached && !won) return null;
  return <p>{reached ? `${measured(data.best, data.measure)}: your best so far.` : `Your best: ${measured(data.best, data.measure)}.`}</p>;
}

function Rating({ scene, seat }: { scene: Scene; seat: number }) {
  const { person } = useApp();
  const { table } = scene;
  const { data } = useAnswer<{ games: Played[] }>(person ? `/api/people/${person.id}/games` : null);
  const played = data?.games.find((game) => game.table === table.id);
  const helped = table.seats[seat].helped;
  if (!data) return null;
  if (table.seats.every((one) => one.timed_out)) return <p class="quiet">Everyone ran out of time, so this game has no result.</p>;
  if (table.seats[seat].timed_out) return <p class="quiet">You ran out of time: the game counts as lost to those who kept theirs.</p>;
  if (!played?.rated)
    return helped ? <p class="quiet">Not rated, and no achievements: you asked for help in this game.</p> : <p class="quiet">This game is not rated.</p>;
  if (played.rating_change === null) return <p class="quiet">This game is rated. Your rating is shown once you have played a few more.</p>;
  const change = Math.round(played.rating_change);
  return (
    <p>
      Rating <b>{change > 0 ? `+${change}` : change < 0 ? `−${-change}` : '±0'}</b>, {meetingWords(table, seat, played)}
      {helped ? '. With help nothing is won: hints and the tutor cost rating and achievements' : ''}.
    </p>
  );
}

function Rank({ scene }: { scene: Scene }) {
  const { table } = scene;
  const { data } = useAnswer<DailyBoard>(`/api/daily/${table.daily}/${table.game}`);
  const mine = data?.mine;
  if (!data || !mine) return null;
  if (!mine.counted) return <p>{mine.why ?? 'This try does not count.'}</p>;
  return (
    <p>
      <b>Rank {mine.rank}</b> of {data.finished} today, with {measured(mine.value, data.measure)}.
    </p>
  );
}

export function Afterwards({ scene, seat, won }: { scene: Scene; seat: number; won: boolean }) {
  const { table } = scene;
  const alone = table.seats.length === 1;
  if (table.kind !== 'game') return null;
  return (
    <div class="afterwards">
      {table.daily && <Rank scene={scene} />}
      {alone && !table.daily && <OwnBest scene={scene} won={won} />}
      {alone && <Par scene={scene} seat={seat} />}
      {!alone && !table.daily && <Rating scene={scene} seat={seat} />}
      {table.league && (
        <p>
          It counts in{' '}
          <a href={`/leagues/${table.league}`} onClick={follow}>
            your league
          </a>
          .
        </p>
      )}
      {alone && table.seats[seat].helped && <p class="quiet">No achievements: you asked for help in this game.</p>}
      <ReachedList table={table.id} />
    </div>
  );
}
