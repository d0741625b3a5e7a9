// How large the pieces are: the rules know it, and tell it with the view of any table.

import { useEffect, useState } from 'preact/hooks';
import { takeMeasures } from '../measures';
import { checkTown } from './check';
import { emptyTown } from './starts';

let taken = false;

export function useMeasures(): { ready: boolean; problem: string } {
  const [ready, setReady] = useState(taken);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    if (taken) return;
    checkTown(emptyTown()).then(
      ({ view, words }) => {
        if (!view) return setProblem(words);
        takeMeasures(view.shared.measures);
        taken = true;
        setReady(true);
      },
      (error: Error) => setProblem(error.message),
    );
  }, []);
  return { ready, problem };
}
