// The colour of a number, in sign and word.

/** Black is a solid disc, red a ring; the word stands beside it where there is room for one. */
export function Ink({ red, terse }: { red: boolean; terse?: boolean }) {
  return (
    <span class={red ? 'ink red' : 'ink black'}>
      <i aria-hidden="true" />
      <span class={terse ? 'sr' : 'word'}>{red ? 'red' : 'black'}</span>
    </span>
  );
}
