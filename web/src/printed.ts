// What is printed (a sheet, a map, cards) does not come with every scene: it is fetched once, by its fingerprint, and put into the views that
// lack it (docs/api.md).

type Members = Record<string, unknown>;

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A view with what is printed in it. */
export function withPrinted<T>(printed: unknown, view: T): T {
  if (!isObject(printed) || !isObject(view)) return view;
  const whole: Members = { ...printed };
  for (const [key, value] of Object.entries(view)) whole[key] = withPrinted(printed[key], value);
  return whole as T;
}

/** What was fetched, by fingerprint. */
export class PrintedParts {
  private known = new Map<string, unknown>();

  constructor(private fetchOne: (fingerprint: string) => Promise<unknown>) {}

  get(fingerprint: string): unknown {
    return this.known.get(fingerprint);
  }

  /** False: it cannot be had. */
  async fetch(fingerprint: string): Promise<boolean> {
    try {
      this.known.set(fingerprint, await this.fetchOne(fingerprint));
      return true;
    } catch {
      return false;
    }
  }
}
