// What is said of the town as a whole: its name, the table, the clock and the hats, the rules in play, exits, what lies face down.

import { buildingWords, pieceWords, teamOf, tokenWords } from '../words';
import type { Choice } from './blocks';
import { Choose, type Wrong } from './goals';
import { NumberField, type Change } from './pieces';
import { buildingsIn, counted, without, type Edge, type Exit, type Scenario } from './scenario';

const rules: Choice[] = [
  ['buildings', 'Houses can be entered'],
  ['duel', 'Duels in houses'],
  ['two_pistols', 'Two Colts, two shots'],
  ['winchester', 'The Winchester'],
  ['dynamite', 'Dynamite'],
  ['water', 'Water can be poisoned and purified'],
  ['outside', 'Tokens on the ground can be taken'],
];

interface Part {
  scenario: Scenario;
  wrong: Wrong | null;
  change: Change;
}

/** What the loader says about one of these parts. */
function Complaint({ wrong, about }: { wrong: Wrong | null; about: string[] }) {
  if (!wrong || !about.some((part) => wrong.path === part || wrong.path.startsWith(`${part}.`) || wrong.path.startsWith(`${part}[`))) return null;
  return (
    <p class="problem" role="alert">
      {wrong.words}
    </p>
  );
}

function Names({ scenario, wrong, change }: Part) {
  const set = (key: 'name' | 'story') => (event: { currentTarget: HTMLInputElement }) => {
    const { value } = event.currentTarget;
    change((now) => ({ ...now, [key]: value }), key);
  };
  return (
    <>
      <label class="field">
        <span>Name</span>
        <input maxLength={63} value={scenario.name} onInput={set('name')} />
      </label>
      <Complaint wrong={wrong} about={['name']} />
      <label class="field">
        <span>Story, in a line or two</span>
        <input value={scenario.story} onInput={set('story')} />
      </label>
      <Complaint wrong={wrong} about={['story']} />
    </>
  );
}

function TableAndClock({ scenario, wrong, change }: Part) {
  const [width, height] = scenario.table;
  const starters = Object.keys(scenario.cowboys).filter((name) => teamOf(name));
  const hours = Array.from({ length: 11 }, (_, i): Choice => [String(i + 1), `${i + 1} o’clock: ${i % 2 ? 'red' : 'blue'} hats play first`]);
  return (
    <>
      <div class="fu-ed-row">
        <NumberField
          label="Table, mm wide"
          value={width}
          least={300}
          most={3000}
          onChange={(next) => change((now) => ({ ...now, table: [next, now.table[1]] }), 'width')}
        />
        <NumberField
          label="mm deep"
          value={height}
          least={300}
          most={3000}
          onChange={(next) => change((now) => ({ ...now, table: [now.table[0], next] }), 'height')}
        />
      </div>
      <Complaint wrong={wrong} about={['table']} />
      <label class="field">
        <span>The clock shows</span>
        <Choose label="First hour" value={String(scenario.start)} choices={hours} onChange={(hour) => change((now) => ({ ...now, start: Number(hour) }))} />
      </label>
      <label class="field">
        <span>Initiative</span>
        <Choose
          label="Who has the initiative"
          value={scenario.initiative}
          choices={starters.map((name): Choice => [name, pieceWords(name)])}
          onChange={(initiative) => change((now) => ({ ...now, initiative }))}
        />
      </label>
      <Complaint wrong={wrong} about={['start', 'initiative']} />
    </>
  );
}

function Rules({ scenario, wrong, change }: Part) {
  const chosen = scenario.rules ?? [];
  const set = (rule: string, on: boolean) =>
    change((now) => ({ ...now, rules: rules.map(([word]) => word).filter((word) => (word === rule ? on : now.rules?.includes(word))) }));
  return (
    <fieldset>
      <legend>Rules in play</legend>
      {rules.map(([rule, words]) => (
        <label key={rule} class="check">
          <input type="checkbox" checked={chosen.includes(rule)} onChange={(event) => set(rule, event.currentTarget.checked)} />
          <span>{words}</span>
        </label>
      ))}
      <Complaint wrong={wrong} about={['rules']} />
      {wrong?.path === '' && /^(the box has|there are .* but 'rules'|at most \d+ tokens)/.test(wrong.words) && (
        <p class="problem" role="alert">
          {wrong.words}
        </p>
      )}
    </fieldset>
  );
}

const edges: Choice[] = [
  ['bottom', 'lower edge'],
  ['top', 'upper edge'],
  ['left', 'left edge'],
  ['right', 'right edge'],
];

/** The next letter that no exit has. */
const freshExit = (exits: Record<string, Exit>): string => ['S', 'N', 'W', 'E', 'A', 'B', 'C', 'D'].find((name) => !exits[name]) ?? 'X';

function Exits({ scenario, wrong, change }: Part) {
  const exits = scenario.exits ?? {};
  const long = ({ edge }: Exit) => scenario.table[edge === 'left' || edge === 'right' ? 1 : 0];
  const set = (name: string, part: Partial<Exit>) =>
    change((now) => ({ ...now, exits: { ...now.exits, [name]: { ...now.exits![name], ...part } } }), `exit ${name}`);
  const rename = (from: string, to: string) =>
    change((now) =>
      to && !now.exits?.[to]
        ? { ...now, exits: Object.fromEntries(Object.entries(now.exits ?? {}).map(([name, exit]) => [name === from ? to : name, exit])) }
        : now,
    );
  return (
    <fieldset>
      <legend>Exits</legend>
      {Object.entries(exits).map(([name, exit], i) => (
        <div key={i} class="fu-ed-row">
          <label class="field fu-ed-number">
            <span>Name</span>
            <input maxLength={7} value={name} onChange={(event) => rename(name, event.currentTarget.value.trim())} />
          </label>
          <label class="field">
            <span>Where</span>
            <Choose label={`Edge of exit ${name}`} value={exit.edge} choices={edges} onChange={(edge) => set(name, { edge: edge as Edge })} />
          </label>
          <NumberField label="From, mm" value={exit.from} least={0} most={long(exit)} onChange={(from) => set(name, { from })} />
          <NumberField label="to, mm" value={exit.to} least={0} most={long(exit)} onChange={(to) => set(name, { to })} />
          <button
            type="button"
            class="plain"
            aria-label={`Take exit ${name} away`}
            onClick={() => change((now) => ({ ...now, exits: without(now.exits, name) }))}
          >
            ✕
          </button>
        </div>
      ))}
      <Complaint wrong={wrong} about={['exits']} />
      <button
        type="button"
        onClick={() =>
          change((now) => ({
            ...now,
            exits: {
              ...now.exits,
              [freshExit(now.exits ?? {})]: { edge: 'bottom', from: Math.round(now.table[0] / 2 - 100), to: Math.round(now.table[0] / 2 + 100) },
            },
          }))
        }
      >
        One more exit
      </button>
    </fieldset>
  );
}

const hidden = Object.keys(tokenWords).filter((token) => !/water|face_down/.test(token));

function FaceDown({ scenario, wrong, change }: Part) {
  const set = (token: string, count: number) =>
    change((now) => {
      const { tokens = {}, places = {} } = now.face_down ?? {};
      const next = counted(tokens, token, count) ?? {};
      return { ...now, face_down: Object.keys(next).length || Object.keys(places).length ? { tokens: next, places } : undefined };
    }, 'face down');
  const lying = Object.values(scenario.face_down?.tokens ?? {}).reduce((sum, count) => sum + count, 0);
  const room = Object.values(scenario.face_down?.places ?? {}).reduce((sum, count) => sum + count, 0);
  const houses = buildingsIn(scenario);
  return (
    <details open={lying > 0 || undefined}>
      <summary>Face-down tokens</summary>
      <p class="quiet">
        Which of them lies where is decided by chance. {lying} {lying === 1 ? 'token' : 'tokens'} for {room} {room === 1 ? 'place' : 'places'}; the places are
        set at the houses.
      </p>
      <div class="fu-ed-row">
        {hidden.map((token) => (
          <NumberField
            key={token}
            label={tokenWords[token]}
            value={scenario.face_down?.tokens[token] ?? 0}
            least={0}
            most={11}
            onChange={(count) => set(token, count)}
          />
        ))}
      </div>
      <label class="field">
        <span>Used dynamite returns to</span>
        <Choose
          label="Where used dynamite returns"
          value={scenario.dynamite_returns ?? ''}
          choices={[['', 'nowhere'], ...houses.map((name): Choice => [name, `the ${buildingWords[name]}`])]}
          onChange={(name) => change((now) => ({ ...now, dynamite_returns: name || undefined }))}
        />
      </label>
      <Complaint wrong={wrong} about={['face_down', 'dynamite_returns']} />
    </details>
  );
}

export function TownPanel(part: Part) {
  return (
    <div class="fu-ed-town">
      <Names {...part} />
      <TableAndClock {...part} />
      <Rules {...part} />
      <Exits {...part} />
      <FaceDown {...part} />
    </div>
  );
}
