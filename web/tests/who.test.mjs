// Who sits here, in Chromium: the cases of who.mjs, and a browser that is closed and opens its tabs again.
// ./check runs none of them; ./check --full all.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openBrowser, openProfile, Server, visitor } from './support.mjs';
import { cases, claimedIn, keptOf, throughTheLobby, whoIsHere } from './who.mjs';

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

for (const [name, run] of Object.entries(cases))
  test(name, async () => {
    const pages = [];
    const newPage = async () => {
      const page = await visitor(browser, server);
      pages.push(page);
      await page.goto('/openapi.json');
      return page;
    };
    await run({ server, newPage, newTab: (page) => page.context().newPage() });
    for (const page of pages) {
      assert.deepEqual(page.faults, []);
      await page.context().close();
    }
  });

test('a browser that is closed and opened again has kept nothing but who is here', async () => {
  const profile = mkdtempSync(join(tmpdir(), 'flipside-profile-'));
  let context;
  const open = async () => (context = await openProfile(profile, server));
  try {
    const first = await open();
    const page = await first.newPage();
    const person = await claimedIn(page, server.url, 'Eve of the tabs');
    await first.close();
    const second = await open();
    const restored = await second.newPage();
    await restored.goto('/openapi.json');
    assert.equal(await keptOf(restored, '/api/me'), null);
    await restored.goto('/profile');
    await throughTheLobby(restored);
    assert.deepEqual(await whoIsHere(restored), person);
  } finally {
    await context?.close(); // a browser that is left open keeps the whole file waiting
    rmSync(profile, { recursive: true, force: true });
  }
});
