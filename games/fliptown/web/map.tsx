// The whole map as one drawing, and what can be touched on it. It can be looked at from near: a region by its name or its tab, by
// pinching, or with the wheel; then it scrolls like any page. On a phone a region is a sheet of its own that fits the screen.

import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { deckCount, height, parts, plates, siteBoxes, tallParts, tallPlates, width, type Box, type Part } from './layout';
import { Ledger } from './ledger';
import { leastGold, regions, siteKey, type Change, type Offer, type Region, type Sheet, type View } from './model';
import { Badlands, Cemetery, Mine, Trail } from './regions';
import { Ground, Land } from './scenery';
import { RegionSign } from './symbols';
import { Town } from './town';
import { counted, describeSite, offerWords, regionNames, siteTitle, stateWords, whyDark } from './words';

export const partNames: Record<Part, string> = { ...regionNames, ledger: 'Ledger' };
export const allParts: Part[] = [...regions, 'ledger'];

/** Smaller than this no site can be read or touched: then whole regions are touched instead. */
const readable = matchMedia('(pointer: coarse)').matches ? 0.66 : 0.5;
const nearest = 2.4;
/** A region is shown at least this large, and scrolled if it does not fit. */
const near = 0.86;
const map: Box = { x: 0, y: 0, w: width, h: height };

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
  /** The sites that a part of the score is made of, when one is looked at. */
  madeOf: Set<string> | null;
  /** The cards of the poker hands so far. */
  past: string[][];
  part: Part | null;
  setPart: (part: Part | null) => void;
  /** The part is a sheet of its own. */
  tall: boolean;
  /** Shows where all the cards are. */
  onDeck: () => void;
  onPick: (key: string) => void;
  onAim: (key: string | null) => void;
}

function placed(box: Box, area = map) {
  const share = (length: number, whole: number) => `${(length / whole) * 100}%`;
  return { left: share(box.x - area.x, area.w), top: share(box.y - area.y, area.h), width: share(box.w, area.w), height: share(box.h, area.h) };
}

/** A sheet of its own fits the window where it stays readable then; else it is as wide as the window and scrolls. */
function sheetScale(area: Box, w: number, h: number): number {
  const whole = Math.min(w / area.w, h / area.h);
  return (whole >= near ? whole : Math.min(w / area.w, 1)) || 0.1;
}

/** Two fingers, or the wheel with Ctrl: by which factor, around which point of the screen. */
function usePinch(frame: RefObject<HTMLDivElement>, zoom: (factor: number, x: number, y: number) => void): void {
  useEffect(() => {
    const node = frame.current!;
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
}

/** How many pixels a unit of the drawing takes, and the way there. `area` is what is drawn: the map, or a part of it alone. */
function useZoom(frame: RefObject<HTMLDivElement>, area: Box, part: Part | null, setPart: (part: Part | null) => void, from: Box | null) {
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
  const alone = area !== map;
  const fit = alone ? Math.min(nearest, sheetScale(area, size.w, size.h)) : Math.min(size.w / width, size.h / height) || 0.1;
  const box = part && !alone ? parts[part] : null;
  const close = box ? Math.max(fit, near, Math.min(size.w / box.w, size.h / box.h, nearest)) : fit;
  const scale = Math.min(nearest, Math.max(fit, free ?? close));
  at.current = scale;
  const least = useRef(fit);
  least.current = fit;

  // A region comes into the middle; what is pinched stays under the fingers.
  useLayoutEffect(() => {
    const node = frame.current!;
    if (anchor.current) {
      const { x, y, px, py } = anchor.current;
      node.scrollLeft = x * scale - px;
      node.scrollTop = y * scale - py;
      anchor.current = null;
    } else if (alone) {
      node.scrollLeft = 0;
      node.scrollTop = from && (from.y + from.h - area.y) * scale > size.h ? (from.y - area.y) * scale - 12 : 0;
    } else if (box) {
      node.scrollLeft = box.w * scale > size.w ? Math.max(box.x, (from?.x ?? 0) - 50) * scale : (box.x + box.w / 2) * scale - size.w / 2;
      node.scrollTop = box.h * scale > size.h ? box.y * scale : (box.y + box.h / 2) * scale - size.h / 2;
    }
  }, [scale, part, size.w, size.h]);

  usePinch(frame, (factor, clientX, clientY) => {
    const node = frame.current!;
    const rect = node.getBoundingClientRect();
    const px = clientX - rect.left;
    const py = clientY - rect.top;
    const next = Math.min(nearest, Math.max(least.current, at.current * factor));
    if (next === at.current) return;
    anchor.current = { x: (node.scrollLeft + px) / at.current, y: (node.scrollTop + py) / at.current, px, py };
    setFree(next);
  });
  const whole = () => {
    setFree(null);
    setPart(null);
  };
  return { scale, enlarged: scale > fit * 1.02, whole };
}

/** A region that is larger than the screen is shown from where it goes on: the first lit site, or the last stop made. */
function beginning(part: Part | null, { view, sheet, offers, tall }: MapProps): Box | null {
  if (!part || part === 'ledger') return null;
  const boxes = siteBoxes(view.shared.map, tall);
  const keys = [...offers].filter(([, offer]) => offer.region === part).map(([key]) => key);
  const last = sheet.trail[sheet.trail.length - 1];
  if (!keys.length && part === 'trail' && last) keys.push(siteKey('trail', last));
  const found = keys.flatMap((key) => boxes.get(key) ?? []);
  return found.reduce<Box | null>((first, one) => (first && (tall ? first.y <= one.y : first.x <= one.x) ? first : one), null);
}

export function MapWindow(props: MapProps) {
  const { view, sheet, offers, part, setPart, fresh, coming, comingGold, comingPoker, tall } = props;
  const printed = view.shared.map;
  const frame = useRef<HTMLDivElement>(null);
  const alone = tall ? part : null;
  const area = alone ? tallParts[alone] : map;
  const { scale, enlarged, whole } = useZoom(frame, area, part, setPart, beginning(part, props));
  useSightOf(frame, props.picked);
  const drawn = { printed, sheet, fresh, drawn: props.drawn, tall };
  // The land is the same all the time; only pencil and counters change with the sheet.
  const land = useMemo(() => (alone ? <Ground part={alone} area={area} /> : <Land />), [alone]);
  const page = useMemo(
    () => (
      <>
        {(!alone || alone === 'trail') && <Trail {...drawn} />}
        {(!alone || alone === 'badlands') && <Badlands {...drawn} />}
        {(!alone || alone === 'mine') && <Mine {...drawn} />}
        {(!alone || alone === 'town') && <Town {...drawn} />}
        {(!alone || alone === 'cemetery') && <Cemetery {...drawn} />}
      </>
    ),
    [sheet, printed, alone, [...fresh].join()],
  );
  const tiny = !alone && scale < readable;
  const named = alone ? [alone] : allParts;
  const signs = tall ? tallPlates : plates;
  return (
    <div class={['ft-frame', tiny && 'tiny', props.madeOf && 'counting'].filter(Boolean).join(' ')}>
      <div class="ft-window" ref={frame} tabIndex={enlarged ? 0 : -1} role="group" aria-label={`Map of ${props.owner}`}>
        <div class="ft-map" style={{ width: `${area.w * scale}px`, height: `${area.h * scale}px`, '--unit': `${scale}px` }}>
          <svg viewBox={`${area.x} ${area.y} ${area.w} ${area.h}`} aria-hidden="true">
            {land}
            {page}
            {(!alone || alone === 'ledger') && (
              <Ledger view={view} sheet={sheet} past={props.past} coming={coming} gold={comingGold} comingPoker={comingPoker} tall={tall} />
            )}
            {named.map((name) => (
              <g key={name} class={`plate ${name}`}>
                <rect x={signs[name].x} y={signs[name].y} width={signs[name].w} height={signs[name].h} rx="5" />
                <text x={signs[name].x + (name === 'ledger' ? 12 : 34)} y={signs[name].y + 18.5}>
                  {partNames[name]}
                </text>
                {name !== 'ledger' && (
                  <g transform={`translate(${signs[name].x + 18} ${signs[name].y + 13})`}>
                    <RegionSign region={name} printed={printed} size={18} />
                  </g>
                )}
              </g>
            ))}
          </svg>
          <div class="ft-spots">{tiny ? <RegionSpots offers={offers} setPart={setPart} hinted={props.hinted} /> : <SiteSpots {...props} area={area} />}</div>
        </div>
      </div>
      {enlarged && !tall && (
        <button class="ft-whole" onClick={whole}>
          Whole map
        </button>
      )}
    </div>
  );
}

/** What has just been chosen stays in sight, above a sheet that comes up over the foot of the map. */
function useSightOf(frame: RefObject<HTMLDivElement>, picked: string | null) {
  useEffect(() => {
    const node = frame.current!;
    const look = () => {
      const site = picked && node.querySelector(`[data-site="${picked}"]`)?.getBoundingClientRect();
      if (!site) return;
      const window = node.getBoundingClientRect();
      const below = site.bottom + 14 - (window.bottom - parseFloat(getComputedStyle(node).paddingBottom));
      const above = window.top + 14 - site.top;
      if (below > 0) node.scrollTop += below;
      else if (above > 0) node.scrollTop -= above;
    };
    look();
    const observer = new ResizeObserver(look); // the sheet has its height only when it is there
    observer.observe(node, { box: 'content-box' });
    return () => observer.disconnect();
  }, [picked]);
}

/** From far: a region is one thing. */
function RegionSpots({ offers, setPart, hinted }: { offers: Map<string, Offer>; setPart: (part: Part) => void; hinted: Set<string> }) {
  return (
    <>
      {allParts.map((name) => {
        const lit = [...offers.values()].filter((offer) => offer.region === name).length;
        const meant = [...hinted].some((key) => key.startsWith(`${name} `));
        const classes = ['ft-far bare', lit > 0 && 'lit', meant && 'hinted'].filter(Boolean).join(' ');
        return (
          <button
            key={name}
            class={classes}
            data-part={name}
            data-legal={lit ? '' : undefined}
            style={placed(parts[name])}
            aria-label={`Look at the ${partNames[name]} from near${lit ? `: ${counted(lit, 'site')} in reach` : ''}`}
            onClick={() => setPart(name)}
          >
            {lit > 0 && <b>{lit}</b>}
          </button>
        );
      })}
    </>
  );
}

function SiteSpots({ view, sheet, offers, asked, picked, hinted, fresh, madeOf, part, setPart, tall, area, onDeck, onPick, onAim }: MapProps & { area: Box }) {
  const printed = view.shared.map;
  const alone = tall ? part : null;
  const boxes = useMemo(() => [...siteBoxes(printed, tall)].filter(([, box]) => !alone || box.region === alone), [printed, tall, alone]);
  return (
    <>
      {boxes.map(([key, box]) => (
        <Spot
          key={key}
          {...{ id: key, box, area, view, sheet, asked, onPick, onAim }}
          offer={offers.get(key)}
          picked={picked === key}
          hinted={hinted.has(key)}
          fresh={!madeOf && fresh.has(key)}
          counts={madeOf?.has(key) ?? false}
        />
      ))}
      {!tall &&
        allParts.map((name) => (
          <button
            key={name}
            class={`ft-plate bare ${name}`}
            style={placed(plates[name])}
            tabIndex={-1}
            aria-label={`Look at the ${partNames[name]} from near`}
            data-tip={`${partNames[name]}: touch its name to look at it from near.`}
            onClick={() => setPart(name)}
          />
        ))}
      {!tall && (
        <button
          class="ft-plate bare"
          style={placed(deckCount)}
          tabIndex={-1}
          aria-label="Look at what is gone and what is left in the deck"
          data-part="deck"
          onClick={onDeck}
        />
      )}
    </>
  );
}

interface SpotProps {
  id: string;
  box: Box & { region: Region; site: string };
  area: Box;
  offer: Offer | undefined;
  view: View;
  sheet: Sheet;
  asked: boolean;
  picked: boolean;
  hinted: boolean;
  fresh: boolean;
  counts: boolean;
  onPick: (key: string) => void;
  onAim: (key: string | null) => void;
}

function Spot({ id, box, area, offer, view, sheet, asked, picked, hinted, fresh, counts, onPick, onAim }: SpotProps) {
  const { region, site } = box;
  const title = siteTitle(region, site, view.shared.map);
  const what = describeSite(region, site, view, sheet);
  const now = offer ? `Now: ${offerWords(offer, view, sheet)}.` : whyDark(region, site, sheet, leastGold(sheet, id), asked);
  const state = stateWords(region, site, sheet);
  const classes = [
    'ft-site bare',
    region,
    offer && 'legal',
    offer && offer.gold > 0 && 'paid',
    picked && 'picked',
    hinted && 'hinted',
    fresh && 'fresh',
    counts && 'counts',
    asked && !offer && 'dark',
    box.x + box.w > area.x + area.w - 12 && 'edge',
  ];
  return (
    <button
      class={classes.filter(Boolean).join(' ')}
      style={placed(box, area)}
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
