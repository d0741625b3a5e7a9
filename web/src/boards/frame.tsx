// The frame that every game's board stands in: its root with the keyboard, whose sheet is seen, tabs where there is room for one part,
// the bar that confirms a move, and the list of everybody's sheets. Its styles are frame.css.

import { createContext, type ComponentChildren, type JSX, type RefObject } from 'preact';
import { useContext, useRef } from 'preact/hooks';
import type { Scene } from '../types';
import { moveFocus, useFocusOnOpen, useKeyboardFocus } from './focus';

interface BoardFrameProps extends JSX.HTMLAttributes<HTMLDivElement> {
  root: RefObject<HTMLDivElement>;
  scene: Scene;
  /** With a new one the focus goes on to the first choice. */
  step: string;
  /** The largest screen that has no room for all parts, and the tab that is open there. */
  until?: 'tablet' | 'phone';
  tab?: string;
  [data: `data-${string}`]: string | undefined;
}

const OpenTab = createContext('');

/** The root of a board: arrows go from choice to choice, unless the game has keys of its own. */
export function BoardFrame({ root, scene, step, until, tab = '', class: name, children, ...rest }: BoardFrameProps) {
  useKeyboardFocus(root, step, scene);
  return (
    <div ref={root} class={`${name} board-frame${until ? ` until-${until}` : ''}`} onKeyDown={(event) => moveFocus(root.current!, event)} {...rest}>
      <OpenTab.Provider value={tab}>{children}</OpenTab.Provider>
    </div>
  );
}

/** The class of a part that small screens show in these tabs only; tall ones in those, too. */
export function useTabs(tabs: string[], tall: string[] = []): string {
  const open = useContext(OpenTab);
  if (tabs.includes(open)) return '';
  return tall.includes(open) ? ' not-if-short' : ' not-here';
}

/** Whose sheet this is, and the way to the next one or back to the own one. `name` is the game's class for it. */
export function GuestBar({ name, next, back, children }: { name: string; next?: () => void; back: () => void; children: ComponentChildren }) {
  return (
    <p class={`${name} guest-bar`}>
      {children} {next && <button onClick={next}>Next</button>} <button onClick={back}>Back to yours</button>
    </p>
  );
}

export interface PartTab<Name extends string> {
  name: Name;
  words: ComponentChildren;
  /** What it is called, where `words` are a picture. */
  label?: string;
  /** Something can be done there. */
  lit?: boolean;
  hinted?: boolean;
  /** A long screen shows it together with that one, whose tab then stands for both. */
  within?: Name;
}

interface TabsProps<Name extends string> {
  /** The game's class for it. */
  name: string;
  tabs: PartTab<Name>[];
  current: Name;
  choose: (name: Name) => void;
  children?: ComponentChildren;
}

/** Parts of a board where there is room for one. */
export function PartTabs<Name extends string>({ name, tabs, current, choose, children }: TabsProps<Name>) {
  const within = tabs.find((tab) => tab.name === current)?.within;
  const classesOf = (tab: PartTab<Name>) =>
    [tab.lit && 'lit', tab.hinted && tab.name !== current && 'hinted', tab.within && 'within', tab.name === within && 'for-both'].filter(Boolean).join(' ');
  return (
    <div class={`${name} part-tabs`} role="group" aria-label="Show">
      {tabs.map((tab) => (
        <button
          key={tab.name}
          data-tab={tab.name}
          class={classesOf(tab)}
          aria-pressed={tab.name === current}
          aria-label={tab.label}
          onClick={() => choose(tab.name)}
        >
          {tab.words}
        </button>
      ))}
      {children}
    </div>
  );
}

interface ConfirmProps {
  /** The game's class for it. */
  name: string;
  label: string;
  /** What the button says that makes the move. */
  does: ComponentChildren;
  confirm: () => void;
  cancel: () => void;
  children: ComponentChildren;
}

/** What was picked on the board: what it brings, the button that makes the move, and the way to another one. */
export function ConfirmBar({ name, label, does, confirm, cancel, children }: ConfirmProps) {
  const bar = useRef<HTMLDivElement>(null);
  useFocusOnOpen(bar);
  return (
    <div ref={bar} class={`${name} confirm-bar`} role="group" aria-label={label}>
      {children}
      <div class="buttons">
        <button class="primary go" data-legal data-move="confirm" onClick={confirm}>
          {does}
        </button>
        <button data-move="cancel" aria-label="No, another one" onClick={cancel}>
          ✕
        </button>
      </div>
    </div>
  );
}

interface SheetListProps {
  /** The game's class for it. */
  name: string;
  label: string;
  seats: number[];
  /** The one that is looked at. */
  shown: number;
  setShown: (seat: number) => void;
  /** What a sheet looks like in small, and how its button is marked. */
  draw: (seat: number) => { class?: string; title?: string; children: ComponentChildren };
}

/** Everybody's sheets in small: each is a button that shows it in large. */
export function SheetList({ name, label, seats, shown, setShown, draw }: SheetListProps) {
  return (
    <ul class={`${name} sheet-list`} aria-label={label}>
      {seats.map((seat) => {
        const { children, ...marks } = draw(seat);
        return (
          <li key={seat}>
            <button {...marks} aria-pressed={seats.includes(shown) ? seat === shown : undefined} onClick={() => setShown(seat)}>
              {children}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
