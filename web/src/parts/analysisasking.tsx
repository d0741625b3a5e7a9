// Asking for the analysis of a game: this device's own processors do it, or the server if the player asks for that.

import { useEffect, useRef } from 'preact/hooks';
import type { Analysis, Asked, Precision } from '../analysis';
import { backend } from '../backend';
import { precisions, type OwnAsked } from '../ownanalysis';

const depth = (analysis: Analysis | undefined) => (analysis ? precisions.indexOf(analysis.precision) : -1);

/** The deeper one of what this device and the server have found. */
export function deepest(own: Asked, server: Asked): Analysis | undefined {
  const [here, there] = [own.answer?.analysis, server.answer?.analysis];
  return depth(there) > depth(here) ? there : (here ?? there);
}

const firstLook = 'A first look: figures can still change.';

function Running({ asked: { answer }, where, stop, instead }: { asked: Asked; where: string; stop?: () => void; instead?: () => void }) {
  return (
    <div role="status" class="buttons">
      <label>
        {answer!.analysis?.precision === 'quick' && `${firstLook} `}
        {answer!.analysis ? 'Looking deeper' : 'Analysing'} {where} <progress max={1} value={answer!.progress ?? 0} />{' '}
        <span class="share">{Math.round(100 * (answer!.progress ?? 0))} %</span>
      </label>{' '}
      {stop && <button onClick={stop}>Stop</button>}
      {instead && <button onClick={instead}>Ask the server instead</button>}
    </div>
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
      <p>What was each decision worth, and how much was luck? {backend.canBeHere ? 'Your device' : 'The server'} plays this game on from every position.</p>
      <div class="buttons">
        <button class="primary" onClick={() => ask('normal')}>
          Analyse
        </button>
        {server && <button onClick={() => server('normal')}>Ask the server instead</button>}
      </div>
    </>
  );
}

/** How many futures the values rest on, as far as the analysis says it. */
function Depth({ analysis }: { analysis: Analysis }) {
  const counts = analysis.moments.slice(0, -1).map((moment) => moment.tally?.[0] ?? 0);
  const all = counts.reduce((sum, one) => sum + one, 0);
  const each = Math.round(all / counts.length);
  if (!counts.length) return null;
  if (each < 2) return <p class="quiet">Positions are not played out here: what each is worth is this game’s own estimate.</p>;
  return (
    <p class="quiet">
      Each position was played out {each.toLocaleString('en')} times on average, {all.toLocaleString('en')} times in all; neighbouring positions add to what is
      known of each.
    </p>
  );
}

/** What is too close to call is looked at more closely in the background, on this device only. */
function Settling({ open, progress, stop }: { open: number; progress: number; stop: () => void }) {
  return (
    <div role="status" class="buttons settling">
      <label>
        Looking closer at {open === 1 ? 'a choice that is' : `${open} choices that are`} too close to call <progress max={1} value={progress} />
      </label>{' '}
      <button onClick={stop}>Stop</button>
    </div>
  );
}

const openIn = (analysis: Analysis | undefined) => analysis?.decisions.filter((one) => one.open).length ?? 0;

/**
 * The analysis begins by itself and goes on to normal, on this device or, for those who have played, at the server. Whoever stops it is
 * asked.
 */
function useBegin(own: OwnAsked, server: Asked, played: boolean, offered: boolean, known: boolean): () => void {
  const stopped = useRef(false);
  const askedServer = useRef<Precision | null>(null);
  const found = deepest(own, server);
  const has = found?.precision;
  const open = openIn(found) > 0;
  const running = own.answer?.state === 'running' || server.answer?.state === 'running';
  useEffect(() => {
    if (!known || running || stopped.current || own.problem || server.problem) return;
    if (has && has !== 'quick') {
      if (backend.canBeHere && has === 'normal' && open) {
        stopped.current = true; // once: what stays open then is open at deep
        own.settle();
      }
    } else if (backend.canBeHere) own.ask('normal');
    else if (offered && played) {
      const wanted = has ? 'normal' : 'quick';
      if (askedServer.current !== wanted) server.ask(wanted); // once: what it has may be all it gives
      askedServer.current = wanted;
    }
  }, [known, running, has, played, offered]);
  return () => {
    stopped.current = true;
  };
}

export function Asking({ own, server, played }: { own: OwnAsked; server: Asked; played: boolean }) {
  const offered = server.answer !== null && server.answer.offered !== false;
  const known = server.answer !== null && (own.answer !== null || !backend.canBeHere);
  const ask = backend.canBeHere ? own.ask : offered ? server.ask : null;
  const problem = own.problem || server.problem;
  const here = own.answer?.state === 'running';
  const there = server.answer?.state === 'running';
  const found = deepest(own, server);
  const leaveIt = useBegin(own, server, played, offered, known);
  const stop = () => {
    leaveIt();
    own.stop();
  };
  const instead = () => {
    stop();
    server.ask('normal');
  };
  return (
    <div class="analysis-asking">
      {here && <Running asked={own} where="on this device" stop={stop} instead={offered ? instead : undefined} />}
      {there && <Running asked={server} where="at the server" />}
      {!here && !there && found?.precision === 'quick' && <p>{firstLook}</p>}
      {own.settling !== null && <Settling open={openIn(found)} progress={own.settling} stop={stop} />}
      {known && !here && !there && own.settling === null && ask && (
        <Offer has={found?.precision} ask={ask} server={backend.canBeHere && offered ? server.ask : null} />
      )}
      {known && !ask && <p>This server leaves analyses to your browser, and this one cannot run them.</p>}
      {found && <Depth analysis={found} />}
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
