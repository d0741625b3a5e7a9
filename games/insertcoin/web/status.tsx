// Lives, Coins and what an ability left behind; the score.

import { bestScore, counted, type Pad, type View } from './model';
import { PixelText, Sprite } from './pixels';

const badges: [keyof Pad, string, string][] = [
  ['shield', 'shield', 'Shield: attacks of the others do not touch'],
  ['key', 'key', 'Key: the next GAME OVER that would cost a Coin is free'],
  ['star', 'star', 'Star: any symbol of up to four squares at the next flip'],
  ['skip', 'skip', 'Skull: the next flip is skipped'],
];

export function Badges({ pad }: { pad: Pad }) {
  return (
    <>
      {badges.map(([field, sprite, words]) =>
        pad[field] ? (
          <span key={sprite} class={`ic-badge ${sprite}`} title={words}>
            <Sprite of={sprite} />
            <span class="sr">{words}. </span>
          </span>
        ) : null,
      )}
    </>
  );
}

export function Lives({ pad, row, losing }: { pad: Pad; row: number; losing?: boolean }) {
  return (
    <span class="ic-lives" role="img" aria-label={counted(pad.lives, 'Life', 'Lives')}>
      {Array.from({ length: Math.max(row, pad.lives) }, (_, index) => (
        <span key={`${index} ${index < pad.lives}`} class={index >= pad.lives ? 'lost' : losing && index === pad.lives - 1 ? 'losing' : ''}>
          <Sprite of="life" />
        </span>
      ))}
    </span>
  );
}

export function Coins({ pad }: { pad: Pad }) {
  return (
    <span class="ic-coins" role="img" aria-label={counted(pad.coins, 'Coin')}>
      {Array.from({ length: pad.coins }, (_, index) => (
        <Sprite key={index} of="coin" />
      ))}
      {!pad.coins && <span class="none">no Coin</span>}
    </span>
  );
}

export function Status({ view, pad, gain, losing }: { view: View; pad: Pad; gain: number; losing: boolean }) {
  const best = view.seats.length === 1 ? bestScore(view.shared.edition) : null;
  const last = losing && pad.lives === 1;
  return (
    <div class="ic-status">
      <div class="door">
        <span class="word">Lives</span>
        <Lives pad={pad} row={view.shared.row} losing={losing} />
      </div>
      <div class="door coins">
        <span class="word">Coins</span>
        <Coins pad={pad} />
        <span class={last ? 'slot call' : 'slot'} aria-hidden="true" />
        {last && <span class="insert">{pad.coins ? 'insert a Coin' : 'the last Life of all'}</span>}
      </div>
      <Badges pad={pad} />
      <div class="score">
        {best ? (
          <span class="best">
            <span class="word">Best</span>
            <PixelText text={String(best)} />
            <span class="sr">{best}</span>
          </span>
        ) : null}
        <span class="total" title={`Levels ${pad.score.levels}, Coins ${pad.score.coins}, Lives ${pad.score.lives}`}>
          <span class="word">Score</span>
          <PixelText text={String(pad.score.total)} />
          <span class="sr">
            {pad.score.total} points: levels {pad.score.levels}, Coins {pad.score.coins}, Lives {pad.score.lives}
          </span>
          {gain !== 0 && <em>{gain > 0 ? `+${gain}` : `−${-gain}`}</em>}
        </span>
      </div>
    </div>
  );
}
