// A town goes out and comes in: by a link that has all of it inside, as a file, and saved with the server under a short address.

import { useState } from 'preact/hooks';
import { app } from 'shell/app';
import { backend } from 'shell/backend';
import { request } from 'shell/request';
import { download, JsonFile } from 'shell/parts/jsonfile';
import { noteSaved, savedAs } from './history';
import { editorPath, linkTo, readScenario } from './link';
import { game, type Scenario } from './scenario';

function LinkField({ label, link }: { label: string; link: string }) {
  const [copied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard?.writeText(link).then(
      () => setCopied(true),
      () => undefined,
    );
  return (
    <div class="fu-ed-link">
      <label class="field">
        <span>{label}</span>
        <input readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <button type="button" onClick={() => void copy()}>
        {copied ? 'Copied' : 'Copy'}
      </button>
    </div>
  );
}

interface ShareProps {
  scenario: Scenario;
  /** It can be played: only then it is worth sharing. */
  good: boolean;
  replace: (town: Scenario) => void;
}

function useSaving(scenario: Scenario) {
  const [saved, setSaved] = useState(savedAs);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const save = async (listed: boolean) => {
    setBusy(true);
    setProblem('');
    try {
      await app.ensurePerson();
      const wish = { game, edition: scenario, shared: true, ...(saved && { id: saved.id }) };
      const { id } = await request<{ id: string }>('POST', '/api/editions', wish).catch((error) => {
        if (saved && error.code === 'not_found') return request<{ id: string }>('POST', '/api/editions', { ...wish, id: undefined });
        throw error;
      });
      if (listed !== Boolean(saved?.listed)) await request('POST', '/api/gallery', { id, listed });
      const next = { id, listed };
      noteSaved(next);
      setSaved(next);
    } catch (error) {
      setProblem((error as Error).message);
    }
    setBusy(false);
  };
  return { saved, problem, busy, save };
}

function Saving({ scenario, good }: { scenario: Scenario; good: boolean }) {
  const { saved, problem, busy, save } = useSaving(scenario);
  return (
    <section aria-label="Save it">
      <h3>Save it</h3>
      <p class="quiet">Saved in your profile, with a short link. In the gallery everybody can play it and give it a star.</p>
      <div class="buttons">
        <button type="button" disabled={!good || busy} onClick={() => void save(Boolean(saved?.listed))}>
          {saved ? 'Save the changes' : 'Save'}
        </button>
        <button type="button" disabled={!good || busy} onClick={() => void save(!saved?.listed)}>
          {saved?.listed ? 'Take it out of the gallery' : 'Put it into the gallery'}
        </button>
      </div>
      {saved && <LinkField label="Short link" link={new URL(`${editorPath}/${saved.id}`, location.href).href} />}
      {saved?.listed && <p class="quiet">It is in the gallery.</p>}
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}

export function SharePanel({ scenario, good, replace }: ShareProps) {
  const [link, setLink] = useState<{ town: Scenario; link: string } | null>(null);
  const [problem, setProblem] = useState('');
  const make = () =>
    linkTo(scenario).then(
      (made) => setLink({ town: scenario, link: made }),
      (error: Error) => setProblem(error.message),
    );
  return (
    <div class="fu-ed-share">
      <section aria-label="By link">
        <h3>By link</h3>
        <p class="quiet">The link holds the whole town. Whoever opens it can play it and build on it.</p>
        <button type="button" disabled={!good} onClick={() => void make()}>
          Make a link
        </button>
        {link?.town === scenario && <LinkField label="Link to this town" link={link.link} />}
      </section>
      {!backend.here && <Saving {...{ scenario, good }} />}
      <section aria-label="As a file">
        <h3>As a file</h3>
        <div class="buttons">
          <button type="button" onClick={() => download(scenario.name || 'town', scenario)}>
            Download
          </button>
          <JsonFile label="Open a file" onFile={(json) => replace(readScenario(json))} onProblem={setProblem} />
        </div>
        {problem && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
      </section>
    </div>
  );
}
