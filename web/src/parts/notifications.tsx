// What is told when the page is closed: on which devices, about what, and when not.

import { useEffect, useState } from 'preact/hooks';
import { useApp } from '../app';
import { request } from '../request';
import { dayOf } from '../people';
import { asset } from '../route';
import { allowNotices } from './turns';

const kinds = {
  turn: 'It is your turn',
  start: 'A game of yours begins',
  over: 'A game of yours is over',
  challenge: 'You are challenged or invited',
  friend: 'A friend’s request, or its answer',
  offer: 'Something is offered at your table',
};
type Kind = keyof typeof kinds;

interface Device {
  id: string;
  endpoint: string;
  device: string;
  created: number;
}
interface Notifications {
  /** null: this server sends no push messages. */
  key: string | null;
  kinds: Record<Kind, boolean>;
  quiet: { from: number; to: number } | null;
  zone: number;
  devices: Device[];
  /** null: this server sends no mail. */
  mail: { address: string; confirmed: boolean; kinds: Record<Kind, boolean> } | null;
}

const zone = () => -new Date().getTimezoneOffset();
const clock = (minutes: number) => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

async function registration(): Promise<ServiceWorkerRegistration> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) throw new Error('This browser cannot take notifications while the page is closed.');
  await navigator.serviceWorker.register(asset('/service-worker.js'), { type: 'module' });
  return navigator.serviceWorker.ready;
}

/** The address of this browser, if it takes push messages. */
async function ownEndpoint(): Promise<string | null> {
  const known = 'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration() : undefined;
  return (await known?.pushManager?.getSubscription())?.endpoint ?? null;
}

async function subscribe(key: string): Promise<Notifications> {
  if (!(await allowNotices())) throw new Error('Your browser blocks notifications from this site. You can change that in its settings.');
  const worker = await registration();
  let subscription: PushSubscription;
  try {
    subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  } catch {
    throw new Error('Your browser could not reach its notification service. Please try again later.');
  }
  await request('POST', '/api/notifications', { zone: zone() });
  return request('POST', '/api/push', subscription.toJSON() as Record<string, unknown>);
}

function QuietHours({ quiet, set }: { quiet: Notifications['quiet']; set: (some: object) => void }) {
  const change = (some: Partial<{ from: number; to: number }>) => set({ quiet: { ...(quiet ?? { from: 1320, to: 420 }), ...some }, zone: zone() });
  return (
    <fieldset class="quiet-hours">
      <label>
        <input type="checkbox" checked={!!quiet} onChange={(e) => (e.currentTarget.checked ? change({}) : set({ quiet: null }))} /> Quiet hours
      </label>
      {quiet && (
        <>
          <label>
            from{' '}
            <input
              type="time"
              required
              value={clock(quiet.from)}
              onChange={(e) => e.currentTarget.value && change({ from: minutesOf(e.currentTarget.value) })}
            />
          </label>
          <label>
            to{' '}
            <input type="time" required value={clock(quiet.to)} onChange={(e) => e.currentTarget.value && change({ to: minutesOf(e.currentTarget.value) })} />
          </label>
          <p class="quiet">What happens then is told afterwards.</p>
        </>
      )}
    </fieldset>
  );
}

function Devices({ devices, own, end }: { devices: Device[]; own: string | null; end: (id: string) => void }) {
  return (
    <ul>
      {devices.map((device) => (
        <li key={device.id}>
          <span>
            <b>{device.device || 'Another browser'}</b> {device.endpoint === own && <span class="tag">This device</span>}{' '}
            <small>since {dayOf(device.created)}</small>
          </span>
          <button aria-label={`Remove ${device.device || 'another browser'}, since ${dayOf(device.created)}`} onClick={() => end(device.id)}>
            Remove
          </button>
        </li>
      ))}
    </ul>
  );
}

/** An address, confirmed by a code that was sent there. */
function MailAddress({ mail, take }: { mail: NonNullable<Notifications['mail']>; take: (answer: Promise<Notifications>) => void }) {
  const [address, setAddress] = useState(mail.address);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const give = (to: string) => take(request('POST', '/api/mail', { address: to, password }));
  return (
    <fieldset>
      <legend>By mail</legend>
      {mail.confirmed ? (
        (Object.keys(kinds) as Kind[]).map((kind) => (
          <label key={kind}>
            <input
              type="checkbox"
              checked={mail.kinds[kind]}
              onChange={(e) => take(request('POST', '/api/notifications', { mail_kinds: { [kind]: e.currentTarget.checked } }))}
            />{' '}
            {kinds[kind]}
          </label>
        ))
      ) : mail.address ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            take(request('POST', '/api/mail/confirm', { code }));
          }}
        >
          <label class="field">
            <span>The code that was sent to {mail.address}</span>
            <input value={code} required autocomplete="one-time-code" onInput={(e) => setCode(e.currentTarget.value)} />
          </label>
          <div class="buttons">
            <button class="primary">Confirm</button>
          </div>
        </form>
      ) : null}
      <details open={!mail.address}>
        <summary>{mail.address ? `Change or remove ${mail.address}` : 'Add an address'}</summary>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            give(address);
          }}
        >
          <label class="field">
            <span>Mail address</span>
            <input type="email" value={address} required autocomplete="email" onInput={(e) => setAddress(e.currentTarget.value)} />
          </label>
          <label class="field">
            <span>Your password</span>
            <input type="password" value={password} required autocomplete="current-password" onInput={(e) => setPassword(e.currentTarget.value)} />
          </label>
          <div class="buttons">
            <button>Send a code there</button>
            {mail.address && (
              <button type="button" onClick={() => give('')}>
                Remove
              </button>
            )}
          </div>
        </form>
        <p class="quiet">It is also for a new password, if you forget yours. Mail comes only while you are away.</p>
      </details>
    </fieldset>
  );
}

function Push({ data, own, take }: { data: Notifications; own: string | null; take: (answer: Promise<Notifications>) => void }) {
  const here = data.devices.some((device) => device.endpoint === own);
  return (
    <>
      {!here && (
        <div class="buttons">
          <button onClick={() => take(subscribe(data.key!))}>Notify me on this device</button>
        </div>
      )}
      <Devices devices={data.devices} own={own} end={(id) => take(request('POST', '/api/push/end', { id }))} />
      {data.devices.length > 0 && (
        <fieldset>
          <legend>Tell me when</legend>
          {(Object.keys(kinds) as Kind[]).map((kind) => (
            <label key={kind}>
              <input
                type="checkbox"
                checked={data.kinds[kind]}
                onChange={(e) => take(request('POST', '/api/notifications', { kinds: { [kind]: e.currentTarget.checked } }))}
              />{' '}
              {kinds[kind]}
            </label>
          ))}
        </fieldset>
      )}
      <p class="quiet">Notifications travel through the service of your browser’s maker, encrypted: only your browser can read them.</p>
    </>
  );
}

export function NotificationSettings() {
  const { person } = useApp();
  const [data, setData] = useState<Notifications | null>(null);
  const [own, setOwn] = useState<string | null>(null);
  const [problem, setProblem] = useState('');
  const take = (answer: Promise<Notifications>) => {
    setProblem('');
    void answer.then(setData, (error: Error) => setProblem(error.message)).then(async () => setOwn(await ownEndpoint()));
  };
  useEffect(() => take(request('GET', '/api/notifications')), []);
  if (!data) return problem ? <p class="problem">{problem}</p> : null;
  if (!data.key && !data.mail) return null;
  return (
    <section class="sessions notifications" aria-labelledby="notifications">
      <h3 id="notifications">When this page is closed</h3>
      {data.key && <Push data={data} own={own} take={take} />}
      {data.mail && person?.claimed && <MailAddress key={data.mail.address} mail={data.mail} take={take} />}
      {(data.devices.length > 0 || data.mail?.confirmed) && (
        <QuietHours quiet={data.quiet} set={(some) => take(request('POST', '/api/notifications', some as Record<string, unknown>))} />
      )}
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}
