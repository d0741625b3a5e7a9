// Asking for the analysis of a game: this device's own processors do it, or the server if the player asks for that.

import type { Analysis, Asked, Precision } from '../analysis';
import { house } from '../house';
import { precisions, type OwnAsked } from '../ownanalysis';

const depth = (analysis: Analysis | undefined) => (analysis ? precisions.indexOf(analysis.precision) : -1);

/** The deeper one of what this device and the server have found. */
export function deepest(own: Asked, server: Asked): Analysis | undefined {
  const [here, there] = [own.answer?.analysis, server.answer?.analysis];
  return depth(there) > depth(here) ? there : (here ?? there);
}

function Running({ asked: { answer }, where, stop }: { asked: Asked; where: string; stop?: () => void }) {
  return (
    <p role="status">
      <label>
        Analysing {where}, {answer!.precision} <progress max={1} value={answer!.progress ?? 0} />{' '}
        <span class="share">{Math.round(100 * (answer!.progress ?? 0))} %</span>
      </label>{' '}
      {stop && <button onClick={stop}>Stop</button>}
    </p>
  );
}

function Offer({ has, ask, server }: { has: Precision | undefined; ask: (precision: Precision) => void; server: ((precision: Precision) => void) | null }) {
  const deeper: Precision = has === 'normal' ? 'deep' : 'normal';
  if (has === 'deep') return null;
  if (has)
    return (
      <div class="buttons">
        <button onClick={() => ask(deeper)}>Look deeper</button>
        {server && <button onClick={() => server(deeper)}>Ask the server to look deeper</button>}
      </div>
    );
  return (
    <>
      <p>
        What was each decision worth, and how much was luck? {house.canBeHere ? 'Your device' : 'The server'} plays this game on from every position, hundreds
        of times.
      </p>
      <div class="buttons">
        <button class="primary" onClick={() => ask('quick')}>
          Analyse
        </button>
        <button onClick={() => ask('normal')}>Take longer, look deeper</button>
        {server && <button onClick={() => server('quick')}>Ask the server instead</button>}
      </div>
      {server && <p>What the server finds is there for everybody who has the link, and your profile shows it on all your devices.</p>}
    </>
  );
}

export function Asking({ own, server }: { own: OwnAsked; server: Asked }) {
  const offered = server.answer !== null && server.answer.offered !== false;
  const known = server.answer !== null && (own.answer !== null || !house.canBeHere);
  const ask = house.canBeHere ? own.ask : offered ? server.ask : null;
  const problem = own.problem || server.problem;
  const here = own.answer?.state === 'running';
  const there = server.answer?.state === 'running';
  return (
    <div class="analysis-asking">
      {here && <Running asked={own} where="on this device" stop={own.stop} />}
      {there && <Running asked={server} where="at the server" />}
      {known && !here && !there && ask && <Offer has={deepest(own, server)?.precision} ask={ask} server={house.canBeHere && offered ? server.ask : null} />}
      {known && !ask && <p>This server leaves analyses to your browser, and this one cannot run them.</p>}
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
