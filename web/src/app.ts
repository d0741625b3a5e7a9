// What the whole page shares: who is here, the games, the connection, the settings.

import { useEffect, useState } from 'preact/hooks';
import { newDeal } from './deal';
import { backend } from './backend';
import { Connection, type ConnectionState } from './connection';
import { type ServerError, request } from './request';
import { here } from './route';
import { oneTabAtATime, onTabs, tellTabs } from './tabs';
import type { Game, Person, Table } from './types';

/** How what happened is shown: at its pace, faster, or at once. */
export type Animation = 'full' | 'quick' | 'none';

export interface Settings {
  theme: 'auto' | 'light' | 'dark';
  animation: Animation;
  /** Of all games. */
  sound: 'off' | 'on';
  /** "Was that good?" after every own move, where the table allows it; and a warning before a blunder. */
  tutor: 'off' | 'on' | 'warn';
  /** A notice of the browser when it is one's turn. */
  notices: 'off' | 'on';
}

const settingsKey = 'flipside.settings';
const longestPause = 30000;
/** Somebody has chosen a name in this browser: nobody is asked again. */
const namedKey = 'flipside.named';
/** What is nowhere but at a server. */
const placesOfServers = ['join', 'lobby', 'watch', 'daily', 'ratings', 'people'];

function loadSettings(): Settings {
  const fallback: Settings = { theme: 'auto', animation: 'full', sound: 'off', tutor: 'off', notices: 'off' };
  try {
    const { motion, ...kept } = JSON.parse(localStorage.getItem(settingsKey) ?? '{}');
    if (motion === 'off') fallback.animation = 'none';
    return { ...fallback, ...kept };
  } catch {
    return fallback;
  }
}

class App {
  person: Person | null = null;
  games: Game[] = [];
  ready = false;
  /** The server does not answer, or not as it should: why, and when it is asked again. */
  waiting: { why: string; until: number } | null = null;
  settings = loadSettings();
  /** A board still shows how the last step went: what it brought is told afterwards. */
  showing = false;
  readonly connection = new Connection();
  private listeners = new Set<() => void>();
  /** Counts who has been here: an answer about somebody before is too late. */
  private guests = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.connection.onSignedOut = () => void this.refresh().catch(() => this.found(null));
    this.connection.onRefused = () => void this.refresh().catch(() => undefined);
    this.connection.onHello = (person) => this.greeted(person);
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  changed(): void {
    for (const listener of this.listeners) listener();
  }

  /** Finds out who is here. Until the server answers it is asked again, after longer and longer pauses. */
  async start(pause = 1000): Promise<void> {
    this.applyTheme();
    clearTimeout(this.timer);
    try {
      const [me, games] = await Promise.all([request<{ person: Person | null }>('GET', '/api/me'), request<{ games: Game[] }>('GET', '/api/games')]);
      this.person = me.person;
      this.games = games.games;
      this.waiting = null;
      this.ready = true;
      if (this.person) this.connection.start();
    } catch (error) {
      if ((error as ServerError).code === 'offline' && (await this.canBeShownHere()) && backend.fallBack()) return this.start();
      this.waiting = { why: (error as ServerError).message, until: Date.now() + pause };
      this.timer = setTimeout(() => void this.start(Math.min(2 * pause, longestPause)), pause);
    }
    this.changed();
  }

  /** Without a server: has this device what the address asks for? A table that is elsewhere is waited for. */
  private async canBeShownHere(): Promise<boolean> {
    const [, first, second] = here().split('/');
    if (!backend.canBeHere || placesOfServers.includes(first)) return false;
    if (first !== 't' && first !== 'r' && first !== 'a') return true;
    return backend.device.request(false, `/api/tables/${second}`, '').then(
      ({ ok }) => ok,
      () => false,
    );
  }

  game(id: string): Game | undefined {
    return this.games.find((game) => game.id === id);
  }

  /** Another name for whoever is here; the first one, for somebody new. Who turns out to have one already keeps it. */
  async takeName(name: string): Promise<void> {
    const { person } = this;
    try {
      if (!person) await this.arrive(name);
      else if (person.name !== name) this.become((await request<{ person: Person }>('POST', '/api/rename', { from: person.name, name })).person);
      localStorage.setItem(namedKey, 'yes');
    } catch (error) {
      if ((error as ServerError).code === 'changed') await this.refresh();
      throw error;
    }
  }

  /** Has whoever is here only the name that was made up for them? */
  get unnamed(): boolean {
    return !backend.here && !this.person?.claimed && !localStorage.getItem(namedKey);
  }

  private async arrive(name: string): Promise<void> {
    await oneTabAtATime(async () => {
      if (!this.person) this.become((await request<{ person: Person }>('POST', '/api/guest', { name })).person);
    });
  }

  /** Somebody else sits here now, or nobody, or under another name. */
  become(person: Person | null): void {
    this.found(person);
    if (!backend.here) tellTabs(person);
  }

  /** If it is somebody else, what the old connection knew is forgotten. */
  private found(person: Person | null): void {
    const anew = person?.id !== this.person?.id;
    this.guests++;
    this.person = person;
    if (anew) this.connection.stop();
    if (person) this.connection.start();
    this.changed();
  }

  /** Asks who is here: another tab may have signed in or out. */
  async refresh(): Promise<void> {
    if (!this.ready || backend.here) return;
    const before = this.guests;
    const { person } = await request<{ person: Person | null }>('GET', '/api/me');
    if (this.guests === before) this.found(person);
  }

  /** The server says on a new connection whose it is. False: not the one for whom messages wait. */
  private greeted(person: { id: string; name: string }): boolean {
    const { person: here } = this;
    const same = here?.id === person.id;
    if (!same) void this.refresh().catch(() => undefined);
    else if (here.name !== person.name) this.found({ ...here, name: person.name }); // somebody else had the name meanwhile
    return same;
  }

  /** A visitor without a name gets one to start with; it can be changed under Profile. */
  async ensurePerson(): Promise<void> {
    for (let tries = 0; !this.person; tries++) {
      try {
        await this.arrive(suggestName());
      } catch (error) {
        if ((error as ServerError).code !== 'name_taken' || tries > 5) throw error;
      }
    }
  }

  async makeTable(wish: object): Promise<{ table: Table; links: { seat: number; path: string }[] }> {
    await this.ensurePerson();
    if (backend.here) backend.noteUsed(true);
    return request('POST', '/api/tables', { ...wish, ...(await newDeal()) });
  }

  /** To the own table of a lesson: where it was left, or from the beginning; with an edition of one's own, or its fingerprint. */
  async openLesson(game: string, lesson: number, again = false, edition?: unknown): Promise<string> {
    await this.ensurePerson();
    const answer = await request<{ table: Table }>('POST', '/api/lessons', { game, lesson, again, ...(edition ? { edition } : {}) });
    return `/t/${answer.table.id}`;
  }

  setSettings(settings: Partial<Settings>): void {
    this.settings = { ...this.settings, ...settings };
    localStorage.setItem(settingsKey, JSON.stringify(this.settings));
    this.applyTheme();
    this.changed();
  }

  setShowing(showing: boolean): void {
    if (this.showing === showing) return;
    this.showing = showing;
    this.changed();
  }

  get animation(): Animation {
    return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'none' : this.settings.animation;
  }

  get reducedMotion(): boolean {
    return this.animation === 'none';
  }

  private applyTheme(): void {
    document.documentElement.dataset.theme = this.settings.theme;
    document.documentElement.dataset.animation = this.settings.animation;
  }
}

const firstWords = ['Amber', 'Brisk', 'Calm', 'Dusty', 'Early', 'Fair', 'Gentle', 'Hazel', 'Keen', 'Lucky', 'Merry', 'Quick'];
const secondWords = ['Ace', 'Badger', 'Comet', 'Drifter', 'Fox', 'Heron', 'Jack', 'Lark', 'Otter', 'Pilot', 'Queen', 'Robin'];

export function suggestName(): string {
  const pick = (words: string[]) => words[Math.floor(Math.random() * words.length)];
  return `${pick(firstWords)} ${pick(secondWords)} ${Math.floor(10 + Math.random() * 90)}`;
}

export const app = new App();
onTabs(() => void app.refresh().catch(() => undefined));

/** Draws the component anew whenever something here changes. */
export function useApp(): App {
  const [, setTick] = useState(0);
  useEffect(() => {
    const draw = () => setTick((n) => n + 1);
    const stop = app.subscribe(draw);
    draw(); /* something may have changed between the first drawing and now */
    return stop;
  }, []);
  return app;
}

/** How the connection to the tables stands. */
export function useConnectionState(): ConnectionState {
  const [state, setState] = useState<ConnectionState>(app.connection.state);
  useEffect(() => app.connection.onState(setState), []);
  return state;
}

/** For pages that are for people: whoever has no name gets one, as soon as the server answers. Says why it has not come to that yet. */
export function useName(): string {
  const { person } = useApp();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    if (person) return setProblem('');
    let timer: ReturnType<typeof setTimeout>;
    const attempt = (pause: number) =>
      app.ensurePerson().catch((error: ServerError) => {
        setProblem(error.message);
        if (error.code === 'offline') timer = setTimeout(() => void attempt(Math.min(2 * pause, 15000)), pause);
      });
    void attempt(1000);
    return () => clearTimeout(timer);
  }, [person?.id]);
  return problem;
}
