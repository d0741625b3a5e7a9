// Who sits at the table, as chips in one row. What does not fit folds behind "+4": never the seat that decides, as long as there is room
// for it, nor the own one; in a replay never the seat whose sheet is seen.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Scene } from '../types';
import { SeatClock } from './clock';
import { Face } from './face';
import { levelWords } from './levels';
import type { Doing } from './doings';
import type { Someone } from './personcard';
import { nameFor } from './seats';
import { ShortName } from './shortname';

interface RowProps {
  scene: Scene;
  shown: number;
  setShown: (seat: number) => void;
  /** A replay: nobody is away. */
  past: boolean;
  /** A name that is tapped again opens the person's card. */
  onPerson?: (who: Someone) => void;
  doings?: Doing[];
}

interface ChipProps extends RowProps {
  index: number;
  folded: boolean;
}

const decides = ({ table }: Scene, seat: number) => table.status === 'running' && table.to_act.includes(seat);

function Chip({ scene, index, shown, setShown, past, folded, onPerson, doings }: ChipProps) {
  const { table, view } = scene;
  const seat = table.seats[index];
  const turn = decides(scene, index);
  const did = doings?.find((doing) => doing.seat === index);
  const total = view.seats?.[index]?.score?.total;
  const gone = seat.kind === 'person' && !seat.online && !past;
  const name = nameFor(scene, index);
  const card = onPerson && seat.kind === 'person' && seat.person && !seat.you && index === shown;
  return (
    <li class={folded ? 'folded' : ''}>
      <button
        class={['seat', turn && 'turn', did && 'did', scene.mine.includes(index) && 'own', gone && 'gone'].filter(Boolean).join(' ')}
        aria-pressed={index === shown}
        title={card ? `About ${name}` : turn ? `${name} to decide` : `Look at this sheet: ${name}`}
        onClick={() => (card ? onPerson({ person: seat.person!, name: seat.name! }) : setShown(index))}
      >
        {seat.kind === 'bot' && <Face game={table.game} name={seat.name ?? ''} />}
        <span class="name">
          <ShortName scene={scene} seat={index} />
        </span>
        {seat.kind === 'bot' && (
          <span class="tag level" title={`a bot: ${levelWords(seat.level ?? 0)}`}>
            bot {seat.level}
          </span>
        )}
        {gone && <span class="tag">away</span>}
        {typeof total === 'number' && <b>{total}</b>}
        {did && did.gain > 0 && (
          <i class="gain" aria-hidden="true" key={did.words}>
            +{did.gain}
          </i>
        )}
        <SeatClock scene={scene} seat={seat} />
        {turn && <span class="sr"> to decide</span>}
      </button>
    </li>
  );
}

const gap = 6;

/** Which seats fit into the row, the most important first; all of them if they do. */
function fitting(widths: number[], room: number, order: number[], button: number): Set<number> {
  const all = widths.reduce((sum, width) => sum + width + gap, -gap);
  if (all <= room) return new Set(order);
  const fit = new Set<number>();
  let left = room - button;
  for (const seat of order) {
    if (widths[seat] + gap > left && fit.size) break;
    fit.add(seat);
    left -= widths[seat] + gap;
  }
  return fit;
}

/** How wide the chips are that need not yield. */
function naturalWidths(row: HTMLElement): number[] {
  const box = row.parentElement!;
  const alone = box.classList.contains('alone');
  box.classList.remove('alone');
  const widths = [...row.children].map((chip) => (chip as HTMLElement).offsetWidth);
  box.classList.toggle('alone', alone);
  return widths;
}

export function SeatRow(props: RowProps) {
  const { scene, shown } = props;
  const { table } = scene;
  const list = useRef<HTMLUListElement>(null);
  const [fit, setFit] = useState<Set<number> | null>(null);
  const [open, setOpen] = useState(false);
  const weight = (seat: number) => (props.past && seat === shown ? -1 : decides(scene, seat) ? 0 : scene.seat === seat ? 1 : seat === shown ? 2 : 3);
  const order = table.seats.map((_, seat) => seat).sort((a, b) => weight(a) - weight(b) || a - b);
  const measure = () => {
    const row = list.current;
    if (!row || open) return; // laid over the board, chips have the room they want
    const widths = naturalWidths(row);
    setFit((old) => {
      const now = fitting(widths, row.parentElement!.clientWidth - 6, order, 62);
      return old && old.size === now.size && [...now].every((seat) => old.has(seat)) ? old : now;
    });
  };
  const again = useRef(measure);
  again.current = measure;
  useLayoutEffect(measure, [open, order.join(), table.seats.map((seat) => seat.name).join(), scene.log.length]);
  useEffect(() => {
    const watcher = new ResizeObserver(() => again.current());
    watcher.observe(list.current!.parentElement!);
    void document.fonts?.ready.then(() => again.current());
    return () => watcher.disconnect();
  }, []);
  useEffect(() => {
    if (!open) return;
    const away = (event: Event) => !list.current?.parentElement?.contains(event.target as Node) && setOpen(false);
    addEventListener('pointerdown', away);
    return () => removeEventListener('pointerdown', away);
  }, [open]);
  const folded = fit ? table.seats.length - fit.size : 0;
  const waiting = order.filter((seat) => fit && !fit.has(seat) && decides(scene, seat)).length;
  return (
    <div
      class={['seat-row-box', open && 'open', folded > 0 && fit?.size === 1 && 'alone'].filter(Boolean).join(' ')}
      onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
    >
      <ul class="seats" aria-label="Seats" ref={list}>
        {table.seats.map((_, index) => (
          <Chip
            key={index}
            {...props}
            index={index}
            folded={!open && fit !== null && !fit.has(index)}
            setShown={(seat) => {
              props.setShown(seat);
              setOpen(false);
            }}
          />
        ))}
      </ul>
      {folded > 0 && (
        <button
          class={waiting ? 'more-seats turn' : 'more-seats'}
          aria-expanded={open}
          aria-label={`${folded} more seats${waiting ? `, ${waiting} to decide` : ''}`}
          onClick={() => setOpen(!open)}
        >
          {open ? '✕' : `+${folded}`}
        </button>
      )}
    </div>
  );
}
