// People in real browsers: the lobby, quick match, friends and challenges, a lost password, programs and their tokens.
// ./check runs those with: two people|quick match; ./check --full all.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { noSidewaysScrolling, openBrowser, phone, seriousFaults, Server, shot, soon, visitor } from './support.mjs';

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

async function guest(name, options = {}) {
  const page = await visitor(browser, server, options);
  await page.goto('/');
  await page.evaluate(
    (wanted) => fetch('/api/guest', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ name: wanted }) }),
    name,
  );
  await page.goto('/lobby');
  await page.getByRole('heading', { name: 'Who is here' }).waitFor();
  return page;
}

test('two people become friends in the lobby, one challenges the other, who declines once, and they sit at one table', async () => {
  const [ada, bo] = [await guest('Ada'), await guest('Bo', { viewport: phone })];
  await ada.getByLabel('Add a friend by name').fill('Bo');
  await ada.getByRole('button', { name: 'Ask' }).click();
  await bo.getByText('would like to be your friend').waitFor();
  await shot(bo, 'social-request-phone');
  await bo.locator('.friends').getByRole('button', { name: 'Accept' }).click();
  await ada.locator('.friends').getByText('here now').waitFor();
  for (const page of [ada, bo]) {
    assert.deepEqual(await seriousFaults(page), []);
    await noSidewaysScrolling(page);
  }
  await shot(ada, 'social-lobby');
  await ada.locator('.friends').getByRole('button', { name: 'Challenge' }).click();
  await ada.getByRole('button', { name: 'Send the challenge' }).click();
  await ada.waitForURL(/\/t\//);
  await bo.getByRole('button', { name: 'Decline the challenge of Ada' }).click();
  await ada.getByRole('status', { name: 'News' }).getByText('Bo declined your invitation.').waitFor();
  await ada.getByRole('heading', { name: 'The table was given up' }).waitFor();
  await shot(ada, 'social-declined');
  await ada.getByRole('link', { name: 'Your games' }).click();
  await ada.getByText('Nothing here yet.').waitFor();
  await ada.getByRole('link', { name: 'Lobby' }).click();
  assert.equal(await bo.getByText('declined').count(), 0, 'nobody is told what they did themselves');
  await ada.locator('.friends').getByRole('button', { name: 'Challenge' }).click();
  await ada.getByRole('button', { name: 'Send the challenge' }).click();
  await ada.waitForURL(/\/t\//);
  await bo.goto('/learn'); // the challenge finds him wherever he is
  await bo.getByRole('button', { name: 'Accept the challenge of Ada' }).waitFor();
  await shot(bo, 'social-challenge-phone');
  await bo.getByRole('button', { name: 'Accept the challenge of Ada' }).click();
  await bo.waitForURL(/\/t\//);
  assert.equal(new URL(bo.url()).pathname, new URL(ada.url()).pathname);
  assert.deepEqual([...ada.faults, ...bo.faults], []);
  await ada.context().close();
  await bo.context().close();
});

test('quick match brings two people to one table', async () => {
  const pages = [await guest('Cleo'), await guest('Dan')];
  for (const page of pages) await page.getByRole('button', { name: 'Find an opponent' }).click();
  for (const page of pages) await page.waitForURL(/\/t\//);
  assert.equal(new URL(pages[0].url()).pathname, new URL(pages[1].url()).pathname);
  for (const page of pages) await page.context().close();
});

test('a lost password is replaced with the recovery code that was shown once', async () => {
  const eve = await guest('Eve');
  await eve.goto('/profile');
  await eve.getByLabel('A password of 8 characters or more').fill('a long enough word');
  await eve.getByRole('button', { name: 'Claim the name' }).click();
  const code = await eve.locator('.recovery-code').textContent();
  await shot(eve, 'social-code');
  await eve.context().close();
  const again = await visitor(browser, server);
  await again.goto('/profile');
  await again.getByText('Lost your password?').click();
  const form = again.locator('form.account-form', { hasText: 'Recovery code' });
  await form.getByLabel('Your name').fill('Eve');
  await form.getByLabel('Recovery code').fill(code.toLowerCase());
  await form.getByLabel('A new password, 8 characters or more').fill('another long word');
  await shot(again, 'social-lost');
  await form.getByRole('button', { name: 'Set the new password' }).click();
  await again.getByText('“Eve” is yours.').waitFor();
  await again.context().close();
});

test('a program gets a token that is shown once, copied, good for what it says, and revoked', async () => {
  const fay = await guest('Fay', { viewport: phone, permissions: ['clipboard-read', 'clipboard-write'] });
  await fay.evaluate(() => fetch('/api/claim', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"password":"a long enough word"}' }));
  await fay.goto('/profile');
  const programs = fay.locator('.programs');
  await programs.locator('summary').click();
  await programs.getByLabel('Name of a new program').fill('Robot');
  await programs.getByRole('button', { name: 'Make a program' }).click();
  await programs.getByRole('link', { name: 'Robot' }).waitFor();
  await programs.getByLabel('What it is for').fill('at home');
  await programs.getByRole('button', { name: 'Make a token' }).click();
  await shot(fay, 'social-token-phone');
  const token = await fay.locator('.recovery-code').textContent();
  await fay.getByRole('button', { name: 'Copy' }).click();
  await soon(async () => assert.equal(await fay.evaluate(() => navigator.clipboard.readText()), token));
  await fay.getByRole('button', { name: 'I have saved it' }).click();
  await programs.getByText('Token for Robot: read, play, challenge').waitFor();
  assert.deepEqual(await seriousFaults(fay), []);
  await noSidewaysScrolling(fay);
  const asked = async () => (await fetch(`${server.url}/api/me`, { headers: { Authorization: `Bearer ${token}` } })).status;
  assert.equal(await asked(), 200);
  await programs.getByRole('button', { name: 'Revoke the token at home' }).click();
  await programs.getByText('Token for Robot').waitFor({ state: 'detached' });
  assert.equal(await asked(), 401);
  assert.deepEqual(fay.faults, []);
  await fay.context().close();
});
