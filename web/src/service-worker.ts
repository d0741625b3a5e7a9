// The page without a network. This version's files are fetched once, in the background; after that the page opens without asking
// anybody. Whoever is online gets the page that the server has now: only what has its content in its name is taken from here.
//
// A new version waits until no tab shows the old one any more: nothing changes in the middle of a game.

declare const VERSION: string;
declare const FILES: string[];

interface Lifetime extends Event {
  waitUntil(done: Promise<unknown>): void;
}
interface Fetching extends Event {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}

const shelf = `flipside-${VERSION}`;
const patience = 4000;
const base = new URL('./', self.location.href);

/** One after the other: the server counts requests. */
async function fill(): Promise<void> {
  const cache = await caches.open(shelf);
  for (const file of ['', ...FILES]) {
    const address = new URL(file, base).href;
    if (await cache.match(address)) continue;
    const known = file.startsWith('assets/') ? await caches.match(address) : undefined; // an older version had the same
    await (known ? cache.put(address, known) : cache.add(address));
  }
}

async function tidy(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith('flipside-') && name !== shelf) await caches.delete(name);
}

const kept = async (address: string) => (await caches.open(shelf)).match(address);

async function file(request: Request): Promise<Response> {
  return (await kept(request.url)) ?? fetch(request);
}

/** The page itself: as the server has it, unless that takes too long or cannot be. */
async function page(request: Request): Promise<Response> {
  const own = await kept(base.href);
  if (!own) return fetch(request);
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(own), patience));
  return Promise.race([fetch(request).catch(() => own), late]);
}

self.addEventListener('install', (event) => (event as Lifetime).waitUntil(fill()));
self.addEventListener('activate', (event) => (event as Lifetime).waitUntil(tidy()));
self.addEventListener('fetch', (event) => {
  const { request, respondWith } = event as Fetching;
  const url = new URL(request.url);
  const path = url.href.startsWith(base.href) ? url.href.slice(base.href.length).split(/[?#]/)[0] : null;
  if (request.method !== 'GET' || path === null || path.startsWith('api/')) return;
  if (request.mode === 'navigate') respondWith.call(event, page(request));
  else if (FILES.includes(path)) respondWith.call(event, file(request));
});
