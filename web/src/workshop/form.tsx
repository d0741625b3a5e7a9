// The form of an edition, made from the data file itself: a field for every value, with where it comes from beside it, and what is wrong
// under the field that is wrong.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Fault, Originals } from './bench';
import { isHidden, markOf, sections, titleOf, type Mark } from './marks';
import { isDrawing, isList, isMembers, pathOf, placeOf, same, valueAt, type Json, type Members, type Path } from './values';

/** What every field needs to know. */
export interface Writing {
  originals: Originals;
  edition: Members;
  original: Members;
  fault: Fault | undefined;
  change: (path: Path, value: Json | undefined) => void;
}

const originWords = { printed: 'printed', public: 'public', ours: 'ours' };
const originMeans = {
  printed: 'Printed: the rulebook, the sheet or the cards say so.',
  public: 'Public: reviews and public data agree on it.',
  ours: 'Ours: reconstructed, since the printed value is not known here.',
};

/** A word that says why when it is pressed. */
export function MarkChip({ mark, about }: { mark: Mark; about: string }) {
  const [open, setOpen] = useState(false);
  const words = `${originMeans[mark.origin]} ${mark.why}`.trim();
  return (
    <>
      <button
        type="button"
        class={`origin origin-${mark.origin}`}
        aria-expanded={open}
        aria-label={`${about}: ${originWords[mark.origin]}. Why?`}
        title={words}
        onClick={() => setOpen(!open)}
      >
        {originWords[mark.origin]}
      </button>
      {open && <span class="origin-why">{words}</span>}
    </>
  );
}

const words = (value: Json | undefined): string =>
  value === undefined ? 'none' : typeof value === 'object' ? JSON.stringify(value) : typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);

export const shortWords = (value: Json | undefined): string => (words(value).length > 40 ? `${words(value).slice(0, 39)}…` : words(value));

/** "was 12", which puts it back. */
function Was({ path, writing }: { path: Path; writing: Writing }) {
  const was = valueAt(writing.original, path);
  if (path[0] === 'name' || was === undefined || same(was, valueAt(writing.edition, path))) return null;
  return (
    <button type="button" class="was" onClick={() => writing.change(path, was)}>
      was {shortWords(was)}
    </button>
  );
}

function FaultHere({ path, writing }: { path: Path; writing: Writing }) {
  if (!writing.fault || writing.fault.at !== placeOf(path)) return null;
  return (
    <small class="problem fault" role="alert" id={`fault-${placeOf(path)}`}>
      {writing.fault.message[0].toUpperCase() + writing.fault.message.slice(1)}.
    </small>
  );
}

interface ValueProps {
  path: Path;
  value: Json;
  writing: Writing;
}

/** A whole number as soon as it is one; what else was typed stays as it is, and the game says what it expects. */
const typedNumber = (text: string): Json => (/^-?\d+$/.test(text.trim()) ? Number(text) : text);

/** The control for a number, a word or a truth value. */
function Control({ path, value, writing, label }: ValueProps & { label: string }) {
  const wrong = writing.fault?.at === placeOf(path);
  const common = { 'aria-label': label, 'aria-invalid': wrong, 'aria-describedby': wrong ? `fault-${placeOf(path)}` : undefined, 'data-at': placeOf(path) };
  const model = valueAt(writing.original, path) ?? value;
  const set = (next: Json) => writing.change(path, next);
  if (typeof value === 'boolean') return <input type="checkbox" {...common} checked={value} onChange={(event) => set(event.currentTarget.checked)} />;
  if (typeof model === 'number' || typeof value === 'number')
    return (
      <input
        class="number"
        inputMode="numeric"
        autocomplete="off"
        {...common}
        value={String(value)}
        onInput={(event) => set(typedNumber(event.currentTarget.value))}
      />
    );
  const choices = writing.originals.known.choices(path, String(value));
  if (choices)
    return (
      <select {...common} value={String(value)} onChange={(event) => set(event.currentTarget.value)}>
        {choices.map((one) => (
          <option key={one} value={one}>
            {one.replace(/_/g, ' ')}
          </option>
        ))}
      </select>
    );
  return <input {...common} autocomplete="off" value={String(value)} onInput={(event) => set(event.currentTarget.value)} />;
}

/** One value: what it is called, what it is, where it comes from. */
export function Leaf({ path, value, writing, label }: ValueProps & { label?: string }) {
  const title = label ?? titleOf(writing.originals.marks, path);
  const mark = markOf(writing.originals.marks, writing.edition, path);
  const changed = !same(valueAt(writing.original, path), value);
  return (
    <div class={changed ? 'value changed' : 'value'}>
      <span class="value-title">{title}</span>
      <Control path={path} value={value} writing={writing} label={longTitle(writing, path)} />
      {path[0] !== 'name' && <MarkChip mark={mark} about={longTitle(writing, path)} />}
      <Was path={path} writing={writing} />
      <FaultHere path={path} writing={writing} />
    </div>
  );
}

/** "Bonus track, 3, suit": for those who hear it. */
export function longTitle(writing: Writing, path: Path): string {
  return path.map((_, i) => titleOf(writing.originals.marks, path.slice(0, i + 1))).join(', ');
}

/** Squares that are pressed on and off. */
function Drawing({ path, value, writing }: { path: Path; value: string[]; writing: Writing }) {
  const press = (y: number, x: number) =>
    writing.change(
      path,
      value.map((row, i) => (i === y ? row.slice(0, x) + (row[x] === '#' ? '.' : '#') + row.slice(x + 1) : row)),
    );
  return (
    <div class="value drawing-value">
      <div class="pixels" role="group" aria-label={longTitle(writing, path)} style={{ '--columns': value[0].length }}>
        {value.flatMap((row, y) =>
          [...row].map((square, x) => (
            <button key={`${y} ${x}`} type="button" aria-pressed={square === '#'} aria-label={`Row ${y + 1}, column ${x + 1}`} onClick={() => press(y, x)} />
          )),
        )}
      </div>
      <MarkChip mark={markOf(writing.originals.marks, writing.edition, [...path, 0])} about={longTitle(writing, path)} />
      <Was path={path} writing={writing} />
      <FaultHere path={path} writing={writing} />
    </div>
  );
}

/** Buttons of a list: one more like the last, one less. */
function Longer({ path, list, writing, what }: { path: Path; list: Json[]; writing: Writing; what: string }) {
  const was = valueAt(writing.original, path);
  const model = list[list.length - 1] ?? (isList(was) ? was[0] : undefined);
  return (
    <span class="longer">
      {model !== undefined && (
        <button type="button" class="plain" aria-label={`One more: ${what}`} onClick={() => writing.change(path, [...list, model])}>
          +
        </button>
      )}
      {list.length > 0 && (
        <button type="button" class="plain" aria-label={`One less: ${what}`} onClick={() => writing.change(path, list.slice(0, -1))}>
          −
        </button>
      )}
    </span>
  );
}

/** Numbers or words in a row. */
function Row({ path, value, writing }: ValueProps & { value: Json[] }) {
  const title = titleOf(writing.originals.marks, path);
  return (
    <div class={same(valueAt(writing.original, path), value) ? 'value row' : 'value row changed'}>
      {path.length > 1 && <span class="value-title">{title}</span>}
      {value.map((one, i) => (
        <Control key={i} path={[...path, i]} value={one} writing={writing} label={longTitle(writing, [...path, i])} />
      ))}
      <Longer path={path} list={value} writing={writing} what={longTitle(writing, path)} />
      <MarkChip mark={markOf(writing.originals.marks, writing.edition, [...path, 0])} about={longTitle(writing, path)} />
      <Was path={path} writing={writing} />
      {value.map((_, i) => (
        <FaultHere key={i} path={[...path, i]} writing={writing} />
      ))}
      <FaultHere path={path} writing={writing} />
    </div>
  );
}

/** What an item of a list is called: its first word, or its number. */
function itemName(item: Json, number: number): string {
  const first = isMembers(item) ? Object.values(item).find((one) => typeof one === 'string' && one.length < 30) : undefined;
  const inside = isMembers(item) ? Object.values(item).find((one) => isMembers(one) && typeof one.title === 'string') : undefined;
  return `${number}. ${first ?? (isMembers(inside) ? inside.title : '')}`.replace(/_/g, ' ');
}

/** Opens by itself when something in it is wrong; closing it is the reader's. */
function Fold({ look, open, title, children }: { look: string; open: boolean; title: ComponentChildren; children: ComponentChildren }) {
  const box = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (open) box.current!.open = true;
  }, [open]);
  return (
    <details class={look} ref={box}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}

function Items({ path, value, writing }: ValueProps & { value: Json[] }) {
  return (
    <div class="items">
      {value.map((item, i) => {
        const inner = [...path, i];
        const faulty = Boolean(writing.fault?.at.startsWith(placeOf(inner)));
        const title = (
          <>
            {itemName(item, i + 1)}
            {!same(valueAt(writing.original, inner), item) && <em> changed</em>}
          </>
        );
        return (
          <Fold key={i} look="item" open={value.length <= 4 || faulty} title={title}>
            <AnyValue path={inner} value={item} writing={writing} />
            <button type="button" class="plain remove" onClick={() => writing.change(inner, undefined)}>
              Take it out
            </button>
          </Fold>
        );
      })}
      <Longer path={path} list={value} writing={writing} what={longTitle(writing, path)} />
      <FaultHere path={path} writing={writing} />
    </div>
  );
}

/** What others of its kind have and this has not. */
function More({ path, value, writing }: ValueProps & { value: Members }) {
  const missing = writing.originals.known.missing(path, value).filter(([key]) => !isHidden(writing.originals.marks, [...path, key]));
  if (!missing.length || !path.length) return null;
  const add = (key: string) => writing.change([...path, key], missing.find(([one]) => one === key)![1]);
  return (
    <select class="more-members" aria-label={`Add to ${longTitle(writing, path)}`} value="" onChange={(event) => add(event.currentTarget.value)}>
      <option value="">add …</option>
      {missing.map(([key]) => (
        <option key={key} value={key}>
          {key.replace(/_/g, ' ')}
        </option>
      ))}
    </select>
  );
}

/** May this be left out? Then others of its kind do without. */
const removable = (writing: Writing, path: Path) => valueAt(writing.original, path) === undefined;

function MembersFields({ path, value, writing }: ValueProps & { value: Members }) {
  const keys = Object.keys(value).filter((key) => !isHidden(writing.originals.marks, [...path, key]));
  return (
    <div class="members">
      {keys.map((key) => {
        const inner = [...path, key];
        const one = value[key];
        const nested = isMembers(one) || (isList(one) && !isDrawing(one) && one.some((item) => typeof item === 'object'));
        return (
          <div key={key} class={nested ? 'member nested' : 'member'}>
            {nested && <h4>{titleOf(writing.originals.marks, inner)}</h4>}
            <AnyValue path={inner} value={one} writing={writing} />
            {removable(writing, inner) && (
              <button
                type="button"
                class="plain remove"
                aria-label={`Leave out: ${longTitle(writing, inner)}`}
                onClick={() => writing.change(inner, undefined)}
              >
                ✕
              </button>
            )}
          </div>
        );
      })}
      <More path={path} value={value} writing={writing} />
      <FaultHere path={path} writing={writing} />
    </div>
  );
}

export function AnyValue({ path, value, writing }: ValueProps) {
  if (isDrawing(value)) return <Drawing path={path} value={value} writing={writing} />;
  if (isList(value)) {
    const scalars = value.every((one) => typeof one !== 'object') && (value.length > 0 || typeof valueAt(writing.original, [...path, 0]) !== 'object');
    return scalars ? <Row path={path} value={value} writing={writing} /> : <Items path={path} value={value} writing={writing} />;
  }
  if (isMembers(value)) return <MembersFields path={path} value={value} writing={writing} />;
  return <Leaf path={path} value={value} writing={writing} />;
}

/** A fault of the whole, or at a place that has no field: it stands on top. */
function FaultOnTop({ writing }: { writing: Writing }) {
  const { fault, edition, originals } = writing;
  if (!fault) return null;
  const path = pathOf(fault.at);
  if (fault.at && !isHidden(originals.marks, path) && valueAt(edition, path) !== undefined) return null;
  return (
    <p class="problem" role="alert">
      {fault.at && `${fault.at}: `}
      {fault.message}.
    </p>
  );
}

/** The whole edition in the order of the printed sheet: single values first come as they stand there. */
export function EditionForm({ writing }: { writing: Writing }) {
  const { originals, edition, fault } = writing;
  const keys = sections(originals.marks, edition);
  const isPlain = (key: string) => typeof edition[key] !== 'object';
  return (
    <div class="edition-form">
      <FaultOnTop writing={writing} />
      <div class="members">
        {keys.filter(isPlain).map((key) => (
          <Leaf key={key} path={[key]} value={edition[key]} writing={writing} />
        ))}
      </div>
      {keys
        .filter((key) => !isPlain(key))
        .map((key) => (
          <Fold key={key} look="sheet-part" title={<h3>{titleOf(originals.marks, [key])}</h3>} open={fault?.at.split(/[.[]/)[0] === key}>
            <AnyValue path={[key]} value={edition[key]} writing={writing} />
          </Fold>
        ))}
    </div>
  );
}
