// The game's own board with the edition's sheet on it, as small as there is room. It is to be looked at, not played.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useApp } from '../app';
import { useBoard } from '../boards';
import { sceneOf } from '../puzzles';

const nothing = () => undefined;
/** What boards are made for; on a phone they are as wide as the phone. */
const [wide, high] = [1100, 760];

function useRoom() {
  const box = useRef<HTMLElement>(null);
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    const watch = new ResizeObserver(([entry]) => setRoom(entry.contentRect.width));
    watch.observe(box.current!);
    return () => watch.disconnect();
  }, []);
  const narrow = innerWidth < 900;
  const width = narrow ? Math.max(320, innerWidth) : wide;
  const height = narrow ? 620 : high;
  // On a phone it stays in sight beside the form, so it is small.
  return { box, width, height, scale: room ? Math.min(room / width, narrow ? (0.3 * innerHeight) / height : 1) : 0 };
}

export function Preview({ game, title, position }: { game: string; title: string; position: any }) {
  const { reducedMotion } = useApp();
  const { board, problem } = useBoard(game);
  const { box, width, height, scale } = useRoom();
  const Board = board?.Board;
  const scene = position && sceneOf({ ...position, id: 'workshop', game, title, task: '', choices: 0, actions: [] }, []);
  return (
    <figure ref={box} class="edition-preview" aria-label={`A table of ${title} with this edition`}>
      <div class="preview-box" style={{ width: `${width * scale}px`, height: `${height * scale}px` }}>
        {scene && Board && (
          <div class={`table-page game-${game}`} inert style={{ width: `${width}px`, height: `${height}px`, transform: `scale(${scale})` }}>
            <div class="board-area">
              <Board
                {...{ scene, reducedMotion }}
                act={nothing}
                preview={null}
                setPreview={nothing}
                hints={[]}
                shown={0}
                setShown={nothing}
                moment={null}
                part={null}
              />
            </div>
          </div>
        )}
      </div>
      {problem && <p class="problem">{problem}</p>}
    </figure>
  );
}
