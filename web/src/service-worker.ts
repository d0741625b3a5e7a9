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

interface Pushed extends Lifetime {
  data: { json(): { title: string; text: string; url: string; tag: string } } | null;
}
interface Pressed extends Lifetime {
  notification: Notification;
}
interface Tab {
  url: string;
  focus(): Promise<Tab>;
  navigate(url: string): Promise<Tab | null>;
}
/** What the types of a page do not have. */
interface Worker {
  registration: ServiceWorkerRegistration;
  clients: { matchAll(options: object): Promise<Tab[]>; openWindow(url: string): Promise<Tab | null> };
}

const worker = self as unknown as Worker;
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

/** Something has happened while the page was closed; a later message about the same takes the place of the one before. */
async function tell(event: Pushed): Promise<void> {
  const news = event.data?.json();
  if (!news) return;
  await worker.registration.showNotification(news.title, {
    body: news.text,
    tag: news.tag,
    icon: new URL('icon-192.png', base).href,
    data: new URL(news.url.replace(/^\//, ''), base).href,
  });
}

async function open(place: string): Promise<void> {
  const tabs = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tab = tabs.find((one) => one.url === place) ?? tabs[0];
  if (!tab) await worker.clients.openWindow(place);
  else if (tab.url === place) await tab.focus();
  else
    await tab.navigate(place).then(
      (moved) => moved?.focus(),
      () => worker.clients.openWindow(place),
    );
}

self.addEventListener('push', (event) => (event as Pushed).waitUntil(tell(event as Pushed)));
self.addEventListener('notificationclick', (event) => {
  const { notification } = event as Pressed;
  notification.close();
  (event as Pressed).waitUntil(open(notification.data));
});
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
