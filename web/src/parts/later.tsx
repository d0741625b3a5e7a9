// A page that is loaded when somebody goes there, so that the first load stays small.

import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

export function Later({ load, id }: { load: () => Promise<ComponentType<{ id: string }>>; id: string }) {
  const [Page, setPage] = useState<ComponentType<{ id: string }> | null>(null);
  const [problem, setProblem] = useState(false);
  useEffect(() => {
    load().then(
      (page) => setPage(() => page),
      () => setProblem(true),
    );
  }, []);
  if (problem)
    return (
      <div class="page narrow">
        <p class="problem" role="alert">
          This page could not be loaded. <button onClick={() => location.reload()}>Load again</button>
        </p>
      </div>
    );
  return Page ? <Page id={id} /> : <div class="page narrow" aria-busy="true" />;
}
