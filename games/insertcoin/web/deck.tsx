// The control deck: the flipped card with its symbols to pick from, a Life, and the big buttons.

import { useTabs } from 'shell/boards/frame';
import { endWords } from 'shell/parts/ending';
import { nameFor, nameList } from 'shell/parts/seats';
import type { Action, Scene } from 'shell/types';
import type { Hand } from './hand';
import { abilityWords, counted, overAhead, overWords, titled, type Pad, type View } from './model';
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
  const key = piece.kind === 'life' ? 'L' : String(nr);
  const many = formsOf(piece.printed).length > 1;
  const classes = ['ic-piece', piece.kind, held && 'held', piece.count ? 'legal' : 'nowhere', hintsAt(hinted, piece) && 'hinted'].filter(Boolean).join(' ');
  return (
    <button
      class={classes}
      data-piece={piece.id}
      data-form={held ? hand.form?.key : undefined}
      data-legal={piece.count ? true : undefined}
      aria-pressed={held}
      aria-disabled={!piece.count}
      aria-keyshortcuts={key.toLowerCase()}
      onClick={(event) => {
        if (hand.dragged()) return;
        if (held && many) hand.turn();
        else hand.pick(held ? null : piece.id);
        if (event.detail === 0) toStage(); // by keyboard: on to the levels
      }}
    >
      <span class="sr">{`${titled(words)}: ${piece.count ? `fits ${counted(piece.count, 'place')}` : 'fits nowhere'}${held && many ? '. In hand; press again to turn it' : ''}`}</span>
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
        <kbd>{key}</kbd>
        <span>{piece.kind === 'draw' ? (piece.count ? `${piece.count} fit` : 'no place') : title}</span>
      </span>
    </button>
  );
}

function idleWords(scene: Scene, view: View, pad: Pad | null): string {
  const { table } = scene;
  if (table.status === 'over' || table.status === 'ended') return endWords(scene);
  if (pad?.skip) return 'A skull makes you skip this flip.';
  const names = table.to_act.filter((seat) => seat !== scene.seat).map((seat) => nameFor(scene, seat));
  if (!names.length) return view.round ? 'The next card is turned …' : 'The cards are dealt …';
  return `${pad && scene.seat !== 'public' ? 'Done. Waiting for' : 'To play:'} ${nameList(names)} …`;
}

/** The pile: how many flips are left, and how near the next GAME OVER is. */
function Pile({ view }: { view: View }) {
  const ahead = overAhead(view);
  return (
    <div class={ahead && !ahead.safe && ahead.among <= 4 ? 'ic-pile near' : 'ic-pile'}>
      <PixelText text={String(view.shared.left)} />
      <span>
        <span class="sr">{view.shared.left} cards </span>to flip
      </span>
      {view.round > 0 && (
        <span class="chance">
          GAME OVER <b>{overWords(view)}</b>
        </span>
      )}
    </div>
  );
}

interface HandButtonProps {
  sign: 'turn' | 'mirror' | 'drop';
  word: string;
  letter: string;
  keys: string;
  /** Why it cannot be pressed; empty where it can. */
  why: string;
  onClick: () => void;
}

function HandButton({ sign, word, letter, keys, why, onClick }: HandButtonProps) {
  return (
    <button class={`round ${sign}`} disabled={why !== ''} title={why || undefined} aria-keyshortcuts={keys} onClick={onClick}>
      <i aria-hidden="true">
        <Sprite of={sign} />
      </i>
      <span>
        {word} <kbd>{letter}</kbd>
      </span>
    </button>
  );
}

function HandButtons({ hand }: { hand: Hand }) {
  const empty = hand.held ? '' : 'Take a symbol in hand first.';
  const turns = empty || (formsOf(hand.held!.printed).length > 1 ? '' : 'It looks the same from every side.');
  return (
    <div class="ic-buttons" role="group" aria-label="What is in your hand">
      <HandButton sign="turn" word="Turn" letter="R" keys="r" why={turns} onClick={() => hand.turn()} />
      <HandButton sign="mirror" word="Mirror" letter="M" keys="m" why={turns} onClick={() => hand.mirror()} />
      <HandButton sign="drop" word="Drop" letter="↵" keys="Enter" why={empty || (hand.ghost ? '' : 'Move it to where it fits.')} onClick={() => hand.drop()} />
    </div>
  );
}

export function Deck({ scene, view, pad, pieces, hand, decline, hinted, act, toStage }: DeckProps) {
  const here = useTabs(['levels']);
  const { card, symbols, symbol_list } = view.shared;
  const asked = pieces.length > 0;
  const ability = pad && abilityWords[pad.phase] ? pad.phase : null;
  const onCard = pieces.filter((piece) => piece.kind === 'draw' && symbols.includes(piece.id));
  const extra = pieces.filter((piece) => !onCard.includes(piece));
  const numbered = (piece: Piece) => pieces.indexOf(piece) + 1;
  return (
    <section class={`ic-deck${here}${asked ? ' asked' : ''}${hand.held ? ' holding' : ''}`} aria-label="The flipped card and your controls">
      <Pile view={view} />
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
      {asked ? <HandButtons hand={hand} /> : <p class="ic-idle">{idleWords(scene, view, pad)}</p>}
      {hand.held && (
        <p class="ic-tip" aria-hidden="true">
          <span class="mouse">Drag or click · the wheel turns, with Shift it mirrors · arrows move, Enter drops</span>
          <span class="finger">Drag it, it floats above your finger · a second finger twists it, a tap of it mirrors</span>
        </p>
      )}
    </section>
  );
}
