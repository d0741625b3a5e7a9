// Levels of bots in words, and the one that was played against last, game by game.

export const levels = [1, 2, 3, 4, 5];

const words = ['gentle', 'steady', 'good', 'strong', 'as strong as it gets'];

export function levelWords(level: number): string {
  return words[level - 1] ?? '';
}

/** "against gentle bots". */
export function botWords(level: number): string {
  return level === 5 ? 'against the strongest bots' : `against ${levelWords(level)} bots`;
}

const key = 'flipside.levels';

function remembered(): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') ?? {};
  } catch {
    return {};
  }
}

/** The level that was played against last; a newcomer begins with the gentlest. */
export function levelOf(game: string): number {
  const level = remembered()[game];
  return levels.includes(level) ? level : 1;
}

export function rememberLevel(game: string, level: number): void {
  localStorage.setItem(key, JSON.stringify({ ...remembered(), [game]: level }));
}
