// How it is said on a board that nothing more is to be done: a lesson that is finished is not a game that is over.

import type { Scene } from '../types';

export function endWords({ lesson }: Scene): string {
  if (!lesson) return 'The game is over.';
  return lesson.next ? `The lesson is finished. Next: ${lesson.next}` : 'The lesson is finished: it was the last one.';
}
