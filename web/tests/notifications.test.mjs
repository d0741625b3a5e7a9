// What is told when the page is closed: asked for under Settings, shown by the service worker.
// ./check runs those with: while the page is closed; ./check --full all.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { looks, noSidewaysScrolling, openBrowser, seriousFaults, Server, shot, soon, visitor } from './support.mjs';

let server;
let browser;

before(async () => {
  server = await new Server().start();
  browser = await openBrowser();
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

/** Somebody whose browser takes push messages; its maker's service, which no test can reach, is left out. */
async function subscriber(options) {
  const page = await visitor(browser, server, { serviceWorkers: 'allow', ...options });
  await page.context().addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' }); // without windows it never is
    const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) };
    const own = { endpoint: 'https://push.invalid/own', toJSON: () => ({ endpoint: 'https://push.invalid/own', keys }) };
    PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
      localStorage.setItem('push', applicationServerKey);
      return own;
    };
    PushManager.prototype.getSubscription = async () => (localStorage.getItem('push') ? own : null);
  });
  await page.goto('/');
  await page.evaluate(async () => {
    const post = (path, body) => fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
    await post('/api/guest', { name: `Told ${Math.floor(Math.random() * 1e6)}` });
    await post('/api/claim', { password: 'a long password' });
  });
  await page.goto('/settings');
  return page;
}

for (const [name, viewport, colorScheme] of looks)
  test(`a device is notified, each kind can be switched off, with quiet hours (${name}, ${colorScheme})`, async () => {
    const page = await subscriber({ viewport, colorScheme });
    const part = page.locator('.notifications');
    await part.getByRole('button', { name: 'Notify me on this device' }).click();
    await part.getByText('This device', { exact: true }).waitFor();
    const told = () => page.evaluate(() => fetch('/api/notifications').then((answer) => answer.json()));
    assert.equal(await page.evaluate(() => localStorage.getItem('push')), (await told()).key);
    await part.getByLabel('A game of yours is over').first().uncheck();
    await part.getByLabel('Quiet hours').check();
    await part.getByLabel('to', { exact: true }).fill('08:30');
    await soon(async () => assert.deepEqual((await told()).quiet, { from: 1320, to: 510 }));
    assert.equal((await told()).kinds.over, false);
    await part.scrollIntoViewIfNeeded();
    await shot(page, `notifications-${name}-${colorScheme}`);
    await noSidewaysScrolling(page);
    assert.deepEqual(await seriousFaults(page), []);
    await part.getByRole('button', { name: /^Remove/ }).click();
    await part.getByRole('button', { name: 'Notify me on this device' }).waitFor();
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });

test('what comes while the page is closed is shown, and leads to the table', async () => {
  const page = await subscriber();
  await page.locator('.notifications').getByRole('button', { name: 'Notify me on this device' }).click();
  await page.locator('.notifications').getByText('This device', { exact: true }).waitFor();
  const line = await page.context().newCDPSession(page);
  const registered = new Promise((done) =>
    line.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const active = versions.find((version) => version.status === 'activated');
      if (active) done(active.registrationId);
    }),
  );
  await line.send('ServiceWorker.enable');
  // A browser without windows shows nothing: what it was asked to show is written down.
  const [worker] = page.context().serviceWorkers();
  await worker.evaluate(() => {
    self.shown = [];
    ServiceWorkerRegistration.prototype.showNotification = async (title, { body, tag, data }) => void self.shown.push([title, body, tag, data]);
  });
  const news = { kind: 'turn', title: 'It is your turn: Royal Flip', text: 'You play with Bo.', url: '/t/abc', tag: 'table abc' };
  await line.send('ServiceWorker.deliverPushMessage', { origin: server.url, registrationId: await registered, data: JSON.stringify(news) });
  await soon(async () => assert.deepEqual(await worker.evaluate(() => self.shown), [[news.title, news.text, news.tag, `${server.url}/t/abc`]]));
  await page.context().close();
});
