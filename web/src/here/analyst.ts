// One of the workers that analyse a finished game on this device: each has a module of its own and a part of the game's units.

import { Module } from './host';

/**
 * From the page: the game and this worker's part of it, then what is to be done. `saved`: what was found before, or ''. `move`: one that is
 * tried in an exercise; without it all moves of that decision are told. `settle`: so many milliseconds of unhurried work on what is too close to
 * call. Or, without a game: `play` some for a study of editions.
 */
export type ToAnalyst =
  | { module: WebAssembly.Module; record: string; part: number; parts: number }
  | { module: WebAssembly.Module }
  | { play: string }
  | { precision: number; saved: string; work: boolean }
  | { settle: number; precision: number }
  | { step: number; move?: string };
/** To the page: how much of the part is done, then what was asked for, as a text. */
export type FromAnalyst = { done: number } | { told: string } | { broken: string };

const post = (message: FromAnalyst) => (self as unknown as Worker).postMessage(message);

let module: Module | null = null;
let [part, parts] = [0, 1];

const rest = 250;

/** Works half of the time: somebody reads meanwhile, and the device stays cool. */
async function settle(ms: number, precision: number): Promise<void> {
  const until = performance.now() + ms;
  let done = module!.settle();
  while (done < 1 && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, rest));
    done = module!.settle();
  }
  post({ done });
  post({ told: module!.tellAnalysis(precision) });
}

async function take(data: ToAnalyst): Promise<void> {
  if ('module' in data) {
    module = await Module.load(data.module, (text) => console.warn(text));
    if (!('part' in data)) return;
    ({ part, parts } = data);
    module.openGame(data.record);
    return;
  }
  if ('play' in data) return post({ told: module!.playStudy(data.play) });
  if ('step' in data) return post({ told: data.move === undefined ? module!.tellMoves(data.step) : module!.tryMove(data.step, data.move) });
  if ('settle' in data) return settle(data.settle, data.precision);
  try {
    if (data.saved) module!.resumeAnalysis(data.saved);
  } catch (error) {
    if (!data.work) throw error; // what another version has found is not used: all is done anew
  }
  for (let done = 0; data.work && done < 1; post({ done })) done = module!.workOn(data.precision, part, parts);
  post({ told: module!.tellAnalysis(data.precision) });
}

let last: Promise<void> = Promise.resolve();
self.onmessage = ({ data }: MessageEvent<ToAnalyst>) => {
  last = last.then(() => take(data)).catch((error: Error) => post({ broken: error.message }));
};
