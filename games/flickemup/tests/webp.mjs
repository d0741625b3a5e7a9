// An animated WebP out of single ones: the frames as a browser makes them, in the container's chunks (RIFF, VP8X, ANIM, ANMF).

const three = (value) => [value & 255, (value >> 8) & 255, (value >> 16) & 255];

function chunk(name, data) {
  const head = Buffer.alloc(8);
  head.write(name, 0, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

/** The chunks of a file or of a frame: name and content. Throws where it is none. */
export function chunksOf(data, from = 0) {
  const chunks = [];
  for (let at = from; at < data.length; ) {
    if (at + 8 > data.length) throw new Error('a chunk has no head');
    const size = data.readUInt32LE(at + 4);
    if (at + 8 + size > data.length) throw new Error('a chunk is longer than what holds it');
    chunks.push({ name: data.toString('latin1', at, at + 4), data: data.subarray(at + 8, at + 8 + size) });
    at += 8 + size + (size % 2);
  }
  return chunks;
}

function insideOf(file) {
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WEBP') throw new Error('no WebP');
  if (file.readUInt32LE(4) + 8 !== file.length) throw new Error('its length is not what it says');
  return chunksOf(file, 12);
}

/** Frames `{webp, ms}` of one size, shown for ever. */
export function filmOf(frames, width, height) {
  const flags = Buffer.from([2, 0, 0, 0, ...three(width - 1), ...three(height - 1)]);
  const parts = [chunk('VP8X', flags), chunk('ANIM', Buffer.from([255, 255, 255, 255, 0, 0]))];
  for (const { webp, ms } of frames) {
    const pixels = insideOf(webp).filter(({ name }) => ['ALPH', 'VP8 ', 'VP8L'].includes(name));
    if (!pixels.some(({ name }) => name !== 'ALPH')) throw new Error('a frame has no picture');
    const head = Buffer.from([0, 0, 0, 0, 0, 0, ...three(width - 1), ...three(height - 1), ...three(Math.round(ms)), 2]);
    parts.push(chunk('ANMF', Buffer.concat([head, ...pixels.map(({ name, data }) => chunk(name, data))])));
  }
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...parts]);
  const head = Buffer.alloc(8);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

const number = (data, at) => data[at] | (data[at + 1] << 8) | (data[at + 2] << 16);

/** What a film has: its size, and of each frame how long it is shown and what it is made of. */
export function readFilm(file) {
  const [first, second, ...rest] = insideOf(file);
  if (first?.name !== 'VP8X' || !(first.data[0] & 2)) throw new Error('it is not animated');
  if (second?.name !== 'ANIM' || second.data.length !== 6) throw new Error('it does not say how it is shown');
  const frames = rest.map(({ name, data }) => {
    if (name !== 'ANMF') throw new Error(`a chunk ${name} is no frame`);
    return { width: number(data, 6) + 1, height: number(data, 9) + 1, ms: number(data, 12), chunks: chunksOf(data, 16).map((one) => one.name) };
  });
  return { width: number(first.data, 4) + 1, height: number(first.data, 7) + 1, frames };
}
