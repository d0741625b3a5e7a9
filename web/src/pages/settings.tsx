// Name, looks, animation, sound, notices: the part of the profile that belongs to this device.

import { useState } from 'preact/hooks';
import { app, suggestName, useApp } from '../app';
import { request } from '../request';
import { later } from '../parts/lazy';
import { useAnswer } from '../people';
import { allowNotices } from '../parts/turns';
import { helpCosts } from '../parts/tutor';
import { wantSound } from '../sound';

const NotificationSettings = later(() => import('../parts/notifications').then((module) => module.NotificationSettings));

type Audience = 'everyone' | 'friends' | 'nobody';
type Seen = Record<'presence' | 'challenges' | 'requests', Audience>;

/** Who may see and ask what; it belongs to the person, not to the device. */
function Visibility() {
  const { data, problem } = useAnswer<Seen>('/api/visibility');
  const [changed, setChanged] = useState<Seen | null>(null);
  const [failed, setFailed] = useState('');
  const seen = changed ?? data;
  const set = (some: Partial<Seen>) => void request<Seen>('POST', '/api/visibility', some).then(setChanged, (error) => setFailed(error.message));
  const fields: [keyof Seen, string, Audience[]][] = [
    ['presence', 'Who sees that you are here, and which public game you play', ['everyone', 'friends', 'nobody']],
    ['challenges', 'Who may challenge you', ['everyone', 'friends', 'nobody']],
    ['requests', 'Who may ask to be your friend', ['everyone', 'nobody']],
  ];
  return (
    <>
      {seen &&
        fields.map(([name, label, choices]) => (
          <label key={name} class="field">
            <span>{label}</span>
            <select value={seen[name]} onChange={(event) => set({ [name]: event.currentTarget.value })}>
              {choices.map((choice) => (
                <option key={choice} value={choice}>
                  {choice === 'friends' ? 'my friends' : choice}
                </option>
              ))}
            </select>
          </label>
        ))}
      {(problem || failed) && (
        <p class="problem" role="alert">
          {problem || failed}
        </p>
      )}
    </>
  );
}

function NameForm() {
  const { person } = useApp();
  const [name, setName] = useState(person?.name ?? suggestName());
  const [said, setSaid] = useState('');
  const [problem, setProblem] = useState('');
  const save = async () => {
    setProblem('');
    setSaid('');
    try {
      await app.takeName(name);
      setSaid(`You are ${app.person!.name}${person ? ' now' : ''}.`);
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  return (
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
  );
}

export function Settings() {
  const { person, settings } = useApp();
  const [problem, setProblem] = useState('');
  const setNotices = async (on: boolean) => {
    setProblem('');
    if (on && !(await allowNotices())) return setProblem('Your browser blocks notifications from this site. You can change that in its settings.');
    app.setSettings({ notices: on ? 'on' : 'off' });
  };
  return (
    <section class="settings" aria-labelledby="settings">
      <h2 id="settings">Settings</h2>
      <NameForm />
      {person && <Visibility key={person.id} />}
      <label class="field">
        <span>Light</span>
        <select value={settings.theme} onChange={(e) => app.setSettings({ theme: e.currentTarget.value as 'auto' })}>
          <option value="auto">same as the device</option>
          <option value="light">light</option>
          <option value="dark">dark</option>
        </select>
      </label>
      <label class="field">
        <span>Animation: what happens at the table is shown</span>
        <select value={settings.animation} onChange={(e) => app.setSettings({ animation: e.currentTarget.value as 'full' })}>
          <option value="full">step by step, unless the device asks for less motion</option>
          <option value="quick">quickly</option>
          <option value="none">at once</option>
        </select>
      </label>
      <label class="field">
        <span>Sound, in all games</span>
        <select value={settings.sound} onChange={(e) => wantSound(e.currentTarget.value === 'on')}>
          <option value="off">off</option>
          <option value="on">on</option>
        </select>
      </label>
      <label class="field">
        <span>Tutor: after each of your moves, &ldquo;was that good?&rdquo; {helpCosts}</span>
        <select value={settings.tutor} onChange={(e) => app.setSettings({ tutor: e.currentTarget.value as 'off' })}>
          <option value="off">stays quiet</option>
          <option value="on">speaks, where it is allowed</option>
          <option value="warn">speaks, and warns before a blunder</option>
        </select>
      </label>
      <label class="field">
        <span>A browser notification when it is your turn</span>
        <select value={settings.notices} onChange={(e) => void setNotices(e.currentTarget.value === 'on')}>
          <option value="off">no</option>
          <option value="on">yes, while this page is in the background</option>
        </select>
      </label>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {person && <NotificationSettings key={`told ${person.id}`} />}
      <p class="quiet">
        A name, cookies that remember it and today's challenges, a password if you want one, your friends, programs and settings, where you want to be notified,
        what you say and offer at tables, and the games you play with what follows from them: that is all this site keeps about you, and you can download it or
        delete it. The names of the games belong to their owners.
      </p>
    </section>
  );
}
