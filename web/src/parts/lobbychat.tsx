// Talk in the lobby, where the server has it: the last lines, and one's own.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { PushSaid } from '../api';
import { app } from '../app';
import type { ServerError } from '../request';
import { follow } from '../route';
import { Unsent, useSaying } from './saying';

const most = 50;

export function LobbyChat() {
  const [lines, setLines] = useState<PushSaid['lines'] | null>(null);
  const [problem, setProblem] = useState('');
  const box = useRef<HTMLUListElement>(null);
  useEffect(
    () => app.connection.hear<PushSaid>('said', (said) => setLines((old) => (said.all || !old ? said.lines : [...old, ...said.lines].slice(-most)))),
    [],
  );
  useEffect(() => box.current?.scrollTo(0, box.current.scrollHeight), [lines]);
  const { text, setText, waiting, say } = useSaying((line) =>
    app.connection.ask('say', { text: line.text }).then(
      () => {
        setProblem('');
        return true;
      },
      (error: ServerError) => {
        setProblem(error.message);
        return false;
      },
    ),
  );
  if (!lines) return null;
  return (
    <section class="lobby-chat" aria-labelledby="lobby-chat">
      <h2 id="lobby-chat">Talk</h2>
      <ul ref={box} role="log" aria-label="What was said">
        {lines.map(({ person, name, text: words, time }) => (
          <li key={`${time} ${person}`}>
            <a href={`/people/${person}`} onClick={follow}>
              {name}
            </a>{' '}
            {words}
          </li>
        ))}
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          say();
        }}
      >
        <Unsent waiting={waiting} />
        <input aria-label="Say something" maxLength={500} value={text} onInput={(event) => setText(event.currentTarget.value)} />
        <button>Send</button>
      </form>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}
