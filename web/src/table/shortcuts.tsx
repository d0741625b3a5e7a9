// The keys of a table, on one card: those of every table, and those of this game's board.

import { Dialog } from '../parts/dialog';

export type Shortcut = readonly [keys: string, words: string];

const everywhere: readonly Shortcut[] = [
  ['Arrows', 'go from choice to choice'],
  ['Enter', 'takes the choice'],
  ['U', 'undo'],
  ['H', 'hint'],
  [':', 'all moves; type one'],
  ['?', 'this card'],
];

export function Shortcuts({ own = [], onClose }: { own?: readonly Shortcut[]; onClose: () => void }) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl class="shortcuts">
        {[...own, ...everywhere].map(([keys, words]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
