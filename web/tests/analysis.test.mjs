// After the game and before a move: exercises from one's mistakes, the tutor's warning, habits in the profile. One game is played badly
// and analysed by the server once; the cases look at it.
// ./check runs none of them; ./check --full all.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  drawn,
  finish,
  hasCount,
  hasText,
  heard,
  heardMore,
  importFrom,
  makeTable,
  moduleFile,
  needsModule,
  noSeriousFault,
  noSidewaysScrolling,
  openBrowser,
  Server,
  shot,
  showsText,
  soon,
  visitor,
} from './support.mjs';

const desk = { width: 1280, height: 800 };
const hand = { width: 390, height: 844 };
const analysing = 240e3; // a busy machine takes its time over a quick analysis
const server = new Server();
let browser, page, table, analysis, lines;

const analysisOf = (id) => page.evaluate((path) => fetch(path).then((answer) => answer.json()), `/api/analyses/${id}`);

before(async () => {
  await server.start();
  lines = await importFrom(new URL('../src/parts/', import.meta.url), 'lines');
  browser = await openBrowser();
  page = await visitor(browser, server, { viewport: desk });
  await page.goto('/');
  ({ table } = await makeTable(page, [{ kind: 'me' }]));
  await finish(page, table);
  await page.goto(`/a/${table.id}`);
  // It begins by itself: on this device, or at the server where the page has no module.
  if (moduleFile) await page.getByRole('button', { name: 'Ask the server instead', exact: true }).click();
  await page.locator('.exercises').waitFor({ timeout: analysing });
  ({ analysis } = await analysisOf(table.id));
});

after(async () => {
  await browser.close();
  await server.stop();
});

/** The worst first, as the page offers them. */
const exercises = () =>
  analysis.decisions
    .filter((one) => ['slip', 'mistake', 'blunder'].includes(one.grade) && one.choices.length > 1)
    .sort((a, b) => b.loss - a.loss)
    .slice(0, 10);

const escaped = (words) => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const verdict = () => page.locator('.exercise-verdict');
/** Choices are told as to the player. */
const choice = (tell) =>
  page
    .locator('.exercise-choices')
    .getByRole('button', { name: lines.secondPerson(tell), exact: false })
    .first();

/** Opens the exercises at one of them, with all moves known. */
async function openExercise(place) {
  await page.goto(`/a/${table.id}`);
  await page.getByRole('button', { name: /Try (one decision|\d+ decisions) again/ }).click();
  for (let at = 0; at < place; at++) {
    await showsText(page.locator('.exercises h2'), new RegExp(`\\b${at + 1} of ${exercises().length}`));
    await page.locator('.exercises').getByRole('button', { name: 'Next' }).click();
  }
  await showsText(page.locator('.exercises h2'), new RegExp(`\\b${place + 1} of ${exercises().length}, 0 solved`));
  await page.locator('.exercise-parts[data-moves]').waitFor();
  await page.locator('.exercise-board .rf').waitFor();
}

test('the page says how much was lost, where, when and why', async () => {
  const [worst] = exercises();
  const sum = analysis.players[0];
  await hasText(page.locator('.analysis-player'), new RegExp(`Clearly lost ${sum.loss.toFixed(1)} points over ${sum.decisions} decisions`));
  // First what decided the game; a level only where it is known to within one.
  await showsText(page.locator('.analysis-decided'), /You scored \d+; [^]*“[^]*” in round \d+[^]* cost most, about \d+\.\d points\. The cards/);
  await hasCount(page.locator('.analysis-player').getByText('% accuracy'), sum.level === undefined ? 0 : 1);
  await showsText(page.locator('.analysis-rounds summary'), /Points, round by round/);
  const kinds = page.locator('.lost-where li');
  await soon(async () => assert.ok((await kinds.count()) >= 2));
  // What the kinds cost adds up to what was lost, to the rounding.
  const costs = await kinds.locator('b').allInnerTexts();
  assert.ok(Math.abs(costs.reduce((all, one) => all + Number.parseFloat(one), 0) - sum.loss) < 0.06 * costs.length);
  await showsText(page.locator('.analysis-detail'), new RegExp(`about ${worst.loss.toFixed(1)} points lost`));
  await page.locator('.choice-board .rf').waitFor();
  const [beneath, more] = await page
    .locator('.choice-board')
    .evaluate((place) => [
      place.getBoundingClientRect().bottom - place.querySelector('.rf-map').getBoundingClientRect().bottom,
      place.scrollHeight - place.clientHeight,
    ]);
  assert.ok(beneath < 60 && more <= 1, `the city fills its place: ${beneath} pixels are empty beneath it, ${more} are to be scrolled for`);
  await showsText(page.locator('.analysis-detail .when'), /Round \d+/);
  await hasCount(
    page.locator('.analysis-lists section').first().locator('li'),
    analysis.decisions.filter((one) => ['slip', 'mistake', 'blunder'].includes(one.grade)).length,
  );
  for (const [name, size] of [
    ['wide', desk],
    ['phone', hand],
  ]) {
    await page.setViewportSize(size);
    await drawn(page);
    await noSidewaysScrolling(page);
    await shot(page, `analysis-${name}`);
  }
  await noSeriousFault(page, 'the analysis');
  await page.setViewportSize(desk);
});

/** What the page says outside of exercises: the sentence, the chosen decision, the list. */
const told = () => page.locator('.analysis-decided, .analysis-detail, .analysis-lists').allInnerTexts();

test('what was better, and why, is hidden until it is asked for; then it is told everywhere, drawn, and remembered', async () => {
  const [worst, next] = exercises();
  const [made, best] = [worst.choices[0], worst.choices[worst.best]];
  await page.goto(`/a/${table.id}`);
  const shown = page.locator('.choice-board');
  const draws = (one) => soon(async () => assert.equal(await shown.getAttribute('data-shown'), one.text));
  await draws(made);
  await showsText(page.locator('.analysis-decided'), new RegExp(`“${escaped(lines.secondPerson(made.tell))}”`));
  const gone = [/instead of “/, /better: /i, ...exercises().map((one) => one.reason && new RegExp(escaped(one.reason)))].filter(Boolean);
  for (const words of await told()) for (const one of gone) assert.doesNotMatch(words, one);
  await hasCount(page.locator('.analysis-detail table'), 0);
  await page.getByRole('button', { name: 'What was better?' }).click();
  for (let visit = 0; visit < 2; visit++, await page.reload()) {
    await showsText(page.locator('.analysis-decided'), new RegExp(`instead of “${escaped(lines.secondPerson(best.tell))}”`));
    await showsText(page.locator('.analysis-detail'), new RegExp(`Better: ${escaped(lines.secondPerson(best.tell))}`));
    // The reason tells of the choice made: it stands before what was better.
    if (worst.reason) await showsText(page.locator('.analysis-detail'), new RegExp(`${escaped(worst.reason)}[^]*Better: `));
    await hasCount(page.locator('.analysis-lists').getByText(/^Better: /), 1, 'of the others nothing is told');
    await draws(best);
  }
  await page.locator('.analysis-detail .made button').hover();
  await draws(made);
  await page.getByRole('button', { name: /Show what was better in all \d+/ }).click();
  await hasCount(page.locator('.analysis-lists').getByText(/^Better: /), await page.locator('.analysis-lists section').first().locator('li').count());
  if (next.reason) await showsText(page.locator('.analysis-lists'), new RegExp(`${escaped(next.reason)}\\s*Better: `));
  await hasCount(page.getByRole('button', { name: /what was better/i }), 0);
  await page.evaluate(() => localStorage.removeItem('flipside.answers'));
});

/** From the next page on: how many workers there are, and how often one was asked to look closer. */
const countWorkers = (other) =>
  other.addInitScript(() => {
    window.workers = { alive: 0, most: 0, asked: 0 };
    const { postMessage, terminate } = Worker.prototype;
    window.Worker = class extends Worker {
      constructor(...how) {
        super(...how);
        window.workers.most = Math.max(window.workers.most, ++window.workers.alive);
      }
      postMessage(message, ...rest) {
        const send = () => postMessage.call(this, message, ...rest);
        if (!('settle' in message)) return send();
        window.workers.asked++;
        if (!window.begin)
          window.begin = send; // the first waits until the test has looked
        else send();
      }
      terminate() {
        window.workers.alive--;
        terminate.call(this);
      }
    };
    let hidden = false;
    Object.defineProperty(document, 'hidden', { get: () => hidden });
    window.hide = (now) => {
      hidden = now;
      document.dispatchEvent(new Event('visibilitychange'));
    };
  });

/** The futures behind all choices in the analysis that this device has kept. */
const futuresKept = (other) =>
  other.evaluate(
    () =>
      new Promise((done) => {
        indexedDB.open('flipside-analyses').onsuccess = ({ target: { result: database } }) => {
          database.transaction('kept').objectStore('kept').getAll().onsuccess = ({ target: { result } }) => {
            database.close();
            const choices = result.flatMap((text) => JSON.parse(text).decisions.flatMap((one) => one.choices));
            done(choices.reduce((sum, one) => sum + one.tally[1], 0));
          };
        };
      }),
  );

test('what is too close to call is looked at more closely while one reads, by one worker, and no longer', needsModule, async () => {
  const open = analysis.decisions.filter((one) => one.open).length;
  assert.ok(open > 0, 'nothing is too close to call in this game');
  const other = await visitor(browser, server, { viewport: desk });
  await countWorkers(other);
  const workers = () => other.evaluate(() => window.workers);
  await other.goto(`/a/${table.id}`);
  const settling = other.locator('.settling');
  const begins = () => showsText(settling, new RegExp(`Looking closer at ${open === 1 ? 'a choice that is' : `${open} choices that are`} too close to call`));
  // It can be stopped; then one is asked.
  await begins();
  await settling.getByRole('button', { name: 'Stop' }).click();
  await other.getByRole('button', { name: 'Look deeper', exact: true }).waitFor();
  assert.equal((await workers()).alive, 0);
  // Another page: no worker is left.
  await other.reload();
  await begins();
  await soon(async () => assert.equal((await workers()).asked, 1));
  await other.getByRole('link', { name: 'Replay', exact: true }).click();
  await other.waitForURL(/\/r\//);
  await soon(async () => assert.equal((await workers()).alive, 0, 'it goes on although the page was left'));
  // Nobody looks: what was begun ends and is kept, and nothing more is asked for until somebody looks again.
  await other.goto(`/a/${table.id}`);
  await begins();
  await other.locator('.choice-board .rf').waitFor();
  await other.evaluate(() => {
    window.changes = 0;
    new MutationObserver((all) => (window.changes += all.length)).observe(document.querySelector('.choice-board'), {
      subtree: true,
      childList: true,
      attributes: true,
    });
  });
  await soon(async () => assert.equal((await workers()).asked, 1));
  await other.evaluate(() => {
    window.hide(true);
    window.begin();
  });
  const known = analysis.decisions.flatMap((one) => one.choices).reduce((sum, one) => sum + one.tally[1], 0);
  await soon(async () => assert.ok((await futuresKept(other)) > known, 'what was begun does not end'), analysing);
  await drawn(other);
  const { most, asked } = await workers();
  assert.deepEqual({ most, asked }, { most: 1, asked: 1 }, 'it goes on although nobody looks');
  assert.equal(await other.evaluate(() => window.changes), 0, 'the board was drawn anew');
  await other.evaluate(() => window.hide(false));
  await soon(async () => assert.ok((await workers()).asked > 1 || (await settling.count()) === 0, 'it does not go on'), analysing);
  assert.deepEqual(other.faults, []);
  await other.context().close();
});

test('an exercise: what was played is told so, it can be tried again, and the best choice brings the line', async () => {
  const [worst] = exercises();
  await page.goto(`/a/${table.id}`);
  await page.getByRole('button', { name: 'Find something better' }).click(); // the chosen decision, as an exercise
  await showsText(page.locator('.exercises h2'), new RegExp(`\\b1 of ${exercises().length}, 0 solved`));
  await page.locator('.exercise-board .rf').waitFor();
  const top = () => page.locator('.exercise-board').evaluate((node) => node.getBoundingClientRect().top);
  await soon(async () => assert.ok((await top()) >= 0 && (await top()) < 200, 'the board is not in view'));
  await choice(worst.choices[0].tell).click();
  await showsText(verdict(), /That is what was played\. It loses about \d/);
  await hasCount(page.locator('.exercise-line'), 0);
  await hasCount(page.getByText(/better: |instead of “/i), 0, 'the answer stands elsewhere');
  await page.locator('.exercises').getByRole('button', { name: 'Try again' }).click();
  await hasText(verdict(), /^$/);
  await choice(worst.choices[worst.best].tell).click();
  await showsText(verdict(), /Right: nothing better is known/);
  await showsText(page.locator('.exercise-line'), /Best:[^]*Played:[^]*Play on from here …[^]*How the game went on/);
  await showsText(page.locator('.exercises h2'), /1 solved/);
  await showsText(page.locator('.analysis-decided'), /instead of “/); // it is known now
  for (const [name, size] of [
    ['wide', desk],
    ['phone', hand],
  ]) {
    await page.setViewportSize(size);
    for (const part of ['board', 'verdict']) {
      await page.locator(`.exercise-${part}`).evaluate((node) => node.scrollIntoView({ block: 'center' }));
      await drawn(page);
      await shot(page, `exercise-${part}-${name}`);
    }
    await noSidewaysScrolling(page);
  }
  await noSeriousFault(page, 'an exercise');
  await page.setViewportSize(desk);
});

test('an exercise: a move that the analysis did not compare is weighed when it is tried on the board', needsModule, async () => {
  // A number is written with one tap, and there are more fields than the analysis compares.
  const place = exercises().findIndex((one) => one.choices.length === 8 && one.choices[0].fields?.kind === 'write');
  assert.ok(place >= 0, 'no number was written badly in this game');
  await openExercise(place);
  const moves = Number(await page.locator('.exercise-parts').getAttribute('data-moves'));
  const lit = page.locator('.exercise-board .rf-cells button.legal');
  assert.ok(moves > 8, `only ${moves} moves`);
  await hasCount(lit, moves);
  const compared = await page.locator('.exercise-choices li').count();
  for (let at = 0; at < moves; at++) {
    await lit.nth(at).click();
    await soon(async () => assert.match(await verdict().textContent(), /^(Right|Good|That is what was played|Not that)/), 60e3);
    if ((await page.locator('.exercise-choices li').count()) > compared) break;
    if (await page.locator('.exercise-line').count()) await openExercise(place);
    else await page.locator('.exercises').getByRole('button', { name: 'Try again' }).click();
    await hasCount(lit, moves);
  }
  await hasCount(page.locator('.exercise-choices li'), compared + 1);
  await hasCount(page.locator('.exercise-choices [aria-pressed=true]'), 1);
  await showsText(verdict(), /^(Not that: it (loses about \d|seems worse)|Good: as far as the analysis can tell)/);
  assert.deepEqual(page.faults, []);
});

test('habits in the profile: where the points were lost, by kind and by part of the game', async () => {
  await page.goto('/profile');
  const habits = page.locator('.habits-part');
  await showsText(habits, /Alone, one game: most is lost in/);
  const worst = await habits.locator('p b').first().innerText();
  await showsText(habits.locator('tbody th').first(), new RegExp(`^${worst}`));
  await showsText(habits, /by part of the game[^]*opening[^]*middle[^]*end/);
  for (const [name, size] of [
    ['wide', desk],
    ['phone', hand],
  ]) {
    await page.setViewportSize(size);
    await habits.scrollIntoViewIfNeeded();
    await drawn(page);
    await noSidewaysScrolling(page);
    await shot(page, `habits-${name}`);
  }
  await noSeriousFault(page, 'the profile with habits');
  await page.setViewportSize(desk);
});

test('habits in the profile: a game that this device has analysed counts, too, and says so', needsModule, async () => {
  const { table: other } = await makeTable(page, [{ kind: 'me' }]);
  await finish(page, other);
  await page.goto(`/a/${other.id}`);
  await page.getByRole('button', { name: 'Look deeper', exact: true }).waitFor({ timeout: analysing }); // it has begun by itself, and is kept by then
  const sum = await page.locator('.analysis-player').innerText();
  const decisions = Number(/ (\d+) decisions/.exec(sum)[1]);
  await page.goto('/profile');
  const habits = page.locator('.habits-part');
  await showsText(habits, /Alone, 2 games: most is lost in[^]*One of them was analysed on this device; the server does not count it\./);
  const counts = await habits.locator('table').first().locator('tbody td:nth-of-type(2)').allInnerTexts();
  assert.equal(
    counts.reduce((all, one) => all + Number.parseFloat(one), 0),
    analysis.players[0].decisions + decisions,
  );
  const me = (await page.evaluate(() => fetch('/api/me').then((answer) => answer.json()))).person.id;
  const known = await page.evaluate((path) => fetch(path).then((answer) => answer.json()), `/api/people/${me}/habits/royalflip`);
  assert.deepEqual([known.alone.games, known.tables], [1, [table.id]]);
  assert.deepEqual(page.faults, []);
});

/* --- before a move ---------------------------------------------------------------------------------------------------------- */

const patience = 12000; // of the page, for the tutor

/**
 * A visitor who is warned. Its patience does not run out by itself but by `runOut`: so no test depends on how fast a machine is. While
 * `deaf` is set, what it asks the tutor is lost on the way.
 */
async function warned(tutor = 'warn') {
  const other = await visitor(browser, server, { viewport: desk });
  await other.addInitScript((tutor) => localStorage.setItem('flipside.settings', JSON.stringify({ animation: 'none', tutor })), tutor);
  await other.addInitScript((patience) => {
    const later = window.setTimeout;
    const waiting = [];
    window.setTimeout = (work, ms, ...rest) => (ms === patience ? waiting.push(work) : later(work, ms, ...rest));
    window.runOut = () => waiting.splice(0).forEach((work) => work());
    window.waits = () => waiting.length;
    const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function (text) {
      window.judged = (window.judged ?? 0) + String(text).includes('"judge"');
      if (!window.deaf || !String(text).includes('"judge"')) send.call(this, text);
    };
  }, patience);
  await other.goto('/');
  return other;
}

/** A game at its first step on the track, where running ahead to the last space that can be reached is a blunder in any game. */
async function beforeBlunder(other) {
  const { table: played } = await makeTable(other, [{ kind: 'me' }]);
  await finish(other, played, 'track');
  await other.goto(`/t/${played.id}`);
  await other.waitForFunction(() => window.seen.phase() === 'track');
  return other.locator('.rf button.space.legal').last();
}

test('the tutor warns before a blunder: one can think again, or play it anyway', async () => {
  const other = await warned();
  const move = await beforeBlunder(other);
  const before = await heard(other);
  const dialog = other.getByRole('dialog', { name: 'Are you sure?' });
  await move.click();
  await dialog.waitFor();
  await showsText(dialog, /Your move: [a-z][^]*That hurts: it costs about \d+ points[^]*Better: /);
  await soon(async () => assert.equal(await other.evaluate(() => document.activeElement.textContent), 'Think again', 'Enter is not the blunder'));
  for (const [name, size] of [
    ['wide', desk],
    ['phone', hand],
  ]) {
    await other.setViewportSize(size);
    await drawn(other);
    await shot(other, `warning-${name}`);
  }
  await noSeriousFault(other, 'the warning');
  await other.setViewportSize(desk);
  await dialog.getByRole('button', { name: 'Think again' }).click();
  await hasCount(dialog, 0);
  await other.locator('.rf .space.hinted').waitFor(); // what was better is drawn, as a hint is
  await hasCount(other.locator('.rf .space.hinted'), 1);
  await move.click();
  await dialog.waitFor();
  assert.equal(await heard(other), before, 'the move was made although the player thought again');
  const judged = () => other.evaluate(() => window.judged);
  const asked = await judged();
  await dialog.getByRole('button', { name: 'Play it anyway' }).click();
  await heardMore(other, before);
  await hasCount(dialog, 0);
  await other.getByRole('button', { name: /^Hint/ }).click();
  await other.getByRole('button', { name: 'Do that' }).waitFor(); // it was asked for later, and is answered: so the move was before
  assert.equal(await judged(), asked, 'the tutor is asked again about what it has warned of');
  await hasCount(other.locator('.tutor:not(.quiet)'), 0);
  assert.deepEqual(other.faults, []);
  await other.context().close();
});

test('the tutor draws the better move and the one made on the board, where one points at them or taps them', async () => {
  const other = await warned('on');
  const move = await beforeBlunder(other);
  const before = await heard(other);
  const reached = await move.getAttribute('aria-label');
  await move.click();
  await heardMore(other, before);
  const [better, made] = [other.locator('.tutor .draws').first(), other.locator('.tutor .draws', { hasText: 'Your move' })];
  await better.waitFor({ timeout: 90e3 });
  const over = other.locator('.drawn-move');
  const lit = () => over.locator('.rf .space.hinted');
  await hasCount(over, 0);
  await better.hover();
  await lit().waitFor();
  const best = await over.getAttribute('data-drawn');
  await made.hover();
  await soon(async () => assert.notEqual(await over.getAttribute('data-drawn'), best));
  await soon(async () => assert.equal(await lit().getAttribute('aria-label'), reached));
  await other.locator('.strip .line').hover();
  await hasCount(over, 0);
  await better.click();
  await other.locator('.strip .line').hover();
  for (const [name, size] of [
    ['wide', desk],
    ['phone', hand],
  ]) {
    await other.setViewportSize(size);
    await soon(async () => assert.equal(await over.getAttribute('data-drawn'), best));
    await drawn(other);
    await noSidewaysScrolling(other);
    await shot(other, `tutor-draws-${name}`);
  }
  await noSeriousFault(other, 'a move that the tutor draws');
  await better.click();
  await hasCount(over, 0);
  assert.deepEqual(other.faults, []);
  await other.context().close();
});

test('nobody has to wait for the tutor: who goes on without it, or has waited long, makes the move', async () => {
  const other = await warned();
  const goOn = other.getByRole('button', { name: 'Play it now' });
  for (const enough of [() => goOn.click(), () => other.evaluate(() => window.runOut())]) {
    const move = await beforeBlunder(other);
    const before = await heard(other);
    await other.evaluate(() => (window.deaf = true));
    await move.click();
    await other.waitForFunction(() => window.waits() === 1);
    await goOn.waitFor();
    assert.equal(await heard(other), before, 'the move did not wait for the verdict');
    await enough();
    await heardMore(other, before);
    await hasCount(goOn, 0);
    await hasCount(other.getByRole('dialog', { name: 'Are you sure?' }), 0);
  }
  assert.deepEqual(other.faults, []);
  await other.context().close();
});
