// Rules as the server has them, in Markdown of the plain kind that we write: headings, paragraphs, lists, tables, emphasis.

import type { ComponentChildren, JSX } from 'preact';
import { backend } from '../backend';
import { follow } from '../route';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { BoardModule } from '../types';

function inline(text: string): ComponentChildren[] {
  return text.split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`|\[[^\]]+\]\([^)]+\))/).map((part) => {
    if (part.startsWith('**')) return <strong>{part.slice(2, -2)}</strong>;
    if (part.startsWith('*') && part.length > 2) return <em>{part.slice(1, -1)}</em>;
    if (part.startsWith('`')) return <code>{part.slice(1, -1)}</code>;
    const link = /^\[([^\]]+)\]/.exec(part);
    return link ? link[1] : part;
  });
}

function tableOf(lines: string[]): JSX.Element {
  const rows = lines.filter((line) => !/^\|[\s:|-]+\|$/.test(line)).map((line) => line.slice(1, -1).split('|'));
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Table">
      <table>
        <thead>
          <tr>
            {rows[0].map((cell) => (
              <th>{inline(cell.trim())}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(1).map((row) => (
            <tr>
              {row.map((cell) => (
                <td>{inline(cell.trim())}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** One block: what stands between two empty lines. */
function block(text: string): JSX.Element {
  const lines = text.split('\n');
  if (/^!\[[^\]]*\]\([^)]*\)$/.test(text)) return <></>; // a picture of what lies on the table anyway
  const heading = /^(#+) (.*)$/.exec(lines[0]);
  if (heading && lines.length === 1) {
    const Level = `h${Math.min(heading[1].length + 1, 5)}` as 'h2';
    return <Level>{inline(heading[2])}</Level>;
  }
  if (lines.every((line) => line.startsWith('|'))) return tableOf(lines);
  if (/^([-*]|\d+\.) /.test(lines[0])) {
    const items: string[] = [];
    for (const line of lines)
      if (/^([-*]|\d+\.) /.test(line)) items.push(line.replace(/^([-*]|\d+\.) /, ''));
      else items[items.length - 1] += ' ' + line.trim();
    const List = /^\d/.test(lines[0]) ? 'ol' : 'ul';
    return (
      <List>
        {items.map((item) => (
          <li>{inline(item)}</li>
        ))}
      </List>
    );
  }
  return <p>{inline(lines.join(' '))}</p>;
}

function blocks(text: string): string[] {
  const found: string[] = [];
  let fence: string[] | null = null;
  let current: string[] = [];
  const flush = () => {
    if (current.length) found.push(current.join('\n'));
    current = [];
  };
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) {
      if (fence) found.push('```' + fence.join('\n'));
      else flush();
      fence = fence ? null : [];
    } else if (fence) fence.push(line);
    else if (line.trim() === '') flush();
    else if (/^#+ /.test(line)) {
      flush();
      found.push(line);
    } else current.push(line);
  }
  flush();
  return found;
}

export type RulePictures = BoardModule['rulePictures'];

/** The picture that stands beneath this heading, if it is one. */
function pictureFor(text: string, pictures: RulePictures): JSX.Element | null {
  const heading = /^#+ (.*)$/.exec(text)?.[1];
  const name = heading && Object.keys(pictures ?? {}).find((one) => heading.startsWith(one));
  const Drawn = name ? pictures![name] : null;
  return Drawn && <figure class="rule-picture">{<Drawn />}</figure>;
}

function Part({ text, pictures }: { text: string; pictures: RulePictures }) {
  return (
    <>
      {text.startsWith('```') ? <pre tabIndex={0}>{text.slice(3)}</pre> : block(text)}
      {pictureFor(text, pictures)}
    </>
  );
}

/** `place`: how the heading begins at which the rules are opened, or a word in it. */
export function Rules({ game, place, pictures }: { game: string; place?: string; pictures?: RulePictures }) {
  const box = useRef<HTMLElement>(null);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState('');
  useEffect(() => {
    setText('');
    backend
      .ask('GET', `/api/rules/${game}`)
      .then((answer) => (answer.ok ? answer.text : Promise.reject()))
      .then(setText, () => setProblem('The rules could not be loaded. Try again in a moment.'));
  }, [game]);
  useLayoutEffect(() => {
    const headings = [...(box.current?.querySelectorAll('h2, h3, h4, h5') ?? [])];
    const named = (test: (words: string) => boolean) => headings.find((heading) => test(heading.textContent!.toLowerCase()));
    const word = place?.toLowerCase();
    const found = word && (named((words) => words.startsWith(word)) ?? named((words) => words.split(/\W+/).includes(word)));
    if (found) found.scrollIntoView({ block: 'start' });
    for (const heading of headings) heading.classList.toggle('now', heading === found);
  }, [text, place]);
  if (problem) return <p class="problem">{problem}</p>;
  return (
    <article class="rules" ref={box}>
      {text && (
        <p class="quiet">
          <a href={`/workshop/${game}`} onClick={follow}>
            Other numbers? Make an edition of your own in the workshop.
          </a>
        </p>
      )}
      {blocks(text).map((part, index) => (
        <Part key={index} text={part} pictures={pictures} />
      ))}
    </article>
  );
}
