// What every board has around its game: whose sheet one looks at with the way back, and parts one behind the other on small screens.

import type { ComponentChildren } from 'preact';

/** Whose sheet this is, and the way back to the own one. `name` is the game's class for it. */
export function GuestBar({ name, back, children }: { name: string; back: () => void; children: ComponentChildren }) {
  return (
    <p class={`${name} guest-bar`}>
      {children} <button onClick={back}>Back to yours</button>
    </p>
  );
}

export interface PartTab<Name extends string> {
  name: Name;
  words: ComponentChildren;
  hinted?: boolean;
}

interface TabsProps<Name extends string> {
  /** The game's class for it. */
  name: string;
  tabs: PartTab<Name>[];
  current: Name;
  choose: (name: Name) => void;
  children?: ComponentChildren;
}

/** Parts of a board where there is room for one; styles/boards.css hides the tabs where there is room for all. */
export function PartTabs<Name extends string>({ name, tabs, current, choose, children }: TabsProps<Name>) {
  return (
    <div class={`${name} part-tabs`} role="group" aria-label="Show">
      {tabs.map((tab) => (
        <button
          key={tab.name}
          data-tab={tab.name}
          class={tab.hinted && tab.name !== current ? 'hinted' : ''}
          aria-pressed={tab.name === current}
          onClick={() => choose(tab.name)}
        >
          {tab.words}
        </button>
      ))}
      {children}
    </div>
  );
}
