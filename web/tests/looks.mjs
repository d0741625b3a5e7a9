// What eyes would see, measured: text that is cut off or sticks out of its box, and text that does not stand out from what is behind it.

import { inflateSync } from 'node:zlib';

/** Runs in the page: every visible piece of text with its box and colour, and what is wrong with its place. */
function measureTexts() {
  const texts = [];
  const cut = [];
  const tolerance = 2;
  const scrolls = (value) => value === 'auto' || value === 'scroll';
  const nameOf = (node) => {
    const own = typeof node.className === 'string' ? node.className : (node.className?.baseVal ?? '');
    return `${node.tagName.toLowerCase()}${own ? `.${own.trim().split(/\s+/).join('.')}` : ''}`;
  };
  /** The box that a scroller or an edge leaves of a text's box; and the first that cuts it. */
  const look = (element, box, words) => {
    for (let up = element; up && up !== document.documentElement; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (style.visibility === 'hidden' || style.display === 'none' || Number(style.opacity) < 0.05 || style.clipPath === 'inset(50%)') return null; // only for screen readers
    }
    const seen = { left: box.left, top: box.top, right: box.right, bottom: box.bottom };
    for (let up = element; up && up !== document.body; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (style.position === 'fixed') break;
      const isButton = /^(BUTTON|A)$/.test(up.tagName) && (up.tagName === 'BUTTON' || up.classList.contains('button'));
      const clips = style.overflowX !== 'visible' || up.tagName === 'svg';
      if (!clips && !isButton) continue;
      const edge = up.getBoundingClientRect();
      const out = {
        x: Math.max(edge.left - seen.left, seen.right - edge.right),
        y: Math.max(edge.top - seen.top, seen.bottom - edge.bottom),
      };
      if (scrolls(style.overflowX) && out.x > tolerance) return null; // can be scrolled into sight
      if (scrolls(style.overflowY) && out.y > tolerance) return null;
      if (style.overflowX === 'visible' && !isButton && up.tagName !== 'svg') continue;
      if (style.textOverflow === 'ellipsis' && up.title.includes(words)) return null; // shortened on purpose, and said in whole
      if (out.x > tolerance || out.y > tolerance + (isButton ? 2 : 0)) {
        cut.push(`"${words}" is cut or sticks out by ${Math.round(Math.max(out.x, out.y))} px: ${nameOf(element)} in ${nameOf(up)}`);
        return null;
      }
    }
    if (seen.right > innerWidth + tolerance || seen.left < -tolerance) cut.push(`"${words}" is off the screen: ${nameOf(element)}`);
    return seen;
  };
  const walker = document.createTreeWalker(document.querySelector('.table-page') ?? document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const words = node.data.trim();
    const element = node.parentElement;
    if (!words || !element || element.closest('script, style, title, desc, option, .sr')) continue;
    range.selectNodeContents(node);
    // Letters that were told to stand closer: the browser's range measures them as they would stand by themselves.
    const rects = element.hasAttribute('textLength') ? [element.getBoundingClientRect()] : [...range.getClientRects()];
    const boxes = rects.filter((box) => box.width > 0.5 && box.height > 0.5);
    if (!boxes.length) continue;
    const short = words.slice(0, 40);
    const all = {
      left: Math.min(...boxes.map((box) => box.left)),
      right: Math.max(...boxes.map((box) => box.right)),
      top: Math.min(...boxes.map((box) => box.top)),
      bottom: Math.max(...boxes.map((box) => box.bottom)),
    };
    // A line of text is higher than its letters: what is cut is measured by these.
    const air = Math.min(0.22 * boxes[0].height, 8);
    const seen = look(element, { ...all, top: all.top + air, bottom: all.bottom - air }, short);
    const style = getComputedStyle(element);
    const shadow = style.textShadow !== 'none' || (style.stroke !== 'none' && element instanceof SVGElement);
    if (seen && seen.top >= 0 && seen.bottom <= innerHeight && !shadow && !element.closest(':disabled, [aria-disabled=true]')) {
      const size = parseFloat(style.fontSize) * (element instanceof SVGElement ? (element.getScreenCTM()?.a ?? 1) : 1);
      const middle = document.elementsFromPoint((boxes[0].left + boxes[0].right) / 2, (boxes[0].top + boxes[0].bottom) / 2);
      // Only what lies on top: a text behind a panel is not read.
      const top = middle.find((one) => getComputedStyle(one).pointerEvents !== 'none');
      const behindCard = middle.some((one) => one.closest('[role=dialog]') && !one.closest('[role=dialog]').contains(element));
      if (top && !behindCard && (top === element || top.contains(element) || element.contains(top) || getComputedStyle(element).pointerEvents === 'none'))
        texts.push({
          words: short,
          name: nameOf(element),
          colour: element instanceof SVGElement ? style.fill : style.color,
          size,
          bold: Number(style.fontWeight) >= 600,
          box: [boxes[0].left, boxes[0].top, boxes[0].right, boxes[0].bottom].map(Math.round),
        });
    }
  }
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (wide > 0) cut.push(`the page is ${wide} px wider than the screen`);
  return { texts, cut: [...new Set(cut)] };
}

/** Text that is cut off, sticks out of its button, or is off the screen; in words. And all text that is seen, for `paleTexts`. */
export async function measured(page) {
  return page.evaluate(measureTexts);
}

/** The picture of a page as pixels: PNG as browsers write it, eight bits, no interlacing. */
export function pixelsOf(png) {
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const channels = png[25] === 6 ? 4 : 3;
  const parts = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const raw = inflateSync(Buffer.concat(parts));
  const row = width * channels;
  const out = Buffer.alloc(row * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (row + 1)];
    for (let x = 0; x < row; x++) {
      const left = x >= channels ? out[y * row + x - channels] : 0;
      const up = y ? out[(y - 1) * row + x] : 0;
      const corner = y && x >= channels ? out[(y - 1) * row + x - channels] : 0;
      let guess = 0;
      if (filter === 1) guess = left;
      else if (filter === 2) guess = up;
      else if (filter === 3) guess = (left + up) >> 1;
      else if (filter === 4) {
        const [a, b, c] = [left, up, corner].map((value) => Math.abs(left + up - corner - value));
        guess = a <= b && a <= c ? left : b <= c ? up : corner;
      }
      out[y * row + x] = raw[y * (row + 1) + 1 + x] + guess;
    }
  }
  return { width, height, channels, at: (x, y) => out.subarray(y * row + x * channels, y * row + x * channels + 3) };
}

function luminance([r, g, b]) {
  const [x, y, z] = [r, g, b].map((value) => (value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * x + 0.7152 * y + 0.0722 * z;
}

export function contrast(one, other) {
  const [a, b] = [luminance(one), luminance(other)].sort((x, y) => y - x);
  return (a + 0.05) / (b + 0.05);
}

/** The colour behind a text: the most frequent one in its box that is not nearly the text's own. */
function behind(pixels, [left, top, right, bottom], colour) {
  const counts = new Map();
  for (let y = Math.max(0, top); y < Math.min(pixels.height, bottom); y++)
    for (let x = Math.max(0, left); x < Math.min(pixels.width, right); x++) {
      const pixel = pixels.at(x, y);
      const key = (pixel[0] >> 2) * 4096 + (pixel[1] >> 2) * 64 + (pixel[2] >> 2);
      const kept = counts.get(key);
      if (kept) kept.count++;
      else counts.set(key, { count: 1, colour: [...pixel] });
    }
  const far = [...counts.values()].filter((one) => one.colour.some((value, i) => Math.abs(value - colour[i]) > 24));
  return far.sort((a, b) => b.count - a.count)[0]?.colour;
}

/**
 * Text that does not stand out: less than 4.5 to 1, or 3 to 1 where it is large. Measured in the picture, so drawings count too; in a part
 * of the picture, where one is asked for.
 */
export async function paleTexts(page, { texts }, clip) {
  const pixels = pixelsOf(await page.screenshot(clip ? { clip } : {}));
  const [x, y] = clip ? [clip.x, clip.y] : [0, 0];
  const pale = [];
  for (const { words, name, colour, size, bold, box } of texts) {
    const [r, g, b, alpha = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number);
    if (r === undefined || alpha < 0.99 || /^color\(/.test(colour)) continue;
    const ground = behind(pixels, [box[0] - x, box[1] - y, box[2] - x, box[3] - y], [r, g, b]);
    if (!ground) {
      pale.push(`"${words}" cannot be told from what is behind it: ${name}`);
      continue;
    }
    const ratio = contrast([r, g, b], ground);
    if (ratio < (size >= 24 || (bold && size >= 18.66) ? 3 : 4.5))
      pale.push(`"${words}" has ${ratio.toFixed(1)} to 1: ${name}, rgb(${r} ${g} ${b}) on rgb(${ground.join(' ')})`);
  }
  return [...new Set(pale)];
}

/** Runs in the page: the middle of one button of each kind that has text and lies under nothing. */
function kindsOfButtons(within) {
  const kinds = new Map();
  for (const button of document.querySelectorAll(`${within} :is(button:enabled, a[href], summary, label)`)) {
    const { left, top, width, height } = button.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const kind = [button.className.baseVal ?? button.className, button.parentElement.className, button.ariaPressed].join('; ');
    if (button.textContent.trim() && !kinds.has(kind) && button.contains(document.elementFromPoint(x, y))) kinds.set(kind, { x, y });
  }
  return [...kinds.values()];
}

/** Runs in the page: what comes with the mouse has come. Returns the box of the button that is under it. */
async function underMouse({ x, y }) {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  for (const one of document.getAnimations()) if (one.effect?.getTiming().iterations !== Infinity) one.finish();
  const button = document.elementFromPoint(x, y)?.closest('button, a, summary, label');
  const { left, top, right, bottom } = button?.getBoundingClientRect() ?? { left: 0, top: 0, right: 0, bottom: 0 };
  return {
    left: Math.max(0, Math.floor(left)),
    top: Math.max(0, Math.floor(top)),
    right: Math.min(innerWidth, Math.ceil(right)),
    bottom: Math.min(innerHeight, Math.ceil(bottom)),
  };
}

/** Text on buttons that does not stand out while the mouse is over them, in words: one button of each kind is pointed at. */
export async function paleUnderMouse(page, within = 'body') {
  const pale = [];
  for (const place of await page.evaluate(kindsOfButtons, within)) {
    await page.mouse.move(place.x, place.y);
    const { left, top, right, bottom } = await page.evaluate(underMouse, place);
    if (right - left < 1 || bottom - top < 1) continue; // it went away when it was pointed at
    const { texts } = await measured(page);
    const on = texts.filter(({ box }) => box[0] >= left && box[1] >= top && box[2] <= right && box[3] <= bottom);
    pale.push(...(await paleTexts(page, { texts: on }, { x: left, y: top, width: right - left, height: bottom - top })));
  }
  await page.mouse.move(0, 0);
  return [...new Set(pale)];
}
