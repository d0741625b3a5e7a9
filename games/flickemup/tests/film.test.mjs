// The film's container: what the maker writes can be read again and is shown by a browser; what is broken is told.

import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { test } from 'node:test';
import { openBrowser } from '../../../web/tests/support.mjs';
import { filmOf, readFilm } from './webp.mjs';

const readme = new URL('../../../docs/pictures/flickemup.webp', import.meta.url);

test('frames of a browser become a film that parses and that a browser shows', async () => {
  const browser = await openBrowser();
  const page = await browser.newPage();
  const made = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [48, 30];
    const brush = canvas.getContext('2d');
    return ['#a33', '#3a3', '#33a'].map((colour) => {
      brush.fillStyle = colour;
      brush.fillRect(0, 0, 48, 30);
      return canvas.toDataURL('image/webp', 0.7).split(',')[1];
    });
  });
  const film = filmOf(
    made.map((webp, i) => ({ webp: Buffer.from(webp, 'base64'), ms: 40 + i })),
    48,
    30,
  );
  const read = readFilm(film);
  assert.deepEqual([read.width, read.height], [48, 30]);
  assert.deepEqual(
    read.frames.map(({ width, height, ms }) => [width, height, ms]),
    [
      [48, 30, 40],
      [48, 30, 41],
      [48, 30, 42],
    ],
  );
  const shown = await page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/webp;base64,${data}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    const brush = canvas.getContext('2d');
    brush.drawImage(image, 0, 0);
    return { wide: image.naturalWidth, high: image.naturalHeight, colour: [...brush.getImageData(5, 5, 1, 1).data.slice(0, 3)] };
  }, film.toString('base64'));
  assert.deepEqual([shown.wide, shown.high], [48, 30]);
  assert.ok(shown.colour[0] > shown.colour[1] + 60, `the first picture is red: ${shown.colour}`);
  assert.throws(() => readFilm(film.subarray(0, film.length - 3)), /length/);
  const broken = Buffer.from(film);
  broken.write('JUNK', 12, 'latin1');
  assert.throws(() => readFilm(broken), /not animated/);
  assert.throws(() => filmOf([{ webp: film, ms: 40 }], 48, 30), /no picture/);
  await browser.close();
});

test('the film of the README is one, and small', () => {
  const { width, height, frames } = readFilm(readFileSync(readme));
  assert.deepEqual([width, height], [480, 300]);
  assert.ok(frames.length > 30, `${frames.length} pictures`);
  assert.ok(frames.every((frame) => frame.width === width && frame.height === height && frame.chunks.includes('VP8 ')));
  assert.ok(statSync(readme).size < 700 * 1024, `${statSync(readme).size} bytes`);
});
