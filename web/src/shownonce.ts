// What is shown or offered once on a device, and then never again: the first marks of a game, the sound.

const key = 'flipside.met';

function met(): string[] {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '[]');
  } catch {
    return [];
  }
}

export const wasMet = (name: string) => met().includes(name);

export function meet(...names: string[]): void {
  try {
    localStorage.setItem(key, JSON.stringify([...new Set([...met(), ...names])]));
  } catch {
    // A browser that keeps nothing shows it again.
  }
}
