// The page on this device: kept by the service worker, and installed like a program for who wants that.

import { backend } from './backend';
import { asset } from './route';

/** What Chromium offers; other browsers have a menu of their own for it. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

let offer: InstallOffer | null = null;
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault(); // there is a button for it
  offer = event as InstallOffer;
  tell();
});
addEventListener('appinstalled', () => {
  offer = null;
  tell();
});

export const canInstall = () => offer !== null;

export function onInstallOffer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export async function install(): Promise<void> {
  await offer?.prompt();
  offer = null;
  tell();
}

/** Once the page is there and the line is free. Without the module there would be nothing to do without a server. */
export function keepPage(): void {
  if (!backend.canBeHere || !('serviceWorker' in navigator)) return;
  const register = () => void navigator.serviceWorker.register(asset('/service-worker.js'), { type: 'module' }).catch(() => undefined);
  if (document.readyState === 'complete') register();
  else addEventListener('load', register);
}
