// A page that is loaded when somebody goes there, so that the first load stays small.

import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** A component that loads another the first time it is shown. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): (props: Props) => preact.JSX.Element {
  let loaded: ComponentType<Props> | null = null;
  return function Later(props: Props) {
    const [Page, setPage] = useState(() => loaded);
    const [problem, setProblem] = useState(false);
    useEffect(() => {
      if (Page) return;
      load().then(
        (page) => setPage(() => (loaded = page)),
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
    return Page ? <Page {...props} /> : <div class="page narrow" aria-busy="true" />;
  };
}
