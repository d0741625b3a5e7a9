// Scenes as changes (docs/api.md): what the server sends instead of a scene to whoever has the one before. A scene is a text here, in bytes,
// since that is what the parts of a change count.

export const changesFormat = 1;

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
  let a = 1, b = 0;
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
    const last = this.texts.get(change.table), kept = this.kept.get(change.table);
    if (!last) return null;
    const text = built(kept ? joined(last, kept) : last, change.parts);
    if (sumOf(text) !== change.sum) return null;
    if (change.keep) this.kept.set(change.table, last);
    this.texts.set(change.table, text);
    return decoder.decode(text);
  }
}
