// Who wins when: goals as sentences whose gaps are fields, made of blocks of the condition language. What the loader says is wrong
// stands at the block that it means.

import { buildingWords, pieceWords, teams, teamWords, tokenWords, type Team } from '../words';
import { blocks, freshCondition, kindOfCondition, type Choice, type Gap } from './blocks';
import { buildingsIn, tokensIn, type Condition, type Goal, type Scenario } from './scenario';

/** What the loader complained about. */
export interface Wrong {
  path: string;
  words: string;
}

interface Field<T> {
  scenario: Scenario;
  value: T;
  path: string;
  wrong: Wrong | null;
  onChange: (value: T) => void;
}

export function Choose({
  label,
  value,
  choices,
  wrong,
  onChange,
}: {
  label: string;
  value: string;
  choices: Choice[];
  wrong?: boolean;
  onChange: (value: string) => void;
}) {
  const known = choices.some(([word]) => word === value);
  return (
    <select aria-label={label} value={value} aria-invalid={wrong || undefined} onChange={(event) => onChange(event.currentTarget.value)}>
      {!known && <option value={value}>{value ? `${value} (not in the town)` : '…'}</option>}
      {choices.map(([word, words]) => (
        <option key={word} value={word}>
          {words}
        </option>
      ))}
    </select>
  );
}

type Fields = Record<string, unknown>;

function Who({
  scenario,
  value,
  label,
  wrong,
  onChange,
}: {
  scenario: Scenario;
  value: Fields;
  label: string;
  wrong: boolean;
  onChange: (value: Fields) => void;
}) {
  const { team, figures, ...rest } = value;
  const chosen = Array.isArray(figures) ? (figures as string[]) : [];
  const names = [...new Set([...Object.keys(scenario.cowboys), ...chosen])];
  const choose = (word: string) => onChange(word === 'figures' ? { figures: names.slice(0, 1), ...rest } : { team: word, ...rest });
  const toggle = (name: string) => onChange({ figures: names.filter((other) => (other === name ? !chosen.includes(name) : chosen.includes(other))), ...rest });
  return (
    <>
      <Choose
        {...{ label, wrong }}
        value={figures ? 'figures' : String(team)}
        choices={[...teams.map((one): Choice => [one, `the ${one}`]), ['figures', 'these figures']]}
        onChange={choose}
      />
      {figures !== undefined && (
        <span class="fu-ed-who" role="group" aria-label={label}>
          {names.map((name) => (
            <button key={name} type="button" aria-pressed={chosen.includes(name)} onClick={() => toggle(name)}>
              {pieceWords(name)}
            </button>
          ))}
        </span>
      )}
    </>
  );
}

/** "hit_points", "eliminations", {"inside": place}, {"token": kind}: as one word each. */
const moreWord = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return String(value);
  const [kind, what] = Object.entries(value)[0] ?? ['', ''];
  return `${kind} ${what}`;
};
const moreValue = (word: string): unknown => {
  const [kind, what] = word.split(' ');
  return what ? { [kind]: what } : kind;
};

function moreChoices(scenario: Scenario): Choice[] {
  return [
    ['hit_points', 'hit points'],
    ['eliminations', 'eliminations'],
    ...buildingsIn(scenario).map((name): Choice => [`inside ${name}`, `men in the ${buildingWords[name]}`]),
    ...tokensIn(scenario).map((token): Choice => [`token ${token}`, `${tokenWords[token] ?? token} in hand`]),
  ];
}

function NumberGap({ gap, value, wrong, onChange }: { gap: Gap & { kind: 'number' }; value: Fields; wrong: boolean; onChange: (value: Fields) => void }) {
  const set = (text: string) => {
    const { [gap.field]: _, ...rest } = value;
    if (text === '' && gap.empty) onChange(rest);
    else if (text !== '' && Number.isFinite(Number(text))) onChange({ ...value, [gap.field]: Math.round(Number(text)) });
  };
  return (
    <>
      <input
        type="number"
        aria-label={gap.field === 'mm' ? 'Distance in millimetres' : gap.field === 'strikes' ? 'Strikes' : 'At least'}
        aria-invalid={wrong || undefined}
        min={gap.least}
        max={gap.most}
        placeholder={gap.empty}
        value={value[gap.field] === undefined ? '' : String(value[gap.field])}
        onInput={(event) => set(event.currentTarget.value)}
      />
      {gap.unit && ` ${gap.unit}`}
    </>
  );
}

function Parts({ scenario, value, path, wrong, onChange }: Field<Condition[]>) {
  const set = (at: number, part: Condition | null) => onChange(value.flatMap((old, i) => (i !== at ? [old] : part ? [part] : [])));
  return (
    <div class="fu-ed-parts">
      {value.map((part, i) => (
        <ConditionBlock
          key={i}
          {...{ scenario, wrong }}
          value={part}
          path={`${path}[${i}]`}
          onChange={(next) => set(i, next)}
          onRemove={value.length > 1 ? () => set(i, null) : undefined}
        />
      ))}
      <button type="button" onClick={() => onChange([...value, freshCondition('eliminated', scenario)])}>
        And another
      </button>
    </div>
  );
}

function GapField({ gap, scenario, value, path, wrong, onChange }: Field<unknown> & { gap: Gap }) {
  const fields = (typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}) as Fields;
  const bad = (field: string) => wrong?.path === `${path}.${field}`;
  switch (gap.kind) {
    case 'number':
      return <NumberGap {...{ gap, onChange }} value={fields} wrong={bad(gap.field)} />;
    case 'word': {
      const set = (word: string) => {
        const { [gap.field]: _, ...rest } = fields;
        onChange(word ? { ...fields, [gap.field]: word } : rest);
      };
      const choices: Choice[] = [...(gap.empty ? [['', gap.empty] as Choice] : []), ...gap.choices(scenario)];
      return <Choose label={gap.label} value={String(fields[gap.field] ?? '')} choices={choices} wrong={bad(gap.field)} onChange={set} />;
    }
    case 'who':
      return <Who {...{ scenario, onChange }} value={fields} label={gap.label} wrong={bad('figures') || bad('team')} />;
    case 'one': {
      const choices = Object.keys(scenario.cowboys).map((name): Choice => [name, pieceWords(name)]);
      const set = (name: string) => onChange({ ...fields, [gap.field]: name });
      return <Choose label={gap.label} value={String(fields[gap.field] ?? '')} choices={choices} wrong={bad(gap.field)} onChange={set} />;
    }
    case 'more':
      return <Choose label="More of what" value={moreWord(value)} choices={moreChoices(scenario)} onChange={(word) => onChange(moreValue(word))} />;
    case 'parts':
      return <Parts {...{ scenario, path, wrong, onChange }} value={Array.isArray(value) ? (value as Condition[]) : []} />;
    default:
      return <ConditionBlock {...{ scenario, path, wrong, onChange }} value={fields} />;
  }
}

const within = (wrong: Wrong | null, path: string) =>
  wrong !== null && (wrong.path === path || wrong.path.startsWith(`${path}.`) || wrong.path.startsWith(`${path}[`));
const nested = ['all', 'any', 'not'];

export function ConditionBlock({ scenario, value, path, wrong, onChange, onRemove }: Field<Condition> & { onRemove?: () => void }) {
  const kind = kindOfCondition(value);
  const inner = value[kind];
  // A complaint about a part is told there.
  const mine = within(wrong, path) && !(nested.includes(kind) && wrong!.path.length > path.length + kind.length + 1);
  const field = { scenario, value: inner, path: `${path}.${kind}`, wrong, onChange: (next: unknown) => onChange({ [kind]: next }) };
  return (
    <div class="fu-ed-block" data-kind={kind} data-wrong={mine || undefined}>
      <div class="fu-ed-sentence">
        <Choose
          label="Condition"
          value={kind}
          choices={Object.entries(blocks).map(([word, { title }]): Choice => [word, title])}
          onChange={(next) => onChange(freshCondition(next, scenario))}
        />
        {onRemove && (
          <button type="button" class="plain" aria-label="Take this condition away" onClick={onRemove}>
            ✕
          </button>
        )}
      </div>
      <div class="fu-ed-sentence">
        {blocks[kind].sentence.map((part, i) => (typeof part === 'string' ? <span key={i}>{part}</span> : <GapField key={i} gap={part} {...field} />))}
      </div>
      {mine && (
        <p class="problem" role="alert">
          {wrong!.words}
        </p>
      )}
    </div>
  );
}

function GoalCard({ scenario, value, path, wrong, noon, onChange, onRemove }: Field<Goal> & { noon: boolean; onRemove: () => void }) {
  const head = wrong !== null && (wrong.path === path || wrong.path === `${path}.team` || wrong.path === `${path}.when`);
  return (
    <li class="fu-ed-goal" data-goal={path}>
      <div class="fu-ed-sentence">
        <Choose
          label="Who wins"
          value={value.team}
          choices={teams.map((team): Choice => [team, teamWords[team]])}
          onChange={(team) => onChange({ ...value, team: team as Team })}
        />
        <span>win</span>
        {noon ? (
          <span>if</span>
        ) : (
          <Choose
            label="When it is looked at"
            value={value.when ?? 'action'}
            choices={[
              ['action', 'as soon as'],
              ['strike', 'when the hour strikes and'],
            ]}
            onChange={(when) => onChange({ ...value, when: when as Goal['when'] })}
          />
        )}
        <button type="button" class="plain" aria-label="Take this goal away" onClick={onRemove}>
          ✕
        </button>
      </div>
      <ConditionBlock {...{ scenario, wrong }} value={value.if} path={`${path}.if`} onChange={(next) => onChange({ ...value, if: next })} />
      {head && (
        <p class="problem" role="alert">
          {wrong!.words}
        </p>
      )}
    </li>
  );
}

function GoalList({ which, scenario, wrong, onChange }: { which: 'win' | 'at12'; scenario: Scenario; wrong: Wrong | null; onChange: (goals: Goal[]) => void }) {
  const goals = scenario[which] ?? [];
  const add = (team: Team) => {
    const other = team === 'lawmen' ? 'outlaws' : 'lawmen';
    const test = which === 'at12' ? { more: 'hit_points' } : { eliminated: { team: other, min: 3 } };
    onChange([...goals, { team, ...(which === 'win' && { when: 'action' as const }), if: test }]);
  };
  return (
    <section aria-label={which === 'win' ? 'Before noon' : 'At noon'}>
      <h3>{which === 'win' ? 'Before noon' : 'When the clock reaches 12'}</h3>
      <ol>
        {goals.map((goal, i) => (
          <GoalCard
            key={i}
            {...{ scenario, wrong }}
            noon={which === 'at12'}
            value={goal}
            path={`${which}[${i}]`}
            onChange={(next) => onChange(goals.map((old, at) => (at === i ? next : old)))}
            onRemove={() => onChange(goals.filter((_, at) => at !== i))}
          />
        ))}
      </ol>
      <div class="buttons">
        {teams.map((team) => (
          <button key={team} type="button" onClick={() => add(team)}>
            {teamWords[team]} win …
          </button>
        ))}
      </div>
    </section>
  );
}

export function Goals({
  scenario,
  wrong,
  told,
  change,
}: {
  scenario: Scenario;
  wrong: Wrong | null;
  /** The goals in the words of the rules, where the town is right. */
  told: Record<Team | 'noon', string> | null;
  change: (next: (now: Scenario) => Scenario, about?: string) => void;
}) {
  const set = (which: 'win' | 'at12') => (goals: Goal[]) => change((now) => ({ ...now, [which]: goals }), which);
  return (
    <div class="fu-ed-goals">
      <p class="quiet">
        The first goal that is true ends the game. At noon the goals below are asked from top to bottom; if none is true, nobody wins. A side without a living
        cowboy on the table loses in any case.
      </p>
      {wrong?.path === '' && /'win'/.test(wrong.words) && (
        <p class="problem" role="alert">
          {wrong.words}
        </p>
      )}
      <GoalList which="win" {...{ scenario, wrong }} onChange={set('win')} />
      <GoalList which="at12" {...{ scenario, wrong }} onChange={set('at12')} />
      {told && (
        <section class="fu-ed-told" aria-label="As players read it">
          <h3>As players read it</h3>
          {teams.map((team) => (
            <p key={team}>
              <b>{teamWords[team]}:</b> {told[team] || 'hold out until noon'}
            </p>
          ))}
          <p>
            <b>Noon:</b> {told.noon || 'nobody wins'}
          </p>
        </section>
      )}
    </div>
  );
}
