// The control deck: the flipped card with its symbols to pick from, a Life, and the big buttons.

import { nameList, seatLabel } from '../../parts/seats';
import type { Action, Scene } from '../../types';
import type { Hand } from './hand';
import { abilityWords, counted, overAmong, titled, type Pad, type View } from './model';
import { formOf, formsOf, type Piece } from './pieces';
import { FormPicture, PixelText, Sprite } from './pixels';

interface DeckProps {
  scene: Scene;
  view: View;
  pad: Pad | null;
  pieces: Piece[];
  hand: Hand;
  decline: Action | undefined;
  hinted: Action | null;
  act: (action: Action) => void;
  toStage: () => void;
}

const pieceWords: Record<string, [string, string]> = {
  '+life': ['A Life', 'one square for a Life'],
  '+cherries': ['Cherries', 'a square for nothing'],
  '+bomb': ['Bomb', 'a block of 2 by 2'],
};

function hintsAt(hinted: Action | null, piece: Piece): boolean {
  if (!hinted) return false;
  return piece.kind === 'draw' ? hinted.symbol === piece.id : hinted.kind === 'fill';
}

interface PieceProps {
  piece: Piece;
  nr: number;
  hand: Hand;
  hinted: Action | null;
  toStage: () => void;
}

/** A piece to pick: click it, drag it, or press its number. Clicked again it turns. */
function PieceButton({ piece, nr, hand, hinted, toStage }: PieceProps) {
  const held = hand.held?.id === piece.id;
  const [title, words] = pieceWords[piece.id] ?? [piece.id, `symbol ${piece.id}, ${counted(piece.printed.cells.length, 'square')}`];
  const many = formsOf(piece.printed).length > 1;
  const classes = ['ic-piece', piece.kind, held && 'held', !piece.count && 'nowhere', hintsAt(hinted, piece) && 'hinted'].filter(Boolean).join(' ');
  return (
    <button
      class={classes}
      data-piece={piece.id}
      aria-pressed={held}
      aria-disabled={!piece.count}
      aria-keyshortcuts={String(nr)}
      aria-label={`${titled(words)}: ${piece.count ? `fits ${counted(piece.count, 'place')}` : 'fits nowhere'}${held && many ? '. In hand; press again to turn it' : ''}`}
      onClick={(event) => {
        if (hand.dragged()) return;
        if (held && many) hand.turn();
        else hand.pick(held ? null : piece.id);
        if (event.detail === 0) toStage(); // by keyboard: on to the levels
      }}
    >
      {piece.kind === 'life' ? (
        <span class="ic-form-box">
          <Sprite of="life" />
          <Sprite of="drop" class="small" />
        </span>
      ) : (
        <span class="ic-form-box">
          <FormPicture form={held && hand.form ? hand.form : piece.printed} box={Math.max(piece.printed.width, piece.printed.height, 3)} />
        </span>
      )}
      <span class="foot" aria-hidden="true">
        <kbd>{nr}</kbd>
        <span>{piece.kind === 'draw' ? (piece.count ? `${piece.count} fit` : 'no place') : title}</span>
      </span>
    </button>
  );
}

function idleWords(scene: Scene, view: View, pad: Pad | null): string {
  const { table } = scene;
  if (table.status === 'over' || table.status === 'ended') return 'The game is over.';
  if (pad?.skip) return 'A skull makes you skip this flip.';
  const names = table.to_act.filter((seat) => seat !== scene.seat).map((seat) => seatLabel(table, seat));
  if (!names.length) return view.round ? 'The next card is turned …' : 'The cards are dealt …';
  return `${pad && scene.seat !== 'public' ? 'Done. Waiting for' : 'To play:'} ${nameList(names)} …`;
}

function Chance({ view }: { view: View }) {
  const among = overAmong(view);
  if (!view.round || !among) return <p class="ic-chance quiet">{view.round ? 'No GAME OVER to come' : ''}</p>;
  return (
    <p class={among <= 4 ? 'ic-chance near' : 'ic-chance'}>
      GAME OVER next: <b>{among === 1 ? 'sure' : `1 in ${among}`}</b>
    </p>
  );
}

export function Deck({ scene, view, pad, pieces, hand, decline, hinted, act, toStage }: DeckProps) {
  const { card, symbols, left, symbol_list } = view.shared;
  const asked = pieces.length > 0;
  const ability = pad && abilityWords[pad.phase] ? pad.phase : null;
  const onCard = pieces.filter((piece) => piece.kind === 'draw' && symbols.includes(piece.id));
  const extra = pieces.filter((piece) => !onCard.includes(piece));
  const numbered = (piece: Piece) => pieces.indexOf(piece) + 1;
  return (
    <section class={`ic-deck${asked ? ' asked' : ''}${hand.held ? ' holding' : ''}`} aria-label="The flipped card and your controls">
      <div class="ic-pile" aria-hidden="true">
        <PixelText text={String(left)} />
        <span>to flip</span>
      </div>
      {card === 'over' ? (
        <div key={`over ${view.shared.game_overs}`} class="ic-card over">
          <PixelText text="Game" />
          <PixelText text="over" />
          <span class="sr">The card is GAME OVER.</span>
        </div>
      ) : (
        <div key={`${card} ${view.round}`} class={ability ? 'ic-card special' : 'ic-card'} role="group" aria-label={card ? `Card ${card}` : 'No card yet'}>
          <span class="nr">{ability ? titled(ability) : card ? `Card ${card}` : ''}</span>
          {onCard.map((piece) => (
            <PieceButton key={piece.id} piece={piece} nr={numbered(piece)} {...{ hand, hinted, toStage }} />
          ))}
          {!onCard.length &&
            !(ability && extra.length) &&
            symbols.map((symbol) => {
              const form = formOf(symbol_list.find((one) => one.symbol === symbol)?.rows ?? ['#']);
              return (
                <span key={symbol} class="ic-piece still" role="img" aria-label={`Symbol ${symbol}`}>
                  <span class="ic-form-box">
                    <FormPicture form={form} box={Math.max(form.width, form.height, 3)} />
                  </span>
                </span>
              );
            })}
          {ability && extra.map((piece) => <PieceButton key={piece.id} piece={piece} nr={numbered(piece)} {...{ hand, hinted, toStage }} />)}
        </div>
      )}
      {!ability && extra.length > 0 && (
        <div class={extra.length > 1 ? 'ic-extra many' : 'ic-extra'} role="group" aria-label={extra.length > 1 ? 'Star: any of these; or a Life' : 'Or a Life'}>
          {extra.map((piece) => (
            <PieceButton key={piece.id} piece={piece} nr={numbered(piece)} {...{ hand, hinted, toStage }} />
          ))}
        </div>
      )}
      {decline && (
        <button class={hinted?.kind === 'decline' ? 'ic-decline hinted' : 'ic-decline'} data-legal onClick={() => act(decline)}>
          No, thanks
        </button>
      )}
      {asked ? (
        <div class="ic-buttons" role="group" aria-label="What is in your hand">
          <button class="round turn" disabled={!hand.held} aria-keyshortcuts="r" onClick={() => hand.turn()}>
            <i aria-hidden="true">
              <Sprite of="turn" />
            </i>
            <span>
              Turn <kbd>R</kbd>
            </span>
          </button>
          <button class="round mirror" disabled={!hand.held} aria-keyshortcuts="m" onClick={() => hand.mirror()}>
            <i aria-hidden="true">
              <Sprite of="mirror" />
            </i>
            <span>
              Mirror <kbd>M</kbd>
            </span>
          </button>
          <button class="round drop" disabled={!hand.ghost} aria-keyshortcuts="Enter" onClick={() => hand.drop()}>
            <i aria-hidden="true">
              <Sprite of="drop" />
            </i>
            <span>
              Drop <kbd>↵</kbd>
            </span>
          </button>
        </div>
      ) : (
        <p class="ic-idle">{idleWords(scene, view, pad)}</p>
      )}
      <Chance view={view} />
    </section>
  );
}
