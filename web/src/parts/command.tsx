// The command box: every move the table offers, as text. Type notation or words, pick with the arrows, Enter commits. It is the
// list of moves for keyboards and screen readers, too.

import { useMemo, useRef, useState } from 'preact/hooks';
import type { Action } from '../types';
import { Dialog } from './dialog';
import { formOf, isOpen, offered, openWords } from './openmoves';
import { secondPerson } from './lines';

function plain(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').trim();
}

/** Moves whose notation begins so come first, then those that have all the words somewhere. */
function fitting(actions: Action[], typed: string): Action[] {
  const wanted = plain(typed);
  if (!wanted) return actions;
  const aimed = offered(actions, wanted);
  if (aimed && isOpen(aimed) && aimed.text === wanted && /\d$/.test(wanted)) return [aimed];
  const begins = actions.filter((action) => plain(action.text).startsWith(wanted) || (isOpen(action) && wanted.startsWith(`${plain(action.text)} `)));
  const words = wanted.split(' ');
  const has = actions.filter(
    (action) => !begins.includes(action) && words.every((word) => plain(`${action.text} ${secondPerson(action.tell)}`).includes(word)),
  );
  return [...begins, ...has];
}

interface MoveProps {
  action: Action;
  /** It is offered as it stands here; otherwise its numbers were typed. */
  listed: boolean;
  selected: boolean;
  onPoint: () => void;
  onTake: () => void;
}

function Move({ action, listed, selected, onPoint, onTake }: MoveProps) {
  const words = secondPerson(action.tell);
  return (
    <li id={`move-${action.id}`} role="option" aria-selected={selected} onPointerEnter={onPoint} onClick={onTake}>
      <code>{listed ? formOf(action) : action.text}</code>
      <span>{isOpen(action) && listed ? `${words}: ${openWords(action)}` : words}</span>
      <b>{action.gain ? (action.gain > 0 ? `+${action.gain}` : action.gain) : ''}</b>
    </li>
  );
}

interface CommandProps {
  actions: Action[];
  act: (action: Action) => void;
  /** Notation that is none of the list: the server says what is wrong with it. */
  actText: (text: string) => void;
  setPreview: (action: Action | null) => void;
  onClose: () => void;
}

/** What was typed, which moves fit it, and what the keys do. */
function useCommand({ actions, act, actText, setPreview, onClose }: CommandProps) {
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const fits = useMemo(() => fitting(actions, typed), [actions, typed]);
  const current = fits[Math.min(at, fits.length - 1)];
  const point = (index: number, scroll = true) => {
    const next = Math.max(0, Math.min(index, fits.length - 1));
    setAt(next);
    setPreview(fits[next] ?? null);
    if (scroll) list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
  };
  const input = useRef<HTMLInputElement>(null);
  const type = (text: string) => {
    setTyped(text);
    setAt(0);
  };
  /** Commits, unless numbers are missing: then it asks for them. */
  const take = (action: Action) => {
    const given = offered(actions, plain(typed));
    const whole = given?.text.startsWith(`${action.text} `) ? given : action;
    if (isOpen(action) && whole === action && actions.includes(action)) {
      type(`${action.text} `);
      input.current?.focus();
      return;
    }
    act(whole);
    onClose();
  };
  const enter = () => {
    if (current && !(isOpen(current) && plain(typed).startsWith(`${plain(current.text)} `) && actions.includes(current))) return take(current);
    if (typed.trim()) actText(typed.trim());
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') point(at + 1);
    else if (event.key === 'ArrowUp') point(at - 1);
    else if (event.key === 'Tab' && !event.shiftKey && current && plain(typed) !== plain(current.text)) setTyped(current.text);
    else return;
    event.preventDefault();
  };
  return { typed, type, fits, current, point, take, enter, onKeyDown, list, input };
}

export function CommandBox(props: CommandProps) {
  const { actions, onClose } = props;
  const { typed, type, fits, current, point, take, enter, onKeyDown, list, input } = useCommand(props);
  return (
    <Dialog title="What you may do" onClose={onClose}>
      <form
        class="command"
        onSubmit={(event) => {
          event.preventDefault();
          enter();
        }}
      >
        <input
          role="combobox"
          ref={input}
          autofocus
          aria-label="Move in notation"
          aria-expanded="true"
          aria-controls="moves"
          aria-activedescendant={current ? `move-${current.id}` : undefined}
          aria-autocomplete="list"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          placeholder={actions[0] ? formOf(actions[0]) : ''}
          value={typed}
          onInput={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <ul id="moves" role="listbox" aria-label="Moves" ref={list}>
          {fits.map((action, index) => (
            <Move
              key={action.text}
              action={action}
              listed={actions.includes(action)}
              selected={action === current}
              onPoint={() => point(index, false)}
              onTake={() => take(action)}
            />
          ))}
        </ul>
        {fits.length === 0 && (
          <p class="quiet">{actions.length ? 'No move begins like this. Press Enter to try it anyway.' : 'There is nothing for you to decide right now.'}</p>
        )}
      </form>
    </Dialog>
  );
}
