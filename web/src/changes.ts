// Scenes as changes (docs/api.md): what the server sends instead of a scene to whoever has the one before. A scene is a text here, in bytes,
// since that is what the parts of a change count. Format 1, of older servers, is JSON; in format 2 numbers are letters, and actions are packed;
// in format 3 they are packed closer.

export const changesFormat = 3;

export interface Change {
  table: string;
  /** Adler-32 of the new text. */
  sum: number;
  /** The text that the change starts from is kept, in place of the one kept before. */
  keep?: true;
  /** Two numbers (from, length) are bytes of the last text, the kept one and the new one as far as it is there; a string is new;
   * -N are N bytes from where the piece before would have come to if it had gone on for as long as the strings since. */
  parts: (number | string)[];
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function sumOf(bytes: Uint8Array): number {
  let a = 1,
    b = 0;
  for (const byte of bytes) {
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  return b * 65536 + a;
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** What the parts make of what is known: numbers beyond that count on in what is made. */
function built(known: Uint8Array, parts: Change['parts']): Uint8Array {
  const made: number[] = [];
  let next = 0;
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i]!;
    if (typeof part === 'string') {
      const bytes = encoder.encode(part);
      for (const byte of bytes) made.push(byte);
      next += bytes.length;
      continue;
    }
    const end = part < 0 ? next - part : part + (parts[++i] as number);
    for (next = part < 0 ? next : part; next < end; next++) made.push((next < known.length ? known[next] : made[next - known.length]) ?? 0);
  }
  return Uint8Array.from(made);
}

// --- formats 2 and 3 ------------------------------------------------------------------------------------------------------------

/** Numbers are letters from '0' on: five bits each, the lowest first, and 32 more if another one follows. */
class Letters {
  at = 0;
  constructor(readonly bytes: Uint8Array) {}

  get over(): boolean {
    return this.at >= this.bytes.length;
  }

  number(): number {
    let value = 0,
      scale = 1,
      bits: number;
    do {
      bits = (this.bytes[this.at++] ?? 48) - 48;
      value += (bits & 31) * scale;
      scale *= 32;
    } while (bits >= 32);
    return value;
  }
}

/** How many bytes are new, those bytes, how far on or back the next piece is, and how long; and so on. */
function builtFromLetters(known: Uint8Array, letters: Letters): Uint8Array {
  const made: number[] = [];
  let next = 0;
  while (!letters.over) {
    const fresh = letters.number();
    for (let i = 0; i < fresh; i++) made.push(letters.bytes[letters.at++] ?? 0);
    next += fresh;
    if (letters.over) break;
    const by = letters.number();
    next += by % 2 ? -(by + 1) / 2 : by / 2;
    const end = next + letters.number();
    for (; next < end; next++) made.push((next < known.length ? known[next] : made[next - known.length]) ?? 0);
  }
  return Uint8Array.from(made);
}

/** The words of a row: those that it lacks are those of the row before. In format 3 it may be the row before with its squares moved on. */
function wordsOf(row: string, before: string[]): string[] {
  const code = row.charCodeAt(0);
  if (code >= 5 && code <= 14) {
    const right = code < 12 ? code - 4 : row.charCodeAt(1) - 80,
      down = code < 12 ? 0 : code - 11;
    const moved = (square: string) => String.fromCharCode(square.charCodeAt(0) + right, square.charCodeAt(1) + down);
    return before.map((word) => (/^[a-z][0-9]$/.test(word) ? moved(word) : word));
  }
  const own = row ? row.split(' ') : [];
  return [...own, ...before.slice(own.length)];
}

/** Actions with a pattern in common, as the server would have written each of them. */
function unpacked(text: string): string {
  let count = 0;
  return text.replace(/\x01([^\x01-\x04]*)\x02([^\x01\x02\x04]*)\x04/g, (_, pattern: string, rows: string) => {
    let words: string[] = [];
    return rows
      .split('\x03')
      .map((row) => {
        words = wordsOf(row, words);
        const number = String(count++);
        return pattern.replace(/[\x0f-\x1f]/g, (mark) => (mark === '\x0f' ? number : (words[mark.charCodeAt(0) - 16] ?? '')));
      })
      .join(',');
  });
}

/** The texts of the scenes that were sent last, by table. */
export class SceneTexts {
  private texts = new Map<string, Uint8Array>();
  private kept = new Map<string, Uint8Array>();

  forget(table?: string): void {
    for (const texts of [this.texts, this.kept])
      if (table === undefined) texts.clear();
      else texts.delete(table);
  }

  keep(table: string, text: string): void {
    this.texts.set(table, encoder.encode(text));
    this.kept.delete(table);
  }

  /** The scene that the change makes of the last one; null: there is none that it fits to. */
  patch(change: Change): string | null {
    const last = this.texts.get(change.table),
      kept = this.kept.get(change.table);
    if (!last) return null;
    const text = built(kept ? joined(last, kept) : last, change.parts);
    if (sumOf(text) !== change.sum) return null;
    if (change.keep) this.kept.set(change.table, last);
    this.texts.set(change.table, text);
    return decoder.decode(text);
  }

  /** Is the message a scene or a change in format 2 or 3? */
  static packed(message: string): boolean {
    return !message.startsWith('{');
  }

  /** Of which table, and the scene; null: there is no last one that it fits to. */
  take(message: string): { table: string; text: string | null } {
    const line = message.slice(0, message.indexOf('\n'));
    const [word = '', table = '', sum = ''] = line.split(' ');
    const parts = encoder.encode(message.slice(line.length + 1));
    const last = this.texts.get(table),
      kept = this.kept.get(table);
    if (word !== 'scene' && !last) return { table, text: null };
    const text = word === 'scene' ? parts : builtFromLetters(kept ? joined(last!, kept) : last!, new Letters(parts));
    if (sumOf(text) !== Number(sum)) return { table, text: null };
    if (word === 'keep') this.kept.set(table, last!);
    else if (word === 'scene') this.kept.delete(table);
    this.texts.set(table, text);
    return { table, text: unpacked(decoder.decode(text)) };
  }
}
