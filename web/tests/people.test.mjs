// People in a real browser: claiming a name, signing in elsewhere and out everywhere, export, deletion; profile, ratings, the daily
// challenge, clocks, the word that it is one's turn.
// ./check runs those with: a guest claims|the daily challenge; ./check --full all.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import {
  clickStep,
  finish,
  hasCount,
  hasText,
  looks,
  makeTable,
  noSidewaysScrolling,
  openBrowser,
  phaseOf,
  phone,
  seriousFaults,
  Server,
  shot,
  soon,
  visitor,
} from './support.mjs';

const me = { kind: 'me' };
const bot = (level) => ({ kind: 'bot', level });
const secret = 'a long enough word';

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

async function call(page, method, path, body) {
  return page.evaluate(
    async ([how, where, what]) => {
      const answer = await fetch(where, {
        method: how,
        headers: what ? { 'Content-Type': 'application/json' } : {},
        body: what ? JSON.stringify(what) : undefined,
      });
      return { status: answer.status, ...(await answer.json()) };
    },
    [method, path, body],
  );
}

/** A guest of that name on a device of its own. */
async function guest(name, options = {}) {
  const page = await visitor(browser, server, options);
  await page.goto('/');
  await call(page, 'POST', '/api/guest', { name });
  return page;
}

async function claimed(name, options = {}) {
  const page = await guest(name, options);
  await page.goto('/profile');
  await page.getByLabel('A password of 8 characters or more').fill(secret);
  await page.getByRole('button', { name: 'Claim the name' }).click();
  await page.getByRole('button', { name: 'I have written it down' }).click(); // the recovery code
  await page.getByText(`“${name}” is yours.`).waitFor();
  return page;
}

async function signIn(page, name, password) {
  const form = page.locator('form.account-form', { hasText: 'Sign in' }).last();
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Password').fill(password);
  await form.getByRole('button', { name: 'Sign in' }).click();
}

test('a guest claims the name, signs in elsewhere, and signs out everywhere', async () => {
  const here = await claimed('Ada');
  await shot(here, 'people-claimed');
  const there = await visitor(browser, server);
  await there.goto('/profile');
  await signIn(there, 'Ada', 'not the password');
  await there.locator('.problem').waitFor();
  await signIn(there, 'Ada', secret);
  await there.getByText('“Ada” is yours.').waitFor();
  await there.getByRole('button', { name: 'Sign out everywhere' }).click();
  await there.getByRole('heading', { name: 'Sign in' }).waitFor();
  await here.getByRole('heading', { name: 'Sign in' }).waitFor(); // the other device hears of it without being touched
  assert.equal((await call(here, 'GET', '/api/me')).person, null);
  assert.deepEqual([...here.faults, ...there.faults], []);
  await here.context().close();
  await there.context().close();
});

test('the profile lists where one is signed in, and a device that was left behind is signed out from there', async () => {
  const here = await claimed('Abel');
  const there = await visitor(browser, server, { viewport: phone, colorScheme: 'dark' });
  await there.goto('/profile');
  await signIn(there, 'Abel', secret);
  const list = there.getByRole('region', { name: 'Where you are signed in' });
  await list.getByText('This device').waitFor();
  await hasCount(list.getByRole('listitem'), 2);
  await list.scrollIntoViewIfNeeded();
  await shot(there, 'people-sessions-phone-dark');
  await noSidewaysScrolling(there);
  assert.deepEqual(await seriousFaults(there), []);
  await here.reload();
  const mine = here.getByRole('region', { name: 'Where you are signed in' });
  await mine.getByText('This device').waitFor();
  await mine.scrollIntoViewIfNeeded();
  await shot(here, 'people-sessions-wide');
  assert.equal(await mine.getByRole('listitem').filter({ hasText: 'This device' }).getByRole('button').count(), 0);
  await mine.getByRole('button', { name: 'Sign out' }).click();
  await there.getByRole('heading', { name: 'Sign in' }).waitFor();
  await mine.getByRole('listitem').nth(1).waitFor({ state: 'detached' });
  assert.equal((await call(here, 'GET', '/api/me')).person.name, 'Abel');
  await here.context().close();
  await there.context().close();
});

test('tokens are listed with their last use, and a new password ends them', async () => {
  for (const [size, viewport, light] of looks) {
    const page = await claimed(`Token ${size}`, { viewport, colorScheme: light });
    const { programs } = await call(page, 'POST', '/api/programs', { name: `Robot ${size}` });
    const made = await call(page, 'POST', '/api/tokens', { person: programs[0].id, label: 'at home', scopes: ['read', 'play'] });
    await call(page, 'POST', '/api/tokens', { label: 'elsewhere', scopes: ['read'] });
    await page.evaluate((token) => fetch('/api/me', { headers: { Authorization: `Bearer ${token}` } }), made.token);
    await page.reload();
    await page.getByText('Programs that play for you').click();
    await page
      .getByRole('listitem')
      .filter({ hasText: 'at home' })
      .getByText(/last used/)
      .waitFor();
    await page
      .getByRole('listitem')
      .filter({ hasText: 'elsewhere' })
      .getByText(/never used/)
      .waitFor();
    await page.locator('.programs').scrollIntoViewIfNeeded();
    await shot(page, `people-tokens-${size}-${light}`);
    await noSidewaysScrolling(page);
    assert.deepEqual(await seriousFaults(page), []);
    await page.getByText('Change the password').click();
    await page.getByLabel('The one you have').fill(secret);
    await page.getByLabel('The new one, 8 characters or more').fill('an even longer word');
    await page.getByText('the tokens of your programs end').first().waitFor();
    await page.getByRole('button', { name: 'Change it' }).click();
    await page.getByText('all tokens have ended').waitFor();
    await shot(page, `people-password-${size}-${light}`);
    await page.getByText('Programs that play for you').click();
    await page.locator('.programs').getByText(`Robot ${size}`).first().waitFor();
    await hasCount(page.getByRole('button', { name: /^Revoke/ }), 0);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
});

test('nobody can take a claimed name, and a new password shuts the old one out', async () => {
  const page = await claimed('Bea');
  const other = await guest('Somebody');
  assert.equal((await call(other, 'POST', '/api/rename', { from: 'Somebody', name: 'bea' })).error.code, 'name_taken');
  await page.getByText('Change the password').click();
  await page.getByLabel('The one you have').fill(secret);
  await page.getByLabel('The new one, 8 characters or more').fill('an even longer word');
  await page.getByRole('button', { name: 'Change it' }).click();
  await page.getByText('Your password has been changed.').waitFor();
  await other.goto('/profile');
  await signIn(other, 'Bea', secret);
  await other.locator('.problem').waitFor();
  await signIn(other, 'Bea', 'an even longer word');
  await other.getByText('“Bea” is yours.').waitFor();
  await page.context().close();
  await other.context().close();
});

test('everything can be taken along as a file, and deleted: the profile is gone, others keep “a former player”', async () => {
  const page = await guest('Cleo', { acceptDownloads: true });
  const { table } = await makeTable(page, [me, bot(1)], { game: 'royalflip' });
  await finish(page, table);
  await page.goto('/profile');
  await page.getByRole('heading', { name: 'Cleo' }).waitFor();
  const waiting = page.waitForEvent('download');
  await page.getByText('Download everything').click();
  const file = JSON.parse(readFileSync(await (await waiting).path(), 'utf8'));
  assert.equal(file.flipside_export, 1);
  assert.equal(file.person.name, 'Cleo');
  assert.equal(file.tables.length, 1);
  const { person } = await call(page, 'GET', '/api/me');
  await page.getByRole('button', { name: 'Delete everything' }).click();
  const sure = page.getByRole('button', { name: 'Delete all of it' });
  await soon(async () => assert.ok(await sure.isDisabled(), 'a guest has to write the own name first'));
  await page.getByLabel('Write your name').fill('Cleo');
  await shot(page, 'people-delete');
  await sure.click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  assert.equal((await call(page, 'GET', `/api/people/${person.id}`)).status, 404);
  await page.context().close();
});

test('a finished game shows in the profile: scores in pictures, the rating, the game itself, which opens as a replay', async () => {
  const page = await guest('Dora');
  for (const [seats, pvp] of [
    [[me, bot(1)], true],
    [[me, bot(1)], false],
    [[me], false],
  ]) {
    const { table } = await makeTable(page, seats, { game: 'royalflip', rated: true, options: { pvp } });
    await finish(page, table);
  }
  await page.goto('/profile');
  await page.locator('.plots').waitFor();
  await hasCount(page.locator('.plots figure'), 0, 'one game alone is no curve');
  await hasCount(page.locator('.profile .tables li'), 3);
  await hasText(page.locator('.numbers tbody'), /Royal Flip/);
  assert.equal(await page.getByRole('table', { name: 'Way of playing' }).count(), 0, 'alone there is nothing to compare');
  await page.getByRole('group', { name: 'Which games' }).getByRole('button', { name: 'With others' }).click();
  await page.locator('.plots figure').first().waitFor();
  await hasText(page.getByRole('table', { name: 'Way of playing' }), /Player versus player\s*1\s*\d+\s*[01] of 1/);
  const csv = decodeURIComponent(await page.getByRole('link', { name: 'All games as CSV' }).getAttribute('href'));
  assert.match(csv, /^data:text\/csv;charset=utf-8,time,seats,seat,place,won,score,value,Way of playing\r\n.*,Player versus player\r\n/);
  for (const [size, name] of [
    [{ width: 1440, height: 1500 }, 'wide'],
    [{ width: 360, height: 1800 }, 'phone'],
  ]) {
    await page.setViewportSize(size);
    await noSidewaysScrolling(page);
    await shot(page, `people-profile-${name}`);
    assert.deepEqual(await seriousFaults(page), []);
  }
  await page.goto('/');
  await page.locator('.cover.game-royalflip').getByRole('button', { name: /^More/ }).click();
  await page
    .locator('.cover.game-royalflip')
    .getByRole('button', { name: /Alone: beat \d+/ })
    .waitFor();
  await page.goto('/ratings/royalflip');
  await page.locator('.numbers tr.you').waitFor();
  assert.match(await page.locator('.numbers tr.you').innerText(), /^–\s/, 'one game is no rating, and has no rank');
  await shot(page, 'people-ratings-phone');
  assert.deepEqual(await seriousFaults(page), []);
  await page.setViewportSize({ width: 1440, height: 900 });
  await shot(page, 'people-ratings-wide');
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('the daily challenge is taken once: no hint, then a place on the leaderboard, and no second try', async () => {
  const page = await guest('Emil');
  await page.goto('/daily');
  await page.locator('.cover').first().waitFor();
  await shot(page, 'people-daily-wide');
  assert.deepEqual(await seriousFaults(page), []);
  const cover = page.locator('.cover.game-royalflip');
  await cover.getByRole('button', { name: 'Take your try' }).click();
  await page.locator('.rf').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Hint' }).count(), 0);
  await finish(page, { id: new URL(page.url()).pathname.split('/').pop() });
  await page.goto('/daily');
  await cover.getByText(/You: \d+/).waitFor();
  assert.equal(await cover.getByRole('button').count(), 0, 'the try is spent');
  await cover.getByText('Leaderboard').click();
  await page.locator('.numbers tr.you').waitFor();
  await shot(page, 'people-daily-board-wide');
  await page.setViewportSize(phone);
  await noSidewaysScrolling(page);
  await shot(page, 'people-daily-board-phone');
  assert.deepEqual(await seriousFaults(page), []);
  await page.goto('/daily');
  await cover.waitFor();
  await noSidewaysScrolling(page);
  await shot(page, 'people-daily-phone');
  // Somebody else in the same browser may play it too, and is told before that it does not count.
  await call(page, 'POST', '/api/sign-out', {});
  await call(page, 'POST', '/api/guest', { name: 'Emil’s brother' });
  await page.goto('/daily');
  await cover.getByText('The try on this device has been used').waitFor();
  await cover.getByRole('button', { name: 'Take your try' }).click();
  await page.locator('.rf').waitFor();
  await page.goto('/daily');
  await cover.getByText('It will not count').waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('a clock runs, runs out, a bot takes over, and one press takes the seat back', async () => {
  const page = await guest('Finn');
  const other = await guest('Frida'); // who has decided already: so the bot cannot play to the end
  const { table } = await makeTable(page, [me, { kind: 'open' }], { game: 'royalflip', clock: { kind: 'bank', seconds: 20, extra: 0 } });
  await page.goto(`/t/${table.id}`);
  await other.goto(`/t/${table.id}`);
  await other.getByRole('button', { name: 'Sit down' }).click();
  await other.locator('.rf button.zone').first().waitFor();
  while ((await phaseOf(other)) !== 'wait') await clickStep(other);
  await page.locator('.seat.own .clock.runs').waitFor();
  await shot(page, 'people-clock');
  await page.getByText('Your time ran out').waitFor();
  await shot(page, 'people-clock-out');
  await page.getByRole('button', { name: 'I am back' }).click();
  await page.getByText('Your time ran out').waitFor({ state: 'detached' });
  assert.deepEqual(page.faults, []);
  await other.context().close();
  await page.context().close();
});

test('on every page title and icon say that a game waits', async () => {
  const page = await guest('Gala');
  await page.goto('/watch');
  const plain = await page.locator('link[rel~=icon]').getAttribute('href');
  await makeTable(page, [me], { game: 'royalflip' });
  await page.waitForFunction(() => document.title.startsWith('(1)'));
  await page.waitForFunction((old) => document.querySelector('link[rel~=icon]').getAttribute('href') !== old, plain);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('a browser that allows it shows a notice when the page is out of sight', async () => {
  const page = await guest('Hugo', { permissions: ['notifications'] });
  await page.addInitScript(() => {
    window.notices = [];
    window.Notification = class {
      static permission = 'granted';
      static requestPermission = async () => 'granted';
      constructor(title) {
        window.notices.push(title);
      }
    };
    Object.defineProperty(document, 'hidden', { get: () => true });
  });
  await page.goto('/profile');
  await page.getByLabel('A browser notification').selectOption('on');
  await makeTable(page, [me], { game: 'royalflip' });
  await page.waitForFunction(() => window.notices.length > 0);
  assert.match((await page.evaluate(() => window.notices))[0], /Your turn: Royal Flip/);
  await page.context().close();
});

test('somebody is blocked from the profile, and unblocked again', async () => {
  const other = await guest('Ivo');
  const { person } = await call(other, 'GET', '/api/me');
  const page = await guest('Jana');
  await page.goto(`/people/${person.id}`);
  await page.getByRole('button', { name: 'Block' }).click();
  await page.getByText('You have blocked Ivo').waitFor();
  await page.getByRole('button', { name: 'Report' }).click();
  await page.getByLabel('What happened').fill('He flips the table.');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Thank you. The site’s administrator will read it.').waitFor();
  await page.keyboard.press('Escape');
  await page.goto('/profile');
  await page.locator('.blocked li', { hasText: 'Ivo' }).getByRole('button', { name: 'Unblock' }).click();
  await page.locator('.blocked').waitFor({ state: 'detached' });
  await page.context().close();
  await other.context().close();
});

test('the forms of the account work by keyboard alone', async () => {
  const page = await guest('Kira');
  await page.goto('/profile');
  await page.getByLabel('A password of 8 characters or more').focus();
  await page.keyboard.type(secret);
  await page.keyboard.press('Enter');
  await page.getByText('“Kira” is yours.').waitFor();
  await page.setViewportSize(phone);
  await noSidewaysScrolling(page);
  await shot(page, 'people-account-phone');
  assert.deepEqual(await seriousFaults(page), []);
  await page.context().close();
});
