// The tabs of one browser have one cookie, so they are one person: one at a time becomes somebody, and each tells the others.

const key = 'flipside.who';

/** Of two tabs that need a name at the same time the second waits, and finds out who the first has become. */
export async function oneTabAtATime<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks ? ((await navigator.locks.request(key, work)) as T) : work(); // over plain http there are no locks
}

/** Somebody has come, gone or taken another name in this tab. */
export function tellTabs(person: { id: string } | null): void {
  localStorage.setItem(key, `${person?.id ?? 'nobody'} ${Date.now()} ${Math.random()}`);
}

/** Whenever it may be somebody else who sits here: another tab says so, or this one was shelved by the browser and comes back. */
export function onTabs(listener: () => void): void {
  globalThis.addEventListener?.('storage', (event) => event.key === key && listener());
  globalThis.addEventListener?.('pageshow', (event) => event.persisted && listener());
}
