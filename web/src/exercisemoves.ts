// Any legal move of an exercise: this device's own module names them and says what one would have been worth (src/solo/analyst.h).

import { useEffect, useState } from 'preact/hooks';
import type { Analysis, Choice } from './analysis';
import { Analysts } from './here/analysts';
import { backend } from './backend';
import { recordOf } from './ownanalysis';
import type { Action } from './types';

/** One worker that has the game and its analysis; it answers one question after the other. */
export class Trying {
  private readonly analysts: Promise<Analysts>;
  private last: Promise<unknown> = Promise.resolve();

  constructor(table: string, analysis: Analysis) {
    this.analysts = recordOf(table).then(async (record) => {
      const analysts = await Analysts.start(record, 1);
      await analysts.know(JSON.stringify(analysis));
      return analysts;
    });
    this.analysts.catch(() => undefined); // whoever asks is told
  }

  private ask(step: number, move?: string): Promise<string> {
    const answer = this.last.then(() => this.analysts).then((analysts) => analysts.about(step, move));
    this.last = answer.catch(() => undefined);
    return answer;
  }

  async moves(step: number): Promise<Action[]> {
    return JSON.parse(await this.ask(step)).actions;
  }

  async weigh(step: number, move: string): Promise<Choice> {
    return JSON.parse(await this.ask(step, move));
  }

  end(): void {
    void this.analysts.then(
      (analysts) => analysts.stop(),
      () => undefined,
    );
  }
}

/** While exercises are open; null where this browser cannot do it. */
export function useTrying(table: string, analysis: Analysis, open: boolean): Trying | null {
  const [trying, setTrying] = useState<Trying | null>(null);
  useEffect(() => {
    if (!open || !backend.canBeHere) return;
    const own = new Trying(table, analysis);
    setTrying(own);
    return () => {
      own.end();
      setTrying(null);
    };
  }, [table, analysis, open]);
  return trying;
}

/** All moves of a decision: null until they are known, [] where they cannot be. */
export function useMoves(trying: Trying | null, step: number): Action[] | null {
  const [moves, setMoves] = useState<Action[] | null>(null);
  useEffect(() => {
    let wanted = true;
    const take = (found: Action[] | null) => wanted && setMoves(found);
    take(backend.canBeHere ? null : []);
    trying?.moves(step).then(take, () => take([]));
    return () => void (wanted = false);
  }, [trying, step]);
  return moves;
}
