// The page in a real browser against the real server.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  atRest,
  clickStep,
  hasAttribute,
  hasCount,
  hasText,
  heard,
  heardMore,
  makeTable,
  noSidewaysScrolling,
  openBrowser,
  phaseOf,
  phone,
  playToEnd,
  Server,
  shot,
  soon,
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

async function atTable(page, seats, wish) {
  await page.goto('/');
  const made = await makeTable(page, seats, wish);
  await page.goto(`/t/${made.table.id}`);
  await page.waitForSelector('.rf, .waiting, .handover');
  return made;
}

const totalShown = async (page) => Number((await page.locator('.rf-score .total b').textContent()).trim());

test('a stranger plays a whole game of Royal Flip against bots by clicking on cards, map and track', async () => {
  const page = await visitor(browser, server);
  await page.goto('/');
  const cover = page.locator('.cover', { hasText: 'Royal Flip' });
  await cover.getByRole('button', { name: 'Play now' }).click();
  await page.waitForURL(/\/t\//);
  await page.waitForSelector('.rf');
  await soon(async () => assert.match(await page.title(), /Your turn/));
  const phases = await playToEnd(page);
  for (const phase of ['choose', 'write', 'track']) assert.ok(phases.has(phase), `no step of the kind ${phase} was clicked`);
  const result = page.locator('section.result');
  const own = page.locator('.seat.own b');
  const total = await result.locator('tr.total td').first().textContent();
  await soon(async () => assert.equal(await own.textContent(), total, 'the head shows the points of the result'));
  await soon(async () => assert.equal(await totalShown(page), Number(total), 'the sheet shows the points of the result'));
  await shot(page, 'result-wide');
  await result.getByRole('button', { name: 'Rematch' }).click();
  await page.waitForFunction(() => document.querySelector('.table-head p')?.textContent.includes('round 1'));
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('a whole game is played by keyboard alone, with arrows, Enter and the command box', async () => {
  const page = await visitor(browser, server);
  await atTable(page, [{ kind: 'me' }, { kind: 'bot', level: 1 }]);
  const waitFor = (state) => heardMore(page, state);
  // Into the board by Tab, as somebody without a mouse would go.
  for (let tabs = 0; tabs < 40; tabs++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement?.hasAttribute('data-legal'))) break;
  }
  /** The focus is on an attribute that can be taken beside the one that is. */
  const beside = () => {
    const [zone, taken] = [document.activeElement, document.querySelector('.zone[aria-pressed=true]')];
    return zone.matches('.zone[data-legal]') && zone.classList[1] !== taken.classList[1] && zone.closest('.card') !== taken.closest('.card');
  };
  let commands = 0;
  let arrows = 0;
  for (let step = 0; step < 200; step++) {
    const state = await heard(page);
    const phase = await phaseOf(page);
    if (phase === 'over') break;
    if (phase === 'wait') {
      await waitFor(state);
      continue;
    }
    if (phase === 'write' && step % 2) {
      commands++;
      await page.keyboard.press(':');
      await page.waitForSelector('dialog[open] input:focus');
      await page.keyboard.type('write');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
    } else if (phase === 'choose') {
      // Enter takes what the focus stands on, arrows lead to something of another card that can be taken beside it.
      await page.waitForFunction(() => document.activeElement?.matches('.zone[data-legal]'));
      await page.keyboard.press('Enter');
      await page.waitForSelector('.zone[aria-pressed=true]');
      for (const key of ['ArrowRight', 'ArrowDown', 'ArrowUp', 'ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowDown']) {
        await page.keyboard.press(key);
        arrows++;
        if (await page.evaluate(beside)) break;
      }
      await page.keyboard.press('Enter');
    } else {
      // The focus goes on by itself to what is to be decided next.
      const place = { value: '.values button', write: '.rf-cells button', track: 'button.space' }[phase];
      await page.waitForFunction((selector) => document.activeElement?.matches(selector), place);
      await page.keyboard.press('Enter');
    }
    await waitFor(state);
  }
  await soon(async () => assert.equal(await phaseOf(page), 'over'));
  assert.ok(commands > 0 && arrows > 0, 'both ways of the keyboard were used');
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('undo takes a step back, a hint lights up and can be followed, a wrong command is answered with a sentence', async () => {
  const page = await visitor(browser, server);
  await atTable(page, [{ kind: 'me' }]);
  await clickStep(page);
  if ((await phaseOf(page)) === 'value') await clickStep(page);
  await soon(async () => assert.equal(await phaseOf(page), 'write'));
  await page.keyboard.press('u');
  await page.waitForSelector('button.zone');
  await page.keyboard.press('h');
  await page.waitForSelector('.zone.hinted');
  await hasCount(page.locator('.zone.hinted'), 3, 'a colour, a number and a suit are hinted');
  await page.getByRole('button', { name: 'Do that' }).click();
  await page.waitForSelector('button.space.legal'); // both steps of the hint are done: chosen and written
  await page.keyboard.press(':');
  await page.waitForSelector('dialog[open] input:focus');
  await page.keyboard.type('write z9');
  await page.keyboard.press('Enter');
  const alert = page.locator('.toasts [role=alert]');
  await alert.waitFor();
  await hasText(alert, /[a-z].*\./);
  assert.equal(await phaseOf(page), 'track', 'nothing has changed');
  await page.context().close();
});

test('dragging a card onto a word takes that attribute', async () => {
  const page = await visitor(browser, server);
  await atTable(page, [{ kind: 'me' }]);
  const drag = async (card, slot) => {
    const from = await page.locator(`.card.nr-${card}`).boundingBox();
    const to = await page.locator(`[data-slot=${slot}]`).boundingBox();
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 6 });
    await page.mouse.up();
  };
  await atRest(page);
  await drag(0, 'suit');
  await hasAttribute(page.locator('.card.nr-0 .zone.suit'), 'aria-pressed', 'true');
  await drag(2, 'colour');
  await page.waitForFunction(() => document.querySelector('.values') || document.querySelector('.rf-cells button.legal'));
  await page.context().close();
});

test('two people play at one table from an invitation link, one of them on a phone', async () => {
  const ada = await visitor(browser, server);
  await ada.goto('/');
  await ada.locator('.cover', { hasText: 'Royal Flip' }).getByRole('button', { name: 'Make a table' }).click();
  await ada.getByRole('button', { name: 'Make the table' }).click();
  await ada.waitForSelector('.waiting');
  const link = await ada.locator('.waiting .copy input').inputValue();
  await shot(ada, 'waiting-wide');

  const bo = await visitor(browser, server, { viewport: phone, hasTouch: true, isMobile: true });
  await bo.goto(link);
  await bo.getByLabel('Your name at the table').fill('Bo');
  await bo.getByRole('button', { name: 'Sit down' }).click();
  await Promise.all([ada.waitForSelector('.rf'), bo.waitForSelector('.rf')]);
  await ada.locator('.seat', { hasText: 'Bo' }).waitFor();

  await ada.getByRole('button', { name: 'Chat' }).click();
  await ada.getByLabel('Say something').fill('Hello, Bo!');
  await ada.getByRole('button', { name: 'Send', exact: true }).click();
  await bo.getByRole('button', { name: /^More/ }).click();
  await bo.getByRole('button', { name: /^Chat/ }).click();
  await bo.getByText('Hello, Bo!').waitFor();
  await bo.getByRole('button', { name: 'Close', exact: true }).click();

  // A round each: Bo's steps stay hidden from Ada until both are done, then stand in the log.
  const round = async (page) => {
    for (let step = 0; step < 12; step++) {
      if ((await phaseOf(page)) === 'wait') return;
      await clickStep(page, 0);
      if ((await page.locator('.table-head p').textContent()).includes('round 2')) return;
    }
  };
  await round(bo);
  await ada.getByRole('button', { name: 'Log' }).click();
  assert.equal(await ada.locator('.log b', { hasText: 'Bo' }).count(), 0, 'a step of the running phase was shown');
  await round(ada);
  await ada.locator('.log b', { hasText: 'Bo' }).first().waitFor();
  await bo.waitForFunction(() => document.querySelector('.table-head p')?.textContent.includes('round 2'));
  await noSidewaysScrolling(bo);
  await shot(bo, 'second-round-phone');
  assert.deepEqual([...ada.faults, ...bo.faults], []);
  await ada.context().close();
  await bo.context().close();
});

test('a spectator sees the table and has nothing to decide', async () => {
  const ada = await visitor(browser, server);
  const made = await atTable(ada, [{ kind: 'me' }, { kind: 'bot', level: 1 }], { public: true });
  const guest = await visitor(browser, server);
  await guest.goto('/watch');
  await guest.locator(`a[href="/t/${made.table.id}"]`).first().click();
  await guest.waitForSelector('.rf');
  await hasText(guest.locator('.table-head p'), /^watching · /);
  assert.equal(await guest.locator('[data-legal]').count(), 0);
  for (let step = 0; step < 12 && !(await ada.locator('.table-head p').textContent()).includes('round 2'); step++) await clickStep(ada);
  await guest.waitForFunction(() => document.querySelector('.table-head p')?.textContent.includes('round 2'));
  assert.deepEqual(guest.faults, []);
  await ada.context().close();
  await guest.context().close();
});

test('one device goes round: what the one before did is covered until the next is ready', async () => {
  const page = await visitor(browser, server);
  await atTable(page, [{ kind: 'me' }, { kind: 'me' }]);
  for (let step = 0; step < 8 && (await phaseOf(page)) !== 'handover'; step++) await clickStep(page);
  await soon(async () => assert.equal(await phaseOf(page), 'handover'));
  assert.equal(await page.locator('.rf').count(), 0, 'the board is covered');
  await hasText(page.locator('.handover h2'), /Pass the device to .+ \(2\)/);
  await clickStep(page);
  await soon(async () => assert.equal(await phaseOf(page), 'choose'));
  for (let step = 0; step < 8 && (await phaseOf(page)) !== 'handover'; step++) await clickStep(page);
  await hasText(page.locator('.handover h2'), /Pass the device to .+ \(1\)/);
  await page.context().close();
});

test('a table that does not exist says so and shows a way out', async () => {
  const page = await visitor(browser, server);
  await page.goto('/t/00000000000000000000000000000000');
  await page.locator('[role=alert]').waitFor();
  await page.getByRole('link', { name: 'To the games' }).click();
  await page.waitForSelector('.covers');
  await page.context().close();
});

test('a link that is pressed the moment it appears leads where it says', async () => {
  const page = await visitor(browser, server);
  await page.addInitScript(() => {
    const press = () => {
      const link = document.querySelector('a[href="/learn"]');
      if (!link) return;
      watch.disconnect();
      link.click();
    };
    const watch = new MutationObserver(press);
    watch.observe(document, { childList: true, subtree: true });
  });
  await page.goto('/');
  await page.waitForURL(/\/learn$/);
  await page.locator('h1', { hasText: /Learn/ }).waitFor();
  await page.context().close();
});

test('the start page is at most 100 KB in ten requests, none of them twice, and brings no board', async () => {
  const page = await visitor(browser, server);
  const asked = [];
  let bytes = 0;
  page.on('response', async (response) => {
    asked.push(new URL(response.url()).pathname);
    bytes += Number(response.headers()['content-length'] ?? 0);
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.waitForSelector('.cover');
  assert.ok(asked.length <= 10, `${asked.length} requests: ${asked.join(' ')}`);
  assert.equal(new Set(asked).size, asked.length, `something was fetched twice: ${asked.join(' ')}`);
  assert.ok(bytes > 40e3 && bytes <= 100e3, `${bytes} bytes`);
  const before = asked.length;
  await page.evaluate(() => (document.querySelector('h1').textContent += ' Žofie, Émile'));
  await soon(async () => assert.equal(asked.length, before + 2, 'letters of other languages come when they are needed'));
  await page.locator('.cover', { hasText: 'Royal Flip' }).getByRole('button', { name: 'Play now' }).click();
  await page.waitForSelector('.rf');
  const sheets = await page.evaluate(() => [...document.querySelectorAll('link[rel=stylesheet]')].map((link) => link.getAttribute('href').replace(/-.*/, '')));
  assert.deepEqual(sheets, ['/assets/parts', '/assets/frame', '/assets/royalflip', '/assets/style'], 'the styles of the game that is played, in their place');
  assert.equal(
    new Set(asked.filter((path) => path.startsWith('/assets/'))).size,
    asked.filter((path) => path.startsWith('/assets/')).length,
    'nothing is fetched twice',
  );
  await page.context().close();
});
