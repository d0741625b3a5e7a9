// A moment of the story over the map: cards and what came of them, for a short while.

import { cardNamed, cardWords, SuitShape } from 'shell/boards/cards';
import type { Moment } from './story';

export function CardFace({ name }: { name: string }) {
  const card = cardNamed(name);
  return (
    <li class={card.red ? 'red' : ''}>
      <b aria-hidden="true">{card.rank}</b>
      <SuitShape suit={card.suit} size={18} />
      <span class="sr">{cardWords(card)}</span>
    </li>
  );
}

export function Tale({ moment }: { moment: Moment }) {
  if (!moment.title) return null;
  return (
    <div class={`ft-tale ${moment.kind}`} role="presentation">
      <h2>{moment.title}</h2>
      {moment.lines.map((line, index) => (
        <div key={index} class={index === moment.lines.length - 1 ? 'line last' : 'line'}>
          {line.who && <strong>{line.who}</strong>}
          {line.cards.length > 0 && (
            <ul class="ft-cards">
              {line.cards.map((name, place) => (
                <CardFace key={`${place} ${name}`} name={name} />
              ))}
            </ul>
          )}
          {line.words && <span>{line.words}</span>}
        </div>
      ))}
    </div>
  );
}
