// What is to be decided now, with what it gains and costs. The map shows where; this says how much, and confirms.

import { useState } from 'preact/hooks';
import type { Action } from 'shell/types';
import { cardNamed, SuitShape } from 'shell/boards/cards';
import { ConfirmBar } from 'shell/boards/frame';
import type { Aside } from './aside';
import { wayWords } from './chain';
import { handOf, percent, robberyChance, type Change, type Offer, type Printed, type Region, type Sheet, type View, type Way } from './model';
import { changeTokens, ItemPicture, Picture, RegionSign, type Token } from './symbols';
import { ShapeIcon } from './town';
import { cardTalk, changeWords, counted, fineWords, itemNames, offerWords, regionNames, sentenceCase, shapeNames, siteTitle } from './words';

export interface DecideProps {
  view: View;
  sheet: Sheet;
  actions: Action[];
  hinted: Action | null;
  act: (action: Action) => void;
  setPreview: (action: Action | null) => void;
  setComing: (change: Change | null) => void;
  aside: Aside;
}

/* --- gains and costs ------------------------------------------------------------------------------------------------- */

export function Balance({ change, gold, printed }: { change: Change; gold: number; printed: Printed }) {
  const { gains, costs } = changeTokens(change);
  if (gold) costs.unshift({ kind: 'gold', n: gold });
  return (
    <span class="ft-balance" role="img" aria-label={changeWords(change, gold) || 'nothing'}>
      {gains.length > 0 && <Part sign="+" tokens={gains} printed={printed} />}
      {costs.length > 0 && <Part sign="−" tokens={costs} printed={printed} />}
    </span>
  );
}

/** Wanted is no cost to pay but nothing to be glad of either: it stands with the costs, under its own sign. */
function Part({ sign, tokens, printed }: { sign: '+' | '−'; tokens: Token[]; printed: Printed }) {
  return (
    <span class={sign === '+' ? 'gains' : 'costs'}>
      <b>{sign === '+' ? 'gain' : 'cost'}</b>
      {tokens.map((token, index) => (
        <Picture key={index} token={token} printed={printed} size={27} />
      ))}
    </span>
  );
}

/* --- a site that was tapped ------------------------------------------------------------------------------------------ */

function CardName({ name }: { name: string }) {
  const card = cardNamed(name);
  return (
    <span class={card.red ? 'card-name red' : 'card-name'}>
      {card.rank}
      <SuitShape suit={card.suit} size={13} />
    </span>
  );
}

/** One way a poker card: where they differ in gold or in the hand, the player chooses. */
export function waysToOffer(offer: Offer): Way[] {
  const seen = new Set<unknown>();
  return offer.ways.filter((way) => !seen.has(way.arrange.poker) && seen.add(way.arrange.poker));
}

interface ConfirmProps {
  offer: Offer;
  way: Way | null;
  setWay: (way: Way) => void;
  /** Another suit for so much gold, so that the cowbot sleeps; null where that is not offered. */
  sleep: { gold: number; on: boolean; set: (on: boolean) => void } | null;
  view: View;
  sheet: Sheet;
  onConfirm: () => void;
  onCancel: () => void;
}

export function Confirm({ offer, way, setWay, sleep, view, sheet, onConfirm, onCancel }: ConfirmProps) {
  const printed = view.shared.map;
  const ways = waysToOffer(offer);
  const gold = (way?.gold ?? offer.gold) + (sleep?.on ? sleep.gold : 0);
  const row = offer.region === 'badlands' ? printed.badlands.find((one) => one.targets.includes(offer.site)) : undefined;
  return (
    <ConfirmBar
      name={`ft-confirm ${offer.region}`}
      label={`Visit ${siteTitle(offer.region, offer.site, printed)}`}
      does={`${offer.region === 'badlands' ? 'Rob' : 'Visit'}${gold > 0 ? ` for ${gold} gold` : ''}`}
      confirm={onConfirm}
      cancel={onCancel}
    >
      <h2>
        <svg viewBox="-10 -10 20 20" width="18" height="18" aria-hidden="true">
          <RegionSign region={offer.region} printed={printed} size={19} />
        </svg>
        {siteTitle(offer.region, offer.site, printed)}
        {offer.bonus && <small>with a bonus</small>}
        {offer.region === 'town' && <small>and what you choose inside</small>}
      </h2>
      <p class="what">
        <Balance change={offer.change} gold={gold} printed={printed} />
        {row && (
          <span class="odds">
            {percent(robberyChance(view, sheet, offer.site))}
            <Picture token={{ kind: 'star', n: row.stars }} printed={printed} size={24} />
            <Picture token={{ kind: 'cash', n: row.cash[row.targets.indexOf(offer.site)] }} printed={printed} size={24} />
            else
            <Picture token={{ kind: 'star', n: row.stars / 2 }} printed={printed} size={24} />
          </span>
        )}
        <span class="sr">{offerWords({ ...offer, gold }, view, sheet)}</span>
      </p>
      {way && ways.length > 1 && (
        <div class="ways" role="radiogroup" aria-label="How the cards lie">
          <i>poker</i>
          {ways.map((one) => {
            const { suit, value, poker } = one.arrange as unknown as Record<string, string>;
            const hand = handOf([...sheet.poker, ...(sheet.holdem ?? []), poker]);
            return (
              <button
                key={one.arrange.text}
                role="radio"
                aria-checked={one.arrange === way.arrange}
                data-way={one.arrange.text}
                data-gold={one.gold}
                aria-label={`${wayWords(suit, value, poker)}: ${one.gold} gold${hand === 'nothing' ? '' : `, ${hand}`}`}
                onClick={() => setWay(one)}
              >
                <CardName name={poker} />
                {hand !== 'nothing' && <i>{hand}</i>}
                <b class={one.gold ? 'price' : 'price free'}>{one.gold ? `${one.gold} gold` : 'free'}</b>
              </button>
            );
          })}
        </div>
      )}
      {sleep && (
        <button class="ft-sleep" role="switch" aria-checked={sleep.on} data-move="sleep" onClick={() => sleep.set(!sleep.on)}>
          <i class="knob" aria-hidden="true" />
          <span>
            Another suit for {sleep.gold} gold: {view.shared.cowbot?.name ?? 'the cowbot'} sleeps
          </span>
        </button>
      )}
    </ConfirmBar>
  );
}

/* --- everything else ------------------------------------------------------------------------------------------------- */

/** A button for a move, with what it changes. */
function Choice({
  action,
  label,
  picture,
  props,
  primary,
}: {
  action: Action;
  label: string;
  picture?: preact.ComponentChildren;
  props: DecideProps;
  primary?: boolean;
}) {
  const { sheet, view, hinted, act, setPreview, setComing } = props;
  const change = sheet.changes?.[action.id];
  const show = () => {
    setPreview(action);
    setComing(change ?? null);
  };
  const hide = () => {
    setPreview(null);
    setComing(null);
  };
  return (
    <button
      class={['ft-choice', primary && 'primary', hinted?.text === action.text && 'hinted'].filter(Boolean).join(' ')}
      data-legal
      data-move={action.text}
      onClick={() => act(action)}
      onPointerEnter={show}
      onPointerLeave={hide}
      onFocus={show}
      onBlur={hide}
    >
      {picture}
      <span>{label}</span>
      {change && Object.keys(change).length > 0 && <Balance change={change} gold={0} printed={view.shared.map} />}
    </button>
  );
}

function Plots({ props }: { props: DecideProps }) {
  const { actions, view, hinted, act, setPreview, setComing, sheet } = props;
  const pieces = actions.filter((action) => action.kind === 'plots');
  const shapes = view.shared.map.land.shapes.filter((shape) => pieces.some((piece) => piece.shape === shape.shape));
  const [open, setOpen] = useState(String(hinted?.shape ?? shapes[shapes.length - 1]?.shape));
  const shape = shapes.some((one) => one.shape === open) ? open : shapes[0]?.shape;
  return (
    <div class="ft-land">
      <div class="shapes" role="group" aria-label="Shape">
        {shapes.map((one) => (
          <button
            key={one.shape}
            aria-pressed={one.shape === shape}
            aria-label={`${shapeNames[one.shape] ?? one.shape}, $${one.price}`}
            onClick={() => setOpen(one.shape)}
          >
            <svg viewBox="0 0 24 16" width="24" height="16" aria-hidden="true">
              <ShapeIcon shape={one.shape} x={1} y={1} size={7} />
            </svg>
            ${one.price}
          </button>
        ))}
      </div>
      <div class="placements">
        {pieces
          .filter((piece) => piece.shape === shape)
          .map((piece) => {
            const plots = piece.plots as number[];
            const change = sheet.changes?.[piece.id];
            const stars = change?.stars ?? 0;
            const show = () => {
              setPreview(piece);
              setComing(change ?? null);
            };
            const hide = () => {
              setPreview(null);
              setComing(null);
            };
            return (
              <button
                key={piece.text}
                data-legal
                data-move={piece.text}
                class={hinted?.text === piece.text ? 'hinted' : ''}
                aria-label={`Plots ${plots.join(', ')}: ${counted(stars, 'star')}`}
                onClick={() => act(piece)}
                onPointerEnter={show}
                onPointerLeave={hide}
                onFocus={show}
                onBlur={hide}
              >
                <svg viewBox="-1 -1 38 38" width="34" height="34" aria-hidden="true">
                  {view.shared.map.plots.map((_, index) => (
                    <rect
                      key={index}
                      class={plots.includes(index + 1) ? 'new' : sheet.plots.includes(index + 1) ? 'old' : ''}
                      x={(index % 3) * 12}
                      y={Math.floor(index / 3) * 12}
                      width="12"
                      height="12"
                    />
                  ))}
                </svg>
                <b>{stars}★</b>
              </button>
            );
          })}
      </div>
    </div>
  );
}

function Gifts({ props }: { props: DecideProps }) {
  const { actions } = props;
  const gifts = actions.filter((action) => action.kind === 'give');
  const [count, setCount] = useState(gifts.length);
  const at = Math.min(Math.max(1, count), gifts.length);
  const chosen = gifts[at - 1];
  return (
    <div class="ft-gifts">
      <div class="counts" role="radiogroup" aria-label="How many times">
        {gifts.map((gift) => (
          <button key={gift.text} role="radio" aria-checked={gift === chosen} onClick={() => setCount(Number(gift.count))}>
            {Number(gift.count)}
          </button>
        ))}
      </div>
      <Choice action={chosen} label={`Give ${at} ×`} props={props} primary />
    </div>
  );
}

function Cheat({ props }: { props: DecideProps }) {
  const { actions, sheet, view } = props;
  const cheats = actions.filter((action) => action.kind === 'cheat');
  const pay = (action: Action) => {
    const cards = sheet.poker.map((card, index) => (index + 1 === action.slot ? String(action.card) : card));
    const hand = handOf([...cards, ...(sheet.holdem ?? [])]);
    return { hand, stars: view.shared.map.poker.find((row) => row.hand === hand)?.stars ?? 0 };
  };
  const honest = handOf([...sheet.poker, ...(sheet.holdem ?? [])]);
  const best = cheats.map((action) => ({ action, ...pay(action) })).sort((a, b) => b.stars - a.stars);
  const offered = best.filter((one, index) => best.findIndex((other) => other.hand === one.hand) === index).slice(0, 3);
  const [slot, setSlot] = useState(0);
  const [card, setCard] = useState('');
  const named = cheats.find((action) => action.slot === slot && action.card === card);
  return (
    <div class="ft-cheat">
      {offered.map(({ action, hand }) => (
        <Choice key={action.text} action={action} label={`${sheet.poker[Number(action.slot) - 1]} as ${String(action.card)}: ${hand}`} props={props} />
      ))}
      <label>
        <span class="sr">Which card</span>
        <select value={slot} onChange={(event) => setSlot(Number(event.currentTarget.value))}>
          <option value={0}>another card …</option>
          {sheet.poker.map((name, index) => (
            <option key={name} value={index + 1}>
              {cardTalk(name)}
            </option>
          ))}
        </select>
      </label>
      {slot > 0 && (
        <label>
          <span class="sr">counts as</span>
          <select value={card} onChange={(event) => setCard(event.currentTarget.value)}>
            <option value="">counts as …</option>
            {cheats
              .filter((action) => action.slot === slot)
              .map((action) => (
                <option key={action.text} value={String(action.card)}>
                  {cardTalk(String(action.card))}
                </option>
              ))}
          </select>
        </label>
      )}
      {named && <Choice action={named} label={pay(named).hand} props={props} primary />}
      {actions
        .filter((action) => action.kind === 'leave')
        .map((action) => (
          <Choice key="leave" action={action} label={`Play honest: ${honest}`} props={props} />
        ))}
    </div>
  );
}

const takes: Record<string, string> = { cash: 'cash', gold: 'gold', wanted: 'lose Wanted', star: 'a star' };

function leaveWords(phase: string): string {
  if (phase === 'mayor') return 'Keep the lineup';
  if (phase === 'building') return 'Leave';
  if (phase === 'marshal') return 'Leave it';
  return 'Keep it for later';
}

function abilityWords(action: Action, sheet: Sheet): string {
  const name = sheet.character?.name ?? 'Ability';
  if (typeof action.region === 'string') return `${name}: a ${regionNames[action.region as Region]} bonus`;
  if (typeof action.direction === 'string') return `${name}: value ${action.direction}`;
  if (typeof action.card === 'string') return `Joker: any ${action.card}`;
  return `Use the ${name}’s ability`;
}

/** The choices that are no places on the map. */
export function Choices({ kinds, ...props }: DecideProps & { kinds?: string[] }) {
  const { actions, view, sheet } = props;
  const has = (kind: string) => actions.some((action) => action.kind === kind) && (!kinds || kinds.includes(kind));
  const of = (kind: string) => (has(kind) ? actions.filter((action) => action.kind === kind) : []);
  const fine = view.shared.map.fines[view.round - 1];
  if (has('cheat')) return <Cheat props={props} />;
  return (
    <div class="ft-choices">
      {has('pay') && <p class="ft-help told">{fineWords(view, sheet)}</p>}
      {of('collect').map((action) => (
        <Choice key={action.text} action={action} label={`Outlaw ${String(action.outlaw)}: ${takes[String(action.take)]}`} props={props} />
      ))}
      {of('pick').map((action) => (
        <Choice key={action.text} action={action} label={action.item === 'hammer' ? 'Hammer' : 'Gold pan'} props={props} />
      ))}
      {of('buy').map((action) => (
        <Choice
          key={action.text}
          action={action}
          label={sentenceCase(itemNames[String(action.item)] ?? String(action.item))}
          picture={<ItemPicture item={String(action.item)} size={24} />}
          props={props}
        />
      ))}
      {has('plots') && <Plots props={props} />}
      {has('give') && <Gifts key={sheet.building} props={props} />}
      {of('hunt').map((action) => (
        <Choice key={action.text} action={action} label={`Hunt outlaw ${String(action.outlaw)}`} props={props} />
      ))}
      {of('sheriff').map((action) => (
        <Choice key={action.text} action={action} label={sentenceCase(takes[String(action.take)])} props={props} />
      ))}
      {of('bribe').map((action) => (
        <Choice key={action.text} action={action} label="Bribe the Sheriff" props={props} />
      ))}
      {of('refuse').map((action) => (
        <Choice key={action.text} action={action} label="No bribe" props={props} />
      ))}
      {of('pay').map((action) => (
        <Choice
          key={action.text}
          action={action}
          label={action.with === 'cash' ? `Pay $${fine.cash}` : `Give ${counted(Math.min(fine.stars, sheet.stars), 'star')}`}
          props={props}
        />
      ))}
      {of('ability').map((action) => (
        <Choice key={action.text} action={action} label={abilityWords(action, sheet)} props={props} />
      ))}
      {of('decline').map((action) => (
        <Choice key={action.text} action={action} label={`Decline the ${regionNames[action.region as Region]} bonus`} props={props} />
      ))}
      {of('pass').map((action) => (
        <Choice key={action.text} action={action} label="Pass" props={props} primary={!has('visit')} />
      ))}
      {of('leave').map((action) => (
        <Choice key={action.text} action={action} label={leaveWords(sheet.phase)} props={props} />
      ))}
      {(sheet.phase === 'last' || sheet.phase === 'mayor') && (
        <button class="ft-choice" onClick={() => props.aside.set(true)}>
          Don’t ask me every turn
        </button>
      )}
    </div>
  );
}
