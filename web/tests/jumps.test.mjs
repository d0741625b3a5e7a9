// Nothing jumps: over whole turns with the tutor and hints, every part of a board stays where it is, to the pixel.
// ./check runs none of them; ./check --full all.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeTable, openBrowser, Server, shot, soon, visitor } from './support.mjs';

let server, browser;
before(async () => {
  server = await new Server().start();
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const shell = ['.table-head', '.board-area', '.strip'];

/** The parts of a board that have a place of their own; those behind another tab are not looked at. */
const parts = {
  royalflip: ['.rf', '.rf-lineup', '.rf-tabs', '.rf-map', '.rf-track'],
  flipcity: ['.fc', '.fc-status', '.fc-tabs', '.fc-street', '.fc-market', '.fc-now'],
  fliptown: ['.ft', '.ft-purse', '.ft-tabs', '.ft:not(.small) .ft-frame'], // on a phone a region is larger than the map
  insertcoin: ['.ic', '.ic-status', '.ic-tabs', '.ic-stage', '.ic-deck'],
  flickemup: ['.fu', '.fu-strip', '.fu-top', '.fu-tools', '.fu-stage', '.fu-bar, .fu-aimbar', '.fu-more'],
};

/** Runs in the page: from now on, every frame, where each part is; what moved is kept with both places. */
function watchPlaces(selectors) {
  const places = new Map();
  window.jumps = [];
  const look = () => {
    const area = document.querySelector('.board-area');
    for (const selector of selectors) {
      const node = document.querySelector(selector);
      const box = node?.getClientRects().length ? node.getBoundingClientRect() : null;
      if (!box) continue;
      const scrolled = node !== area && area.contains(node) ? area.scrollTop : 0;
      const now = [box.x, box.y + scrolled, box.width, box.height].map(Math.round).join(' ');
      const old = places.get(selector);
      if (old && old !== now) window.jumps.push(`${selector}: ${old} → ${now} (${document.querySelector('.strip .line')?.textContent})`);
      places.set(selector, now);
    }
    requestAnimationFrame(look);
  };
  look();
  new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries())
      for (const { node } of sources ?? [])
        if (node instanceof Element && selectors.some((one) => node.matches(one))) window.jumps.push(`layout shift of ${node.className}`);
  }).observe({ type: 'layout-shift', buffered: false });
}

/** Asks for a hint and follows it, with its second step if it has one, once it is one's turn: the tutor judges every step. */
async function followHint(page) {
  const steps = () => page.locator('.table-page').getAttribute('data-steps').then(Number);
  await page.locator('.strip button[aria-keyshortcuts=h]:enabled').waitFor();
  await page.keyboard.press('h');
  const doThat = page.locator('.strip-buttons .primary', { hasText: 'Do that' });
  await doThat.waitFor({ timeout: 120e3 });
  const known = await steps(); // only now: what was still to be shown when it was asked has been shown
  const made = (await page.locator('.strip .line').textContent()).includes('; then ') ? 2 : 1;
  await doThat.click();
  await soon(async () => assert.ok((await steps()) >= known + made));
  await page.locator('.table-page > .tutor.thinking').waitFor({ state: 'detached', timeout: 120e3 });
}

for (const game of Object.keys(parts))
  for (const [size, viewport] of [
    ['a common screen', { width: 1280, height: 800 }],
    ['a phone', { width: 390, height: 844 }],
  ])
    test(`${game} on ${size}: with tutor and hints nothing moves over whole turns`, async () => {
      const page = await visitor(browser, server, { viewport });
      await page.addInitScript(() => localStorage.setItem('flipside.settings', JSON.stringify({ animation: 'quick', tutor: 'on' })));
      await page.goto('/');
      const { table } = await makeTable(page, [{ kind: 'me' }, { kind: 'bot', level: 1 }], { game });
      await page.goto(`/t/${table.id}`);
      await page.locator('.strip button[aria-keyshortcuts=h]:enabled').waitFor();
      await page.locator(parts[game][0]).waitFor(); // with the game's styles
      if (game === 'flickemup') await page.locator('.fu-card > .primary').click(); // what it is about lies over the town
      if (game === 'insertcoin') await followHint(page); // the levels are chosen at a table of its own
      await page.evaluate(watchPlaces, [...shell, ...parts[game]]);
      for (let step = 0; step < 10; step++) await followHint(page);
      await shot(page, `jumps-${game}-${viewport.width}`);
      assert.deepEqual((await page.evaluate(() => window.jumps)).slice(0, 12), []);
      assert.deepEqual(page.faults, []);
      await page.context().close();
    });
