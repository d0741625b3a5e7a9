// Made by types.mjs from docs/openapi.json; a test compares the server's answers with that.

/** 128 random bits. The id of a private table is the only way to reach it. */
export type Id = string;

/** Milliseconds since 1970. */
export type Time = number;

/** A day in UTC. */
export type Day = string;

/** A seat of a table, counted from 0. */
export type Seat = number;

export interface Error {
  error: {
    code: string;
    /** A sentence for people. */
    message: string;
    /** Seconds to wait before trying again. */
    wait?: number;
  };
}

export interface Person {
  id: Id;
  name: string;
  /** An account, not a guest. */
  claimed: boolean;
  program: boolean;
}

/** A person, by name or by id. */
export interface Named {
  /** An account's name, or that of a guest who is online. */
  name?: string;
  person?: Id;
  [field: string]: unknown;
}

/** The game's own options. */
export interface Options { [name: string]: string | boolean | number }

export interface Clock {
  kind: 'bank' | 'move';
  seconds: number;
  extra?: number;
}

export interface SeatClock {
  left: number;
  since: number | null;
  out: boolean;
}

export interface TableSeat {
  kind: 'person' | 'bot' | 'open' | 'link' | 'name';
  name?: string;
  level?: number;
  team?: string;
  team_place?: number;
  person?: string | null;
  online?: boolean;
  you?: boolean;
  absent_since?: Time;
  votes?: Seat[];
  helped?: boolean;
  /** The person's time ran out once: the game is lost to players whose time did not. */
  timed_out?: boolean;
  /** The others voted for a bot here; its person may take the seat back. */
  voted_out?: boolean;
  /** The person for whom a free seat is kept; nobody else may take it. */
  for?: {
    person: Id;
    name: string;
  };
  /** Who played from which of the seat's own moves on. */
  players?: {
    from: number;
    name: string;
    level?: number;
    person?: string | null;
  }[];
  clock?: SeatClock;
}

/** The fingerprint of an edition: SHA-256 of its JSON with sorted keys and no white space. */
export type Fingerprint = string;

export interface GalleryEntry {
  id: Id;
  name: string;
  by: string;
  since: number;
  played: number;
  stars: number;
  starred: boolean;
}

export interface KeptEdition {
  id: Id;
  game: string;
  name: string;
  fingerprint: Fingerprint;
  shared: 'private' | 'shared' | 'taken_down';
  created: Time;
  changed: Time;
}

export interface OpenEdition {
  id: Id;
  game: string;
  name: string;
  fingerprint: Fingerprint;
  shared: 'private' | 'shared' | 'taken_down';
  created: Time;
  changed: Time;
  by: string;
  mine: boolean;
  edition: { [name: string]: unknown };
}

/** Either `fault`, or `fingerprint` and the `position` of a table just laid out with it. */
export interface CheckedEdition {
  fingerprint?: Fingerprint;
  position?: {
    seat: Seat;
    seats: number;
    options: Options;
    view: { [name: string]: unknown };
  };
  fault?: {
    /** The place, such as `track[3].suit`; empty: the whole. */
    at: string;
    message: string;
  };
}

export interface Table {
  id: Id;
  game: string;
  title: string;
  kind: 'game' | 'fork' | 'lesson' | 'import' | 'archive';
  proved: boolean;
  tutor: boolean;
  rated: boolean;
  help: boolean;
  owner: number | null;
  spectators: number;
  options: Options;
  /** The custom edition of a table. */
  edition?: {
    name: string;
    fingerprint: Fingerprint;
  };
  public: boolean;
  open: boolean;
  replace_after: number;
  clock: Clock | null;
  daily: string | null;
  status: 'waiting' | 'running' | 'over' | 'ended';
  created: Time;
  steps: number;
  to_act: Seat[];
  commitment: string;
  seed: string | null;
  next: string | null;
  deal: Deal;
  seats: TableSeat[];
  result: Result | null;
  rematch?: Id;
  /** For the players of this table: the league in which the game counts. */
  league?: Id;
  /** Everybody has left: the clocks stand still until somebody is back. */
  paused?: boolean;
  /** No seat is free, and the game begins when these seats have sent `ready`. */
  not_ready?: Seat[];
  /** For the owner while the table waits: the link for any free seat; null: it is closed. */
  link?: string | null;
}

/** As in the line protocol; games add members. */
export interface Result {
  over: boolean;
  /** False if only winning counts: then the scores are not shown. */
  points: boolean;
  scores: number[];
  /** What each seat's score is made of. */
  breakdown: { [name: string]: number | string | null }[];
  winners: Seat[];
  /** Once the game is over: who has won, as a headline. */
  verdict?: string;
  /** The verdict, with the reason why the game ended. */
  reason?: string;
  /** The whole score of each seat as it is counted at the end, in more detail than `breakdown`, in games that have it. */
  counted?: { [name: string]: number }[];
  /** The title that each seat earns with its points, in games that have titles. */
  titles?: string[];
  [field: string]: unknown;
}

export interface OneTable {
  table: Table;
}

export interface Tables {
  tables: Table[];
  now: Time;
}

export interface NewSeat {
  kind: 'me' | 'bot' | 'open' | 'link';
  level?: number;
  name?: string;
  [field: string]: unknown;
}

export interface NewTable {
  game: string;
  seats: NewSeat[];
  options?: { [name: string]: unknown };
  public?: boolean;
  open?: boolean;
  rated?: boolean;
  tutor?: boolean;
  replace_after?: number;
  clock?: Clock | null;
  edition?: { [name: string]: unknown };
  /** A league of which you are a member: the game counts there. */
  league?: Id;
  /** With a live clock: the game begins when everybody has sent `ready`. */
  ready?: boolean;
  ticket?: string;
  bytes?: Bytes;
  [field: string]: unknown;
}

/** 16 random bytes of the client, for the draw of the deal. */
export type Bytes = string;

export interface Ticket {
  ticket: string;
  commitment: string;
}

export interface Deal {
  how: 'together' | 'named' | 'daily' | 'untold';
  secret: string | null;
  bytes: (string | null)[];
  words: string;
}

export interface Game {
  id: string;
  title: string;
  about: string;
  seats: [number, number];
  points: boolean;
  options: {
    name: string;
    kind: 'bool' | 'int' | 'choice' | 'list';
    default: string;
    choices: string;
    meaning: string;
  }[];
  setup?: { [name: string]: unknown };
}

export interface Playing {
  table: Id;
  game: string;
}

export interface Lobby {
  /** Ratings of the people at waiting tables, unless they are provisional. */
  ratings: {
    person: Id;
    game: string;
    rating: number;
  }[];
  now: Time;
  page: number;
  pages: number;
  tables: Table[];
  games: {
    table: Id;
    spectators: number;
    scores: number[] | null;
  }[];
  people: {
    id: Id;
    name: string;
    claimed: boolean;
    program: boolean;
    playing: Playing | null;
  }[];
  here: number;
}

export interface Friend {
  id: Id;
  name: string;
  claimed: boolean;
  program: boolean;
  state: 'friend' | 'asked' | 'asks';
  time: Time;
  online: boolean;
  playing: Playing | null;
}

export interface Party {
  id: Id;
  name: string;
  program: boolean;
}

export interface Challenge {
  id: Id;
  table: Id;
  game: string;
  title: string;
  time: Time;
  mine: boolean;
  by: Party;
  to: Party;
}

export interface Friends {
  friends: Friend[];
  challenges: Challenge[];
}

export interface Visibility {
  presence: 'everyone' | 'friends' | 'nobody';
  challenges: 'everyone' | 'friends' | 'nobody';
  requests: 'everyone' | 'nobody';
}

export interface QuietHours {
  from: number;
  to: number;
}

export interface NotificationKinds {
  turn: boolean;
  start: boolean;
  over: boolean;
  challenge: boolean;
  friend: boolean;
  offer: boolean;
}

export interface Notifications {
  /** The server's public key for push services; null: it sends no push messages. */
  key: string | null;
  kinds: NotificationKinds;
  quiet: null | QuietHours;
  zone: number;
  mail: null | {
    address: string;
    confirmed: boolean;
    kinds: NotificationKinds;
  };
  devices: {
    id: Id;
    endpoint: string;
    device: string;
    created: Time;
  }[];
}

export type Scope = 'read' | 'play' | 'challenge' | 'chat';

export interface Program {
  id: Id;
  name: string;
  created: Time;
  seen: Time;
}

export interface Token {
  id: Id;
  person: Id;
  name: string;
  program: boolean;
  label: string;
  scopes: Scope[];
  created: Time;
  /** When it was last used, to the hour; 0: never. */
  seen: number;
}

export interface Tokens {
  programs: Program[];
  tokens: Token[];
}

export interface NewToken {
  programs: Program[];
  tokens: Token[];
  /** The token itself, shown only now. */
  token: string;
}

export interface Session {
  id: Id;
  created: Time;
  seen: Time;
  device: string;
  current: boolean;
}

export interface Sessions {
  sessions: Session[];
}

export interface Me {
  person: Person;
}

export interface Nobody {
  person: null;
}

export interface WithRecovery {
  person: Person;
  /** The token itself, shown only now. */
  recovery: string;
}

export interface Rating {
  rating: number;
  deviation: number;
  /** Two deviations below and above. */
  interval: [number, number];
  games: number;
  /** Too uncertain to be shown: fewer than 5 games, or a deviation above 110. */
  provisional: boolean;
}

export interface Profile {
  person: {
    id: Id;
    name: string;
    claimed: boolean;
    program: boolean;
    created: Time;
    online: boolean;
  };
  you: boolean;
  blocked: boolean;
  friend: 'none' | 'asked' | 'asks' | 'friend';
  games: {
    game: string;
    title: string;
    played: number;
    won: number;
    solo: {
      played: number;
      best: number | null;
      mean: number | null;
    } | null;
    rating: Rating | null;
    achieved: number;
    achievements: number;
  }[];
}

export interface Played {
  table: string | null;
  game: string;
  title: string;
  time: Time;
  seats: {
    name: string;
    person: string | null;
    level: number | null;
    score: number | null;
    won: boolean;
  }[];
  seat: Seat;
  score: number | null;
  won: boolean;
  /** The person left, was replaced, or ran out of time: a bot played in that seat. */
  gone: boolean;
  place: number;
  rated: boolean;
  /** Null where the game was not rated, or the rating before it was provisional. */
  rating_change: number | null;
  daily: string | null;
}

export interface Measure {
  name: string;
  best: 'most' | 'least' | 'fewest';
  lost?: number | null;
}

export interface Statistics {
  game: string;
  title: string;
  measure: Measure;
  played: number;
  won: number;
  best: number | null;
  mean: number | null;
  games: {
    time: Time;
    value: number | null;
    score: number | null;
    seat: Seat;
    seats: number;
    won: boolean;
    place: number;
    labels: {
      name: string;
      value: string;
    }[];
  }[];
  opponents: {
    id: Id;
    name: string;
    played: number;
    won: number;
    lost: number;
  }[];
  seat_order: {
    seats: number;
    seat: Seat;
    played: number;
    won: number;
    mean: number | null;
  }[];
  labels: {
    name: string;
    values: {
      value: string;
      alone: boolean;
      played: number;
      won: number;
      mean: number | null;
      interval: number[] | null;
    }[];
  }[];
  distribution: {
    value: number | null;
    seats: number;
    count: number;
  }[];
  ratings: {
    time: Time;
    rating: number;
    deviation: number;
  }[];
}

export interface Achievements {
  games: {
    game: string;
    title: string;
    achievements: {
      id: string;
      title: string;
      text: string;
      reached: number | null;
      table: string | null;
      have: number;
      need: number;
    }[];
  }[];
}

export interface Against {
  games: {
    game: string;
    title: string;
    played: number;
    won: number;
    lost: number;
    time: Time;
  }[];
}

export interface RatingList {
  game: string;
  title: string;
  players: {
    rank: number | null;
    person: string | null;
    name: string;
    level: number | null;
    you: boolean;
    games: number;
    rating: Rating;
  }[];
}

export interface Try {
  table: Id;
  status: 'running' | 'over' | 'ended';
  counted: boolean;
  why: string | null;
  value: number | null;
  score: number | null;
  rank: number | null;
  time: number | null;
}

export interface Daily {
  day: Day;
  ends: Time;
  streak: {
    days: number;
    longest: number;
    today: boolean;
  };
  games: {
    game: string;
    title: string;
    taken_here: boolean;
    measure: Measure;
    tries: number;
    finished: number;
    best: number | null;
    mine: Try | null;
  }[];
}

export interface DailyBoard {
  day: Day;
  game: string;
  title: string;
  ends: Time;
  over: boolean;
  measure: Measure;
  tries: number;
  finished: number;
  results: {
    rank: number;
    person: string | null;
    name: string;
    you: boolean;
    value: number;
    score: number;
    time: Time;
  }[];
  distribution: {
    value: number;
    count: number;
  }[];
  bots: {
    level: number;
    value: number;
    score: number;
    table: string | null;
  }[];
  mine: Try | null;
}

export interface Month {
  month: string;
  game: string | null;
  title: string | null;
  over: boolean;
  /** The earliest month that has standings. */
  first: string | null;
  players: number;
  tie_breaks: ('points' | 'firsts' | 'days' | 'best')[];
  rows: {
    rank: number;
    person: Id;
    name: string;
    you: boolean;
    points: number;
    firsts: number;
    days: number;
    best: {
      day: Day;
      points: number;
    };
    streak: number;
  }[];
}

export interface Lessons {
  tutorials: {
    game: string;
    title: string;
    lessons: {
      title: string;
      steps: number;
      learnt: boolean;
      running: boolean;
      step: number;
    }[];
  }[];
}

export interface ReplayLine {
  i: number;
  seat: number | string;
  owner: number | string;
  text: string;
  tell: string;
  time: Time;
  by?: LogLine['by'];
  known: number;
  secret?: Seat[];
}

export interface Position {
  step: number;
  scores: number[];
  round?: number;
  turn?: number;
  flicks?: number;
  when?: string;
  to_act?: Seat[];
}

export interface Replay {
  table: Table;
  log: ReplayLine[];
  positions: Position[];
  result: Result;
}

export interface Views {
  from: number;
  views: { [name: string]: unknown }[];
}

export interface Analysis {
  state: 'none' | 'running' | 'done';
  precision?: string;
  progress?: number;
  analysis?: { [name: string]: unknown };
  /** `false`: this server analyses nothing. */
  offered?: boolean;
}

/** docs/record.md describes all of it. */
export interface Record {
  flipside_record: number;
  game: string;
  seats: string[];
  steps: { [name: string]: unknown }[];
  [field: string]: unknown;
}

export interface Flick {
  flick: {
    n: number;
    seat: Seat;
    move: string;
    kind: string;
    ms: number;
    frozen: boolean;
    same: boolean;
    ruling: string;
    paths: { [name: string]: number[][] };
    before: { [name: string]: number[] };
    touched?: string[];
    fell?: string[];
    off?: string[];
    [field: string]: unknown;
  };
}

export interface Export {
  flipside_export: number;
  time?: Time;
  person: { [name: string]: unknown };
  tables: { [name: string]: unknown }[];
  [field: string]: unknown;
}

export interface Since {
  moments: {
    steps: number;
    view: { [name: string]: unknown };
  }[];
}

export interface Invitation {
  table: Table;
  seat: Seat;
  key: string;
  /** The table's own link: `sit` without `seat` takes any free one. */
  any: boolean;
}

export interface MadeTable {
  table: Table;
  links: {
    seat: Seat;
    path: string;
  }[];
}

/** A legal move; the game adds fields of its own, and a range for each name in `open`. */
export interface Action {
  id: number;
  /** The `text` for `act`, if `open` is absent. */
  text: string;
  tell: string;
  gain?: number;
  open?: string[];
  [field: string]: unknown;
}

export interface Offer {
  id: number;
  kind: 'end' | 'undo' | 'rematch' | 'help' | 'seat';
  by: number | null;
  person: string | null;
  name: string;
  text: string;
  agreed: Seat[];
  waiting: Seat[];
}

export interface Notice {
  i: number;
  kind: 'offered' | 'declined' | 'withdrawn' | 'lapsed' | 'agreed' | 'left' | 'replaced' | 'returned' | 'muted' | 'unmuted' | 'removed' | 'owner' | 'changed';
  seat: number | null;
  person: string | null;
  name: string;
  text: string;
  time: Time;
  what?: 'end' | 'undo' | 'rematch' | 'help' | 'seat';
}

export interface ChatLine {
  i: number;
  seat: number | null;
  person: string | null;
  name: string;
  text: string;
  time: Time;
  team?: string;
}

export interface LogLine {
  i: number;
  seat: number | string;
  of?: Seat;
  /** A bot that moved for a person whose time was up: bot 3. */
  by?: string;
  phase: number;
  text: string;
  tell: string;
  time: Time;
}

export interface Lesson {
  number: number;
  count: number;
  title: string;
  step: number;
  steps: number;
  back: boolean;
  finished: boolean;
  text: string;
  /** When it is finished: the title of the lesson that follows. */
  next?: string;
  /** The move as the table offers it. */
  do?: string;
  /** The move with all its numbers. */
  exact?: string;
  done?: number;
  times?: number;
  /** The learner is to find the move: nothing is highlighted until they ask for it or have tried another move. */
  ask?: boolean;
}

export interface Scene {
  push: 'scene';
  table: Table;
  seat: number | string;
  mine: Seat[];
  view: { [name: string]: unknown } | null;
  /** In a lean scene, the fingerprint of what the view lacks: GET /api/printed/{fingerprint}. */
  printed?: string;
  /** In a lean scene, strings: the notation alone. */
  actions: (Action | string)[];
  can_undo: boolean;
  offer: {
    by: number;
    agreed: Seat[];
  } | null;
  offers: Offer[];
  spectators: {
    person: Id;
    name: string;
    muted: boolean;
  }[];
  muted: Seat[];
  muted_people: Id[];
  silenced?: Id[];
  notices: Notice[];
  log_from: number;
  log: LogLine[];
  chat: ChatLine[];
  /** In the first scene of a watch: whether there are lines before these. */
  chat_older?: boolean;
  knowledge?: {
    layout: string;
    setup: { [name: string]: unknown };
    state: string;
  };
  now?: Time;
  flicks?: number;
  lesson?: Lesson;
  take_back?: Seat;
}

export interface PushLobby {
  ratings: Lobby['ratings'];
  push: 'lobby';
  now: Time;
  page: Lobby['page'];
  pages: Lobby['pages'];
  tables: Lobby['tables'];
  games: Lobby['games'];
  people: Lobby['people'];
  here: Lobby['here'];
}

export interface PushFriends {
  push: 'friends';
  friends: Friend[];
  challenges: Challenge[];
}

export interface PushTurns {
  push: 'turns';
  now: Time;
  tables: {
    table: Id;
    game: string;
    title: string;
    seat: Seat;
    since: Time;
    deadline: number | null;
    others: string[];
  }[];
}

/** What was said in the lobby, where there is a chat. */
export interface PushSaid {
  push: 'said';
  all: boolean;
  lines: {
    person: Id;
    name: string;
    text: string;
    time: Time;
  }[];
}

/** News for players whose client does not watch that table. */
export interface PushNews {
  push: 'news';
  what: 'started' | 'ready' | 'offer' | 'declined';
  table: Id;
  game: string;
  title: string;
  text: string;
}

export interface PushSeek {
  push: 'seek';
  game: string;
  pace: 'quick' | 'steady' | 'days';
  waited: number;
  reach: number;
  others: number;
  bot: number | null;
}

export interface PushMatched {
  push: 'matched';
  game: string;
  table: Id;
}

export interface Tournament {
  id: Id;
  name: string;
  game: string;
  title: string;
  kind: 'swiss' | 'round-robin' | 'knock-out' | 'arena';
  seats: number;
  rounds: number;
  state: 'open' | 'running' | 'over' | 'called off';
  public: boolean;
  players: number;
  yours: boolean;
  created: Time;
  starts: Time | null;
  began: Time | null;
  ended: Time | null;
  ends: Time | null;
  minutes: number | null;
}

export interface Tournaments {
  tournaments: Tournament[];
}

export interface NewTournament {
  name: string;
  game: string;
  kind: 'swiss' | 'round-robin' | 'knock-out' | 'arena';
  clock: Clock;
  options?: { [name: string]: unknown };
  rated?: boolean;
  open?: boolean;
  public?: boolean;
  enter?: boolean;
  seats?: number;
  rounds?: number;
  minutes?: number;
  pause?: number;
  starts?: Time;
  [field: string]: unknown;
}

export interface Standing {
  player: number;
  name: string;
  you: boolean;
  gone: boolean;
  person: Id | null;
  level: number | null;
  rank: number;
  points: number;
  tables: number;
  wins: number;
  byes: number;
  buchholz: number;
  sonnebornBerger: number;
  directEncounter: number;
  roundsSurvived: number;
  lastTable: number;
}

export interface Pairing {
  number: number;
  round: number;
  table: Id | null;
  over: boolean;
  bye: boolean;
  seats: {
    player: number;
    name: string;
    you: boolean;
    gone: boolean;
    person: Id | null;
    level: number | null;
    place: number | null;
    points: number | null;
  }[];
}

export interface Contest {
  tournament: {
    id: Id;
    name: string;
    game: string;
    title: string;
    kind: 'swiss' | 'round-robin' | 'knock-out' | 'arena';
    seats: number;
    rounds: number;
    state: 'open' | 'running' | 'over' | 'called off';
    public: boolean;
    players: number;
    yours: boolean;
    created: Time;
    starts: Time | null;
    began: Time | null;
    ended: Time | null;
    ends: Time | null;
    minutes: number | null;
    paired: number;
    pause: number;
    next: Time | null;
    open: boolean;
    clock: Clock;
    options?: { [name: string]: unknown };
    rated: boolean;
    tieBreaks: string[];
  };
  standings: Standing[];
  round: number;
  pairings: Pairing[];
  mine: {
    player: number;
    gone: boolean;
    table: Id | null;
  } | null;
}

export interface PushTournament {
  push: 'tournament';
  id: Id;
  name: string;
  game: string;
  what: 'table' | 'bye' | 'begun' | 'over' | 'called off';
  table: Id | null;
  round: number;
}

export interface Leagues {
  leagues: {
    id: Id;
    name: string;
    joined: Time;
    closed: number | null;
    yours: boolean;
    members: number;
    games: number;
  }[];
}

export interface League {
  league: {
    id: Id;
    name: string;
    created: Time;
    closed: number | null;
    yours: boolean;
  };
  /** Your status in it; null: you never belonged to it. */
  mine: 'member' | 'left' | 'removed' | null;
  season: number | null;
  seasons: number[];
  members: {
    person: Id;
    name: string;
    joined: Time;
    state: 'member' | 'removed';
    owner: boolean;
    you: boolean;
  }[];
  /** All games together (game: null), then each game that was played. */
  standings: {
    game: string | null;
    title: string | null;
    games: number;
    rows: {
      rank: number;
      person: Id;
      name: string;
      you: boolean;
      gone: boolean;
      games: number;
      won: number;
      place: number;
      points: number;
    }[];
  }[];
  meetings: {
    person: Id;
    other: Id;
    games: number;
    ahead: number;
    behind: number;
  }[];
  games: {
    table: Id;
    game: string;
    title: string;
    time: Time;
    seats: {
      name: string;
      person: string | null;
      level: number | null;
      place: number;
      won: boolean;
    }[];
  }[];
  /** For members: tables that are waiting or running. */
  tables: {
    table: Id;
    game: string;
    title: string;
    status: 'waiting' | 'running';
    path: string;
    here: boolean;
    seats: (string | null)[];
  }[];
}

export interface PushAchieved {
  push: 'achieved';
  table: Id;
  game: string;
  achievements: {
    id: string;
    title: string;
    text: string;
  }[];
}

export interface PushBye {
  push: 'bye';
  message: string;
  code?: 'signed_out';
}

export interface PushError {
  push: 'error';
  table: Id;
  code: 'too_large';
  message: string;
}

export interface ChatPage {
  re: number;
  ok: true;
  chat: ChatLine[];
  /** Whether there are lines before these. */
  older: boolean;
}

export interface PushStore {
  push: 'store';
  saved: boolean;
  message?: string;
}

export interface Done {
  re: number;
  ok: true;
}

export interface Refused {
  re: number;
  ok: false;
  error: Error['error'];
}

export interface Hello {
  re: number;
  ok: true;
  person: {
    id: Id;
    name: string;
  };
  version: string;
}

export interface Actions {
  re: number;
  ok: true;
  /** How many steps the seat had seen when the actions were listed. */
  at: number;
  actions: Action[];
}

export interface Sheet {
  re: number;
  ok: true;
  width: number;
  height: number;
  rows: unknown[][];
  spots: unknown[][];
  moves: string[];
  texts: string[];
}

export interface Words {
  re: number;
  ok: true;
  /** Short sentences, one per line; null: the game has no words for it. */
  words: string | null;
  /** With `aim`: what the move does. */
  tell: string | null;
}

export interface Hint {
  re: number;
  ok: true;
  choices?: {
    text: string;
    tell: string;
    value: number;
    visits: number;
    why?: string;
    then?: {
      text: string;
      tell: string;
    };
  }[];
}

export interface JudgedMove {
  text: string;
  tell: string;
  /** The result of trying a flick: hits O3 in 53 % of tries (36 to 69 %, fair hand). */
  why?: string;
  /** The move as a board highlights it: the game's own fields. */
  fields?: { [name: string]: unknown };
}

export interface Verdict {
  re: number;
  ok: true;
  verdict?: {
    move: JudgedMove;
    word: 'only' | 'best' | 'fine' | 'slip' | 'mistake' | 'blunder';
    loss: number;
    sentence: string;
    better?: JudgedMove;
  };
}

export interface Offered {
  re: number;
  ok: true;
  offer?: number;
  table?: Id;
}

export interface Solver {
  rating: number;
  deviation: number;
  tries: number;
  solved: number;
  streak: number;
  longest: number;
  days: number;
  rush_best: number;
}

export interface Rush {
  solved: number;
  missed: number;
  /** The number of misses that ends the rush. */
  misses: number;
  /** Milliseconds. */
  left: number;
  best: number;
  over: boolean;
}

export interface PuzzleMove {
  text: string;
  tell: string;
}

export interface Puzzles {
  day: Day;
  /** The server mines for more. */
  mining: boolean;
  /** Your finished games may become puzzles. */
  consent: boolean;
  games: {
    game: string;
    title: string;
    count: number;
    themes: {
      id: string;
      title: string;
      count: number;
    }[];
    daily: string | null;
    daily_tried: boolean;
    mine: Solver;
  }[];
}

export interface Puzzle {
  puzzle: {
    id: string;
    game: string;
    title: string;
    /** The question, as a sentence. */
    task: string;
    choices: number;
    seat: Seat;
    seats: number;
    options: Options;
    /** What the seat knows, as in a scene. */
    view: { [name: string]: unknown };
    actions: Action[];
  };
  rating: number;
  daily: boolean;
  rush?: Rush;
}

export interface PuzzleVerdict {
  solved: boolean;
  move: string;
  why?: string;
  /** Why the best choice is better than your move or, if you solved it, than the next best. */
  reason?: string;
  /** If you missed it: how much better the best choice is than your move. */
  loss?: number;
  loss_interval?: number;
  best: PuzzleMove;
  second: PuzzleMove;
  after: string[];
  theme: string;
  value: number;
  /** How much better the best choice is than the next. */
  lead: number;
  interval: number;
  alone: boolean;
  rated: boolean;
  change: number;
  mine: Solver;
  rush?: Rush;
}

export interface HabitTable {
  games: number;
  others: number;
  themes: {
    name: string;
    decisions: number;
    loss: number;
    each: number | null;
    others: number | null;
  }[];
  parts: {
    name: string;
    decisions: number;
    loss: number;
    each: number | null;
    others: number | null;
  }[];
}

export interface Habits {
  game: string;
  title: string;
  points: boolean;
  tables: string[];
  alone: HabitTable;
  with_others: HabitTable;
}
