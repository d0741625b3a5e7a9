// What is said of the chosen piece: where it stands, what a man has in hand, what lies in a house.

import { useState } from 'preact/hooks';
import { useTouch } from 'shell/parts/screen';
import { buildingWords, kindOf, pieceWords, tokenWords } from '../words';
import { Choose, type Wrong } from './goals';
import type { Choice } from './blocks';
import { buildingsIn, counted, namesIn, piecesOf, put, putInside, take, without, withFigure, type Scenario } from './scenario';

export type Change = (next: (now: Scenario) => Scenario, about?: string) => void;

export function NumberField({
  label,
  value,
  least,
  most,
  wrong,
  onChange,
}: {
  label: string;
  value: number;
  least: number;
  most: number;
  wrong?: boolean;
  onChange: (value: number) => void;
}) {
  // What is being typed may be no number yet; the town keeps the last one.
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <label class="field fu-ed-number">
      <span>{label}</span>
      <input
        type="number"
        min={least}
        max={most}
        aria-invalid={wrong || (typed !== null && typed !== String(value)) || undefined}
        value={typed ?? String(value)}
        onInput={(event) => {
          const text = event.currentTarget.value;
          const number = Number(text);
          setTyped(text);
          if (text !== '' && Number.isFinite(number) && number >= least && number <= most) onChange(number);
        }}
        onBlur={() => setTyped(null)}
      />
    </label>
  );
}

interface Of {
  scenario: Scenario;
  name: string;
  change: Change;
}

function Where({ scenario, name, change }: Of) {
  const piece = piecesOf(scenario).find((one) => one.name === name);
  if (!piece) return null;
  const set = (part: Partial<typeof piece>) => {
    const { x, y, angle } = { ...piece, ...part };
    change((now) => put(now, name, x, y, angle), `${name} ${Object.keys(part)[0]}`);
  };
  const turn = (by: number) => change((now) => put(now, name, piece.x, piece.y, piece.angle + by), `turn ${name}`);
  return (
    <>
      <div class="fu-ed-row">
        <NumberField label="Across, mm" value={piece.x} least={0} most={scenario.table[0]} onChange={(x) => set({ x })} />
        <NumberField label="Up, mm" value={piece.y} least={0} most={scenario.table[1]} onChange={(y) => set({ y })} />
        <NumberField label="Faces, °" value={piece.angle} least={0} most={359} onChange={(angle) => set({ angle })} />
      </div>
      <div class="buttons">
        <button type="button" onClick={() => turn(15)}>
          ↺ Turn left
        </button>
        <button type="button" onClick={() => turn(-15)}>
          ↻ Turn right
        </button>
      </div>
    </>
  );
}

const inHand: Choice[] = ['gold', 'colt', 'winchester', 'dynamite', 'document', 'hostage'].map((token) => [token, tokenWords[token]]);

function FigureFields({ scenario, name, change }: Of) {
  const figure = scenario.cowboys[name];
  const witness = kindOf(name) === 'witness';
  const tokens = figure.tokens ?? [];
  const places: Choice[] = [
    ['', 'on the table'],
    ...buildingsIn(scenario).map((place): Choice => [place, `in the ${buildingWords[place]}`]),
    ...(scenario.objects?.gallows?.length && !witness ? [['gallows', 'on the gallows'] as Choice] : []),
  ];
  const move = (place: string) =>
    change((now) => {
      if (place) return putInside(now, name, place);
      const [x, y, angle = 0] = piecesOf(now).find((one) => one.name === figure.in) ? door(now, figure.in!) : [now.table[0] / 2, now.table[1] / 2];
      return put(now, name, x, y, angle);
    });
  const hold = (at: number, token: string) =>
    change((now) => {
      const held = [...(now.cowboys[name].tokens ?? [])];
      if (token) held[at] = token;
      else held.splice(at, 1);
      return withFigure(now, name, { tokens: held.length ? held : undefined });
    });
  return (
    <>
      <label class="field">
        <span>Where</span>
        <Choose label="Where he is" value={figure.in ?? ''} choices={places} onChange={move} />
      </label>
      <NumberField
        label="Hit points"
        value={figure.hit_points ?? (witness ? 1 : 3)}
        least={1}
        most={9}
        onChange={(hit_points) => change((now) => withFigure(now, name, { hit_points }), `hit points ${name}`)}
      />
      {!witness && (
        <fieldset>
          <legend>In his hands</legend>
          {[0, 1].slice(0, Math.min(2, tokens.length + 1)).map((at) => (
            <Choose
              key={at}
              label={at ? 'The other hand' : 'In hand'}
              value={tokens[at] ?? ''}
              choices={[['', 'nothing'], ...inHand]}
              onChange={(token) => hold(at, token)}
            />
          ))}
        </fieldset>
      )}
    </>
  );
}

/** A place in front of a door, looking away from it. */
function door(scenario: Scenario, name: string): [number, number, number] {
  const { x, y, angle } = piecesOf(scenario).find((one) => one.name === name)!;
  const turn = (angle * Math.PI) / 180;
  return [x + 40 * Math.cos(turn), y + 40 * Math.sin(turn), angle];
}

const hours: Choice[] = [['0', 'open'], ...Array.from({ length: 10 }, (_, i): Choice => [String(i + 2), `closed until ${i + 2}`]), ['12', 'never opens']];

function HouseFields({ scenario, name, change }: Of) {
  const stock = (token: string, count: number) =>
    change((now) => {
      const counts = counted(now.tokens?.[name], token, count);
      return { ...now, tokens: counts ? { ...now.tokens, [name]: counts } : without(now.tokens, name) };
    }, `stock ${name}`);
  const hide = (count: number) =>
    change((now) => {
      const { tokens = {}, places = {} } = now.face_down ?? {};
      const next = counted(places, name, count) ?? {};
      return { ...now, face_down: Object.keys(next).length || Object.keys(tokens).length ? { tokens, places: next } : undefined };
    }, `hidden ${name}`);
  const close = (hour: string) => change((now) => ({ ...now, not_allowed: counted(now.not_allowed, name, Number(hour)) }));
  return (
    <>
      <label class="field">
        <span>Its door</span>
        <Choose label="When it can be entered" value={String(scenario.not_allowed?.[name] ?? 0)} choices={hours} onChange={close} />
      </label>
      <fieldset>
        <legend>Lies in it, face up</legend>
        <div class="fu-ed-row">
          {Object.keys(tokenWords)
            .filter((token) => token !== 'face_down')
            .map((token) => (
              <NumberField
                key={token}
                label={tokenWords[token]}
                value={scenario.tokens?.[name]?.[token] ?? 0}
                least={0}
                most={11}
                onChange={(count) => stock(token, count)}
              />
            ))}
        </div>
      </fieldset>
      <NumberField label="Tokens face down in it" value={scenario.face_down?.places[name] ?? 0} least={0} most={11} onChange={hide} />
    </>
  );
}

interface PanelProps {
  scenario: Scenario;
  chosen: string | null;
  setChosen: (name: string | null) => void;
  /** What is wrong with a piece, in words. */
  problem: (name: string) => string;
  wrong: Wrong | null;
  change: Change;
}

export function PiecePanel({ scenario, chosen, setChosen, problem, change }: PanelProps) {
  const touch = useTouch();
  const names = namesIn(scenario);
  const name = chosen && names.includes(chosen) ? chosen : null;
  const kind = name && kindOf(name);
  return (
    <div class="fu-ed-piece">
      <label class="field">
        <span>Piece</span>
        <select value={name ?? ''} onChange={(event) => setChosen(event.currentTarget.value || null)}>
          <option value="">none chosen</option>
          {names.map((one) => (
            <option key={one} value={one}>
              {pieceWords(one)}
              {problem(one) && ' (!)'}
            </option>
          ))}
        </select>
      </label>
      {!name && (
        <p class="quiet">
          Tap a piece on the table, or drag one from the shelf.
          {!touch && ' Arrow keys move it, comma and full stop turn it, Delete takes it away.'}
        </p>
      )}
      {name && problem(name) && (
        <p class="problem" role="alert">
          {problem(name)}
        </p>
      )}
      {name && <Where {...{ scenario, name, change }} />}
      {name && (kind === 'cowboy' || kind === 'witness') && <FigureFields {...{ scenario, name, change }} />}
      {name && kind === 'building' && <HouseFields {...{ scenario, name, change }} />}
      {name && (
        <button
          type="button"
          class="danger"
          onClick={() => {
            change((now) => take(now, name));
            setChosen(null);
          }}
        >
          Take it away
        </button>
      )}
    </div>
  );
}
