// What somebody says, at a table and in the lobby: sent once, and in sight as long as the server has not taken it.

import { useRef, useState } from 'preact/hooks';
import { useConnectionState } from '../app';

interface Line {
  text: string;
  /** To the own team only. */
  team: boolean;
}

export interface Saying {
  /** What stands in the box. */
  text: string;
  setText: (text: string) => void;
  toTeam: boolean;
  setToTeam: (team: boolean) => void;
  /** What was sent and is not answered yet. */
  waiting: readonly Line[];
  say: (team?: boolean) => void;
}

const same = (one: Line, other: Line) => one.text === other.text && one.team === other.team;

/** The box is free at once. A line that waits is not sent a second time; one that is refused comes back into the box. */
export function useSaying(send: (line: Line) => Promise<boolean>): Saying {
  const [text, setText] = useState('');
  const [toTeam, setToTeam] = useState(false);
  const [waiting, setWaiting] = useState<readonly Line[]>([]);
  const sent = useRef<readonly Line[]>(waiting); // two presses come before the page is drawn anew
  const keep = (lines: readonly Line[]) => {
    sent.current = lines;
    setWaiting(lines);
  };
  const say = async (team = false) => {
    const line = { text: text.trim(), team };
    if (!line.text) return;
    setText('');
    if (sent.current.some((one) => same(one, line))) return;
    keep([...sent.current, line]);
    const taken = await send(line);
    keep(sent.current.filter((one) => one !== line));
    if (!taken) setText((now) => [line.text, now.trim()].filter(Boolean).join(' '));
  };
  return { text, setText, toTeam, setToTeam, waiting, say: (team) => void say(team) };
}

const most = 60;
const quoted = ({ text }: Line) => `“${text.length > most ? `${text.slice(0, most).trimEnd()} …` : text}”`;

/** While there is no connection: what will be sent. */
export function Unsent({ waiting }: Pick<Saying, 'waiting'>) {
  const lost = useConnectionState() === 'lost';
  if (!lost) return null;
  return (
    <p role="status">
      {waiting.length
        ? `${waiting.map(quoted).join(' and ')} will be sent when you are connected again.`
        : 'No connection. What you write will be sent when you are connected again.'}
    </p>
  );
}
