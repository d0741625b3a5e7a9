// A page of the workshop that a game brings itself, such as an editor for its scenarios.

import { useMemo } from 'preact/hooks';
import { loadEditor } from '../boards';
import { later } from '../parts/lazy';

export function EditorPage({ game, path }: { game: string; path: string[] }) {
  const Editor = useMemo(() => later<{ path: string[] }>(() => loadEditor(game)), [game]);
  return <Editor path={path} />;
}
