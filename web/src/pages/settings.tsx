// Name, looks, motion.

import { useState } from 'preact/hooks';
import { app, suggestName, useApp } from '../app';

export function SettingsPage() {
  const { person, settings } = useApp();
  const [name, setName] = useState(person?.name ?? suggestName());
  const [said, setSaid] = useState('');
  const [problem, setProblem] = useState('');
  const save = async () => {
    setProblem('');
    setSaid('');
    try {
      await app.takeName(name);
      setSaid(`You are ${app.person!.name} now.`);
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  return (
    <div class="page narrow">
      <header class="page-head">
        <h1>Settings</h1>
      </header>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <label class="field">
          <span>Your name at the table</span>
          <input value={name} maxLength={24} required autocomplete="nickname" onInput={(e) => setName(e.currentTarget.value)} />
        </label>
        <div class="buttons">
          <button class="primary">Take this name</button>
        </div>
        {said && <p role="status">{said}</p>}
        {problem && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
      </form>
      <label class="field">
        <span>Light</span>
        <select value={settings.theme} onChange={(e) => app.setSettings({ theme: e.currentTarget.value as 'auto' })}>
          <option value="auto">as the device says</option>
          <option value="light">light</option>
          <option value="dark">dark</option>
        </select>
      </label>
      <label class="field">
        <span>Motion</span>
        <select value={settings.motion} onChange={(e) => app.setSettings({ motion: e.currentTarget.value as 'auto' })}>
          <option value="auto">as the device says</option>
          <option value="off">none</option>
        </select>
      </label>
      <label class="field">
        <span>Tutor: after each of your moves, &ldquo;was that good?&rdquo;</span>
        <select value={settings.tutor} onChange={(e) => app.setSettings({ tutor: e.currentTarget.value as 'off' })}>
          <option value="off">stays quiet</option>
          <option value="on">says so, against bots and where a table allows it</option>
        </select>
      </label>
      <p class="quiet">
        A name and a cookie that remembers it: that is all this site keeps about you, beside the games you play. The names of the games
        belong to their owners.
      </p>
    </div>
  );
}
