// Whoever sits in a browser stays who they are, whatever is done with its tabs. The same cases in Chromium (who.test.mjs) and in Firefox
// (firefox.test.mjs): both drivers have these few calls in common.

import assert from 'node:assert/strict';
import { soon } from './support.mjs';

const secret = 'a long enough word';

const call = (page, method, path, body) =>
  page.evaluate(
    async ([how, where, what]) => {
      const headers = what ? { 'Content-Type': 'application/json' } : {};
      const answer = await fetch(where, { method: how, headers, cache: 'no-store', body: what ? JSON.stringify(what) : undefined });
      return answer.json();
    },
    [method, path, body],
  );

/** Who the browser's cookie stands for. */
export const whoIsHere = async (page) => (await call(page, 'GET', '/api/me')).person;

const peopleHere = async (page) => (await call(page, 'GET', '/api/lobby')).people.map(({ id }) => id);

/** By the words on a link or a button, as somebody would press it. */
const press = (page, words) =>
  soon(async () => {
    const pressed = await page.evaluate((word) => {
      const found = [...document.querySelectorAll('a, button')].find((node) => node.textContent.trim() === word && !node.disabled);
      found?.click();
      return Boolean(found);
    }, words);
    assert.ok(pressed, `“${words}” can be pressed`);
  });

const shows = (page, pattern) => soon(async () => assert.match(await page.evaluate(() => document.body.innerText), pattern));

const arrived = (page, path) =>
  soon(async () => assert.equal(await page.evaluate(() => document.readyState === 'complete' && location.pathname).catch(() => 'on the way'), path));

/** Back (-1) and Forward (1), as the browser's buttons do it, and then the page is at that address. A driver waits for loading, which there may be none of. */
async function travel(page, by, path) {
  await page.evaluate((steps) => void setTimeout(() => history.go(steps)), by);
  await arrived(page, path);
}

async function away(page) {
  await page.evaluate(() => void setTimeout(() => location.assign('/openapi.json')));
  await arrived(page, '/openapi.json');
}

async function reload(page, path) {
  await page.evaluate(() => {
    window.old = true;
    setTimeout(() => location.reload());
  });
  await soon(async () => assert.ok(await page.evaluate(() => !window.old).catch(() => false)));
  await arrived(page, path);
}

/** The profile of a stranger. */
const signedOut = /Lost your password/;

/** The lobby is for people: the page sees to it that whoever opens it is one. */
export async function throughTheLobby(page) {
  await press(page, 'Lobby');
  await shows(page, /Who is here/);
}

/** The account can still be signed in to, from a device of its own, and the name is nobody else's. */
async function stillTheirs(page, newPage, person) {
  assert.deepEqual(await whoIsHere(page), person);
  await canSignIn(newPage, person);
}

async function canSignIn(newPage, person) {
  const other = await newPage();
  assert.deepEqual((await call(other, 'POST', '/api/sign-in', { name: person.name, password: secret })).person, person);
}

/** A page that a stranger opened, who then took a name and a password in it. */
export async function claimedIn(page, url, name) {
  await page.goto(`${url}/profile`); // it hears that nobody is here
  await shows(page, signedOut);
  await call(page, 'POST', '/api/guest', { name });
  const { person } = await call(page, 'POST', '/api/claim', { password: secret });
  assert.equal(person.name, name);
  return person;
}

/** What a tab that the browser restores could show: what it has kept, however old. */
export const keptOf = (page, path) =>
  page.evaluate(
    (where) =>
      fetch(where, { cache: 'only-if-cached', mode: 'same-origin' }).then(
        (answer) => (answer.ok ? answer.text() : null),
        () => null,
      ),
    path,
  );

/** `newPage`: a device of its own; `newTab(page)`: another tab of a device. */
export const cases = {
  async 'Back, Forward and reload rename nobody'({ server, newPage }) {
    const page = await newPage();
    const person = await claimedIn(page, server.url, 'Ada of the tabs');
    await away(page);
    await travel(page, -1, '/profile');
    await throughTheLobby(page);
    await stillTheirs(page, newPage, person);
    await travel(page, -1, '/profile'); // within the page
    await travel(page, 1, '/lobby');
    await away(page);
    await travel(page, -2, '/profile');
    await travel(page, 2, '/openapi.json');
    await travel(page, -1, '/lobby');
    await throughTheLobby(page);
    await reload(page, '/lobby');
    await throughTheLobby(page);
    await stillTheirs(page, newPage, person);
  },

  async 'nothing about anybody is kept for a tab that is restored'({ server, newPage }) {
    const page = await newPage();
    const person = await claimedIn(page, server.url, 'Dee of the tabs');
    await page.reload();
    await shows(page, /is yours/);
    assert.ok(await keptOf(page, await page.evaluate(() => document.querySelector('script').src)), 'the page itself is kept');
    for (const path of ['/api/me', '/api/games', '/api/sessions', '/api/tokens', `/api/people/${person.id}`]) {
      await page.evaluate((where) => fetch(where), path); // not as the page asks
      assert.equal(await keptOf(page, path), null, path);
    }
  },

  async 'two tabs of a stranger that need a name at once are one person'({ server, newPage, newTab }) {
    const first = await newPage();
    await first.goto(`${server.url}/profile`);
    await shows(first, signedOut);
    const second = await newTab(first);
    await second.goto(`${server.url}/profile`);
    await shows(second, signedOut);
    const before = await peopleHere(first);
    await Promise.all([throughTheLobby(first), throughTheLobby(second)]);
    const { name, id } = await whoIsHere(first);
    assert.equal((await whoIsHere(second)).id, id);
    await Promise.all([press(first, 'Profile'), press(second, 'Profile')]);
    for (const tab of [first, second]) await soon(async () => assert.equal(await tab.evaluate(() => document.querySelector('h1')?.textContent), name));
    assert.deepEqual(
      (await peopleHere(first)).filter((one) => !before.includes(one)),
      [id],
      'nobody was made in vain',
    );
  },

  async 'a tab that was left standing when another signed out renames nobody, and neither tab stays behind'({ server, newPage, newTab }) {
    const stale = await newPage();
    const person = await claimedIn(stale, server.url, 'Bea of the tabs');
    await stale.reload();
    await shows(stale, /is yours/);
    const other = await newTab(stale);
    await other.goto(`${server.url}/profile`);
    await shows(other, /is yours/);
    await press(other, 'Sign out here');
    await shows(other, signedOut);
    await shows(stale, signedOut);
    await throughTheLobby(stale); // somebody new
    assert.notEqual((await whoIsHere(stale)).id, person.id);
    await canSignIn(newPage, person);
    const { name } = await whoIsHere(stale);
    await soon(async () => assert.ok((await other.evaluate(() => document.body.innerText)).includes(name), 'the other tab knows who is here'));
    // And from a tab that nobody told: the name it would change is another's by now.
    await call(stale, 'POST', '/api/sign-in', { name: person.name, password: secret });
    assert.equal((await call(other, 'POST', '/api/rename', { from: name, name: 'Stale' })).error.code, 'changed');
    await stillTheirs(stale, newPage, person);
  },

  async 'without a server and back, everybody is who they were'({ server, newPage, newTab }) {
    const page = await newPage();
    const person = await claimedIn(page, server.url, 'Cy of the tabs');
    await page.reload();
    await shows(page, /is yours/);
    const stranger = await newPage();
    await stranger.goto(`${server.url}/profile`);
    await shows(stranger, signedOut);
    await server.kill();
    await shows(page, /Connection lost/);
    await press(stranger, 'Lobby');
    await server.start();
    await soon(async () => assert.doesNotMatch(await page.evaluate(() => document.body.innerText), /Connection lost/), 30e3);
    await throughTheLobby(page);
    await stillTheirs(page, newPage, person);
    // A sign-out of which no tab tells: the page hears of it from the server.
    const other = await newTab(page);
    await other.goto(`${server.url}/openapi.json`);
    await call(other, 'POST', '/api/sign-out', {});
    await press(page, 'Profile');
    await shows(page, signedOut);
  },
};
