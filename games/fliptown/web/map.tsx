// The whole map as one drawing, and what can be touched on it. It can be looked at from near: a region by its name or its tab, by
// pinching, or with the wheel; then it scrolls like any page.

import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { height, parts, plates, siteBoxes, width, type Box, type Part } from './layout';
import { Ledger } from './ledger';
import { leastGold, regions, siteKey, type Change, type Offer, type Region, type Sheet, type View } from './model';
import { Badlands, Cemetery, Mine, Trail } from './regions';
import { Land } from './scenery';
import { RegionSign } from './symbols';
import { Town } from './town';
import { describeSite, offerWords, regionNames, siteTitle, stateWords, whyDark } from './words';

export const partNames: Record<Part, string> = { ...regionNames, ledger: 'Ledger' };
export const allParts: Part[] = [...regions, 'ledger'];

/** Smaller than this no site can be read or touched: then whole regions are touched instead. */
const readable = matchMedia('(pointer: coarse)').matches ? 0.66 : 0.5;
const nearest = 2.4;
/** A region is shown at least this large, and scrolled if it does not fit. */
const near = 0.8;

export interface MapProps {
  view: View;
  sheet: Sheet;
  owner: string;
  offers: Map<string, Offer>;
  /** The cards of this sheet are being played by the viewer. */
  asked: boolean;
  picked: string | null;
  hinted: Set<string>;
  fresh: Set<string>;
  drawn: Map<string, string>;
  coming: Change | null;
  comingGold: number;
  comingPoker: string | null;
  part: Part | null;
  setPart: (part: Part | null) => void;
  onPick: (key: string) => void;
  onAim: (key: string | null) => void;
}

function placed(box: Box) {
  return { left: `${(box.x / width) * 100}%`, top: `${(box.y / height) * 100}%`, width: `${(box.w / width) * 100}%`, height: `${(box.h / height) * 100}%` };
}

/** How many pixels a unit of the drawing takes, and the way there. */
function useZoom(frame: RefObject<HTMLDivElement>, part: Part | null, setPart: (part: Part | null) => void, from: number) {
  const [size, setSize] = useState({ w: 0, h: 0 });
  const [free, setFree] = useState<number | null>(null);
  const anchor = useRef<{ x: number; y: number; px: number; py: number } | null>(null);
  const at = useRef(1);
  useLayoutEffect(() => {
    const node = frame.current!;
    const measure = () => setSize({ w: node.clientWidth, h: node.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => setFree(null), [part]);
  const fit = Math.min(size.w / width, size.h / height) || 0.1;
  const box = part && parts[part];
  const close = box ? Math.max(fit, near, Math.min(size.w / box.w, size.h / box.h, nearest)) : fit;
  const scale = Math.min(nearest, Math.max(fit, free ?? close));
  at.current = scale;

  // A region comes into the middle; what is pinched stays under the fingers.
  useLayoutEffect(() => {
    const node = frame.current!;
    if (anchor.current) {
      const { x, y, px, py } = anchor.current;
      node.scrollLeft = x * scale - px;
      node.scrollTop = y * scale - py;
      anchor.current = null;
    } else if (box) {
      node.scrollLeft = box.w * scale > size.w ? Math.max(box.x, from - 50) * scale : (box.x + box.w / 2) * scale - size.w / 2;
      node.scrollTop = box.h * scale > size.h ? box.y * scale : (box.y + box.h / 2) * scale - size.h / 2;
    }
  }, [scale, part, size.w, size.h]);

  useEffect(() => {
    const node = frame.current!;
    const zoom = (factor: number, clientX: number, clientY: number) => {
      const rect = node.getBoundingClientRect();
      const px = clientX - rect.left;
      const py = clientY - rect.top;
      const next = Math.min(nearest, Math.max(Math.min(node.clientWidth / width, node.clientHeight / height), at.current * factor));
      if (next === at.current) return;
      anchor.current = { x: (node.scrollLeft + px) / at.current, y: (node.scrollTop + py) / at.current, px, py };
      setFree(next);
    };
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoom(Math.exp(-event.deltaY / 200), event.clientX, event.clientY);
    };
    let spread = 0;
    const touch = (event: TouchEvent) => {
      if (event.touches.length !== 2) {
        spread = 0;
        return;
      }
      const [a, b] = [event.touches[0], event.touches[1]];
      const now = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
      if (spread && event.cancelable) {
        event.preventDefault();
        zoom(now / spread, (a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2);
      }
      spread = now;
    };
    node.addEventListener('wheel', wheel, { passive: false });
    node.addEventListener('touchstart', touch, { passive: true });
    node.addEventListener('touchmove', touch, { passive: false });
    node.addEventListener('touchend', touch, { passive: true });
    return () => {
      node.removeEventListener('wheel', wheel);
      node.removeEventListener('touchstart', touch);
      node.removeEventListener('touchmove', touch);
      node.removeEventListener('touchend', touch);
    };
  }, []);
  const whole = () => {
    setFree(null);
    setPart(null);
  };
  return { scale, enlarged: scale > fit * 1.02, whole };
}

/** A region that is wider than the screen is shown from where it goes on: the first lit site, or the last stop made. */
function beginning(part: Part | null, { view, sheet, offers }: MapProps): number {
  if (!part || part === 'ledger') return 0;
  const boxes = siteBoxes(view.shared.map);
  const keys = [...offers].filter(([, offer]) => offer.region === part).map(([key]) => key);
  const last = sheet.trail[sheet.trail.length - 1];
  if (!keys.length && part === 'trail' && last) keys.push(siteKey('trail', last));
  return keys.length ? Math.min(...keys.map((key) => boxes.get(key)?.x ?? 0)) : 0;
}

export function MapWindow(props: MapProps) {
  const { view, sheet, offers, part, setPart, fresh, coming, comingGold, comingPoker } = props;
  const printed = view.shared.map;
  const frame = useRef<HTMLDivElement>(null);
  const { scale, enlarged, whole } = useZoom(frame, part, setPart, beginning(part, props));
  const drawn = { printed, sheet, fresh, drawn: props.drawn };
  // The land is the same all the time; only pencil and counters change with the sheet.
  const land = useMemo(() => <Land />, []);
  const page = useMemo(
    () => (
      <>
        <Trail {...drawn} />
        <Badlands {...drawn} />
        <Mine {...drawn} />
        <Town {...drawn} />
        <Cemetery {...drawn} />
      </>
    ),
    [sheet, printed, [...fresh].join()],
  );
  const tiny = scale < readable;
  return (
    <div class={tiny ? 'ft-frame tiny' : 'ft-frame'}>
      <div class="ft-window" ref={frame} tabIndex={enlarged ? 0 : -1} role="group" aria-label={`Map of ${props.owner}`}>
        <div class="ft-map" style={{ width: `${width * scale}px`, height: `${height * scale}px`, '--unit': `${scale}px` }}>
          <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
            {land}
            {page}
            <Ledger view={view} sheet={sheet} coming={coming} gold={comingGold} comingPoker={comingPoker} />
            {allParts.map((name) => (
              <g key={name} class={`plate ${name}`}>
                <rect x={plates[name].x} y={plates[name].y} width={plates[name].w} height={plates[name].h} rx="5" />
                <text x={plates[name].x + (name === 'ledger' ? 12 : 34)} y={plates[name].y + 18.5}>
                  {partNames[name]}
                </text>
                {name !== 'ledger' && (
                  <g transform={`translate(${plates[name].x + 18} ${plates[name].y + 13})`}>
                    <RegionSign region={name} printed={printed} size={18} />
                  </g>
                )}
              </g>
            ))}
          </svg>
          <div class="ft-spots">{tiny ? <RegionSpots offers={offers} setPart={setPart} hinted={props.hinted} /> : <SiteSpots {...props} />}</div>
        </div>
      </div>
      {enlarged && (
        <button class="ft-whole" onClick={whole}>
          Whole map
        </button>
      )}
    </div>
  );
}

/** From far: a region is one thing. */
function RegionSpots({ offers, setPart, hinted }: { offers: Map<string, Offer>; setPart: (part: Part) => void; hinted: Set<string> }) {
  return (
    <>
      {allParts.map((name) => {
        const lit = [...offers.values()].filter((offer) => offer.region === name).length;
        const meant = [...hinted].some((key) => key.startsWith(`${name} `));
        const classes = ['ft-far', lit > 0 && 'lit', meant && 'hinted'].filter(Boolean).join(' ');
        return (
          <button key={name} class={classes} data-part={name} data-legal={lit ? '' : undefined} style={placed(parts[name])} aria-label={`Look at the ${partNames[name]} from near${lit ? `: ${lit} sites in reach` : ''}`} onClick={() => setPart(name)}>
            {lit > 0 && <b>{lit}</b>}
          </button>
        );
      })}
    </>
  );
}

function SiteSpots({ view, sheet, offers, asked, picked, hinted, fresh, setPart, onPick, onAim }: MapProps) {
  const printed = view.shared.map;
  const boxes = useMemo(() => [...siteBoxes(printed)], [printed]);
  return (
    <>
      {boxes.map(([key, box]) => (
        <Spot key={key} {...{ id: key, box, view, sheet, asked, onPick, onAim }} offer={offers.get(key)} picked={picked === key} hinted={hinted.has(key)} fresh={fresh.has(key)} />
      ))}
      {allParts.map((name) => (
        <button key={name} class={`ft-plate ${name}`} style={placed(plates[name])} tabIndex={-1} aria-label={`Look at the ${partNames[name]} from near`} data-tip={`${partNames[name]}: touch its name to look at it from near.`} onClick={() => setPart(name)} />
      ))}
    </>
  );
}

interface SpotProps {
  id: string;
  box: Box & { region: Region; site: string };
  offer: Offer | undefined;
  view: View;
  sheet: Sheet;
  asked: boolean;
  picked: boolean;
  hinted: boolean;
  fresh: boolean;
  onPick: (key: string) => void;
  onAim: (key: string | null) => void;
}

function Spot({ id, box, offer, view, sheet, asked, picked, hinted, fresh, onPick, onAim }: SpotProps) {
  const { region, site } = box;
  const title = siteTitle(region, site, view.shared.map);
  const what = describeSite(region, site, view, sheet);
  const now = offer ? `Now: ${offerWords(offer, view, sheet)}.` : whyDark(region, site, sheet, leastGold(sheet, id), asked);
  const state = stateWords(region, site, sheet);
  const classes = ['ft-site', region, offer && 'lit', offer && offer.gold > 0 && 'paid', picked && 'picked', hinted && 'hinted', fresh && 'fresh', asked && !offer && 'dark', box.x + box.w > width - 12 && 'edge'];
  return (
    <button
      class={classes.filter(Boolean).join(' ')}
      style={placed(box)}
      data-site={id}
      data-legal={offer ? '' : undefined}
      tabIndex={offer ? 0 : -1}
      aria-pressed={offer ? picked : undefined}
      aria-label={`${title}${state ? `, ${state}` : ''}. ${offer ? now : what}`}
      data-title={title}
      data-tip={what}
      data-now={now}
      onClick={() => onPick(id)}
      onPointerEnter={(event) => event.pointerType !== 'touch' && offer && onAim(id)}
      onPointerLeave={() => onAim(null)}
      onFocus={() => offer && onAim(id)}
      onBlur={() => onAim(null)}
    >
      {offer && offer.gold > 0 && (
        <span class="coin" aria-hidden="true">
          {offer.gold}
        </span>
      )}
    </button>
  );
}
