// Nobody left out: axe-core finds no serious fault on any page in either light, a phone needs no sideways scrolling and has targets
// that a finger hits, and with reduced motion nothing moves.
// ./check runs none of them; ./check --full all.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  atRest,
  clickStep,
  finish,
  looks,
  makeTable,
  noSeriousFault,
  noSidewaysScrolling,
  openBrowser,
  phaseOf,
  phone,
  Server,
  shot,
  visitor,
} from './support.mjs';

let server, browser;

before(async () => {
  server = await new Server().start();
  browser = await openBrowser();
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

/** Every page and every state of a table, one after the other. */
async function everywhere(page, look) {
  for (const [path, ready] of [
    ['/', '.covers'],
    ['/watch', '.page-head'],
    ['/learn/royalflip', '.rules h2'],
    ['/settings', 'form'],
  ]) {
    await page.goto(path);
    await page.waitForSelector(ready);
    await look(path === '/' ? 'play' : path.split('/')[1]);
  }
  await page.goto('/');
  await page.locator('.cover').first().waitFor();
  const more = page.getByRole('button', { name: /^More/ }).first(); // on a phone
  if (await more.isVisible()) await more.click();
  await page.getByRole('button', { name: 'Make a table' }).first().click();
  await page.waitForSelector('dialog[open]');
  await look('make');
  const made = await makeTable(page, [{ kind: 'me' }, { kind: 'bot', level: 1 }, { kind: 'bot', level: 2 }], { public: true });
  const free = await makeTable(page, [{ kind: 'me' }, { kind: 'link' }, { kind: 'open' }], { public: true });
  await page.goto(`/t/${free.table.id}`);
  await page.waitForSelector('.waiting');
  await look('waiting');
  await page.goto(free.links[0].path);
  await page.waitForSelector('.invitation');
  await look('join');
  await page.goto('/mine');
  await page.waitForSelector('.tables');
  await look('mine');
  await page.goto(`/t/${made.table.id}`);
  await page.waitForSelector('.rf');
  await look('table-choose');
  for (let step = 0; step < 40 && !((await phaseOf(page)) === 'write' && step > 9); step++)
    await clickStep(page, (await phaseOf(page)) === 'track' ? 0 : step * 5);
  await look('table-write');
  for (let step = 0; step < 40 && (await phaseOf(page)) !== 'track'; step++) await clickStep(page, 0);
  await look('table-track');
  await page.getByRole('button', { name: 'Moves' }).click();
  await page.waitForSelector('dialog[open]');
  await look('table-moves');
  await page.keyboard.press('Escape');
  for (const tab of ['Chat', 'Rules', 'Table']) {
    const more = page.getByRole('button', { name: /^More/ });
    if ((await more.count()) && !(await page.locator('.drawer').count())) await more.click();
    await page
      .locator('.drawer-tabs')
      .getByRole('button', { name: new RegExp(`^${tab}`) })
      .click();
    if (tab === 'Rules') await page.waitForSelector('.rules h2');
    await look(`table-${tab.toLowerCase()}`);
  }
  const close = page.locator('.drawer .close');
  if (await close.count()) await close.click();
  await finish(page, made.table);
  await page.waitForSelector('section.result');
  await look('table-over');
}

for (const [size, viewport, light] of looks)
  test(`no serious accessibility fault and no sideways scrolling anywhere: ${size}, ${light}`, async () => {
    const page = await visitor(browser, server, { viewport, colorScheme: light, hasTouch: size === 'phone', reducedMotion: 'reduce' });
    await everywhere(page, async (where) => {
      await noSidewaysScrolling(page);
      await noSeriousFault(page, `${where} (${size}, ${light})`);
      await shot(page, `${size}-${light}-${where}`);
    });
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });

test('on a phone everything of a turn is in sight at once, and targets are 44 pixels or more', async () => {
  const page = await visitor(browser, server, { viewport: phone, hasTouch: true, isMobile: true });
  await page.goto('/');
  const made = await makeTable(page, [{ kind: 'me' }, { kind: 'bot', level: 1 }]);
  await page.goto(`/t/${made.table.id}`);
  await page.waitForSelector('.rf');
  const check = async (selector) => {
    const boxes = await page
      .locator(selector)
      .evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect()).map(({ x, y, width, height }) => ({ x, y, width, height })));
    assert.ok(boxes.length > 0, `${selector} is there`);
    for (const box of boxes) {
      assert.ok(box.width >= 43.9 && box.height >= 43.9, `${selector} is ${box.width} × ${box.height}`);
      assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= 360.5 && box.y + box.height <= 640.5, `${selector} is in sight: ${JSON.stringify(box)}`);
    }
  };
  await atRest(page);
  await check('button.zone');
  await check('.strip-buttons button');
  for (const [phase, selector] of [
    ['write', '.rf-cells button.legal'],
    ['track', 'button.space.legal'],
  ]) {
    for (let step = 0; step < 40 && (await phaseOf(page)) !== phase; step++) await clickStep(page, 0);
    await check(selector);
  }
  await page.context().close();
});

test('with reduced motion nothing moves, by the device and by the setting', async () => {
  const table = async (page) => {
    const made = await makeTable(page, [{ kind: 'me' }]);
    await page.goto(`/t/${made.table.id}`);
    await page.waitForSelector('.rf [data-legal]');
  };
  // Counted from the first drawing on: an animation is over before one looks.
  const visit = async (options) => {
    const page = await visitor(browser, server, options);
    await page.addInitScript(() => {
      window.animations = 0;
      addEventListener('animationstart', () => window.animations++, true);
    });
    await page.goto('/');
    return page;
  };
  const stays = async (page) => {
    await table(page);
    assert.equal(await page.evaluate(() => window.animations + document.getAnimations().filter((one) => one.playState === 'running').length), 0);
  };
  const lively = await visit({ animation: 'full' });
  await table(lively);
  await lively.waitForFunction(() => window.animations > 0); // cards flip when nobody minds
  const calm = await visit({ reducedMotion: 'reduce' });
  await stays(calm);
  await lively.goto('/settings');
  await lively.getByLabel(/^Animation/).selectOption('none');
  await stays(lively);
  await lively.context().close();
  await calm.context().close();
});
