// The thirteen buildings: a front each, its number, its roof, and what is inside in symbols that say what they cost.

import type { JSX } from 'preact';
import { suitPaths } from 'shell/boards/cards';
import { buildingBox } from './layout';
import { siteKey, type Building, type Printed, type Sheet } from './model';
import type { Drawn } from './regions';
import { Fitted, Item, Ring, starPath, Symbol, Symbols, Tick, type Token } from './symbols';
import { effectWords, itemWords, shapeNames } from './words';

/** Roofs over a front of the given width; the front itself begins at 34. */
const roofs: ((w: number) => string)[] = [
  (w) => `M2 36V20H${w * 0.22}V8H${w * 0.36}V1H${w * 0.64}V8H${w * 0.78}V20H${w - 2}V36Z`,
  (w) => `M0 36L${w * 0.2} 4H${w * 0.8}L${w} 36Z`,
  (w) => `M2 36V24Q${w * 0.16} 22 ${w * 0.2} 10Q${w / 2} -8 ${w * 0.8} 10Q${w * 0.84} 22 ${w - 2} 24V36Z`,
  (w) => `M0 36L${w / 2} -4L${w} 36Z`,
  (w) => `M2 36V3H${w - 2}V36ZM-2 3H${w + 2}V-2H-2Z`,
];
const fronts: Record<string, { roof: number; tint: string }> = {
  A: { roof: 3, tint: 'plum' },
  '2': { roof: 4, tint: 'slate' },
  '3': { roof: 1, tint: 'moss' },
  '4': { roof: 3, tint: 'brick' },
  '5': { roof: 0, tint: 'ochre' },
  '6': { roof: 3, tint: 'slate' },
  '7': { roof: 2, tint: 'rose' },
  '8': { roof: 4, tint: 'moss' },
  '9': { roof: 0, tint: 'plum' },
  '10': { roof: 1, tint: 'slate' },
  J: { roof: 0, tint: 'brick' },
  Q: { roof: 2, tint: 'rose' },
  K: { roof: 4, tint: 'ochre' },
};

type Inside = (props: { building: Building; printed: Printed; sheet: Sheet; w: number }) => JSX.Element;

const cash = (n: number): Token => ({ kind: 'cash', n });

function Arrow({ x, y }: { x: number; y: number }) {
  return <path class="arrow" d={`M${x - 7} ${y}H${x + 4}M${x} ${y - 5}L${x + 6} ${y}L${x} ${y + 5}`} />;
}

/** Things for sale: the price, the thing, what comes with it. */
const Shop: Inside = ({ building, printed, sheet, w }) => {
  const sales = building.sales ?? [];
  const pitch = sales.length > 2 ? 24 : 34;
  const first = sales.length > 2 ? 70 : 77;
  const wide = w > 100 ? 9 : 0;
  return (
    <>
      {sales.map((sale, index) => {
        const y = first + index * pitch;
        const has = sheet.items.includes(sale.item);
        return (
          <g key={sale.item} class="sale" data-tip={itemWords(sale.item, sale.price, printed)}>
            <rect class="touch" x="2" y={y - 13} width={w - 4} height="26" />
            {sale.price > 0 && <Symbol token={cash(sale.price)} printed={printed} x={18 + wide} y={y} scale={0.82} />}
            <g transform={`translate(${(sale.price ? 46 : 28) + wide * 1.3} ${y}) scale(.92)`}>
              <Item item={sale.item} />
            </g>
            <Extra item={sale.item} printed={printed} x={(sale.price ? 74 : 66) + wide * 1.8} y={y} stars={sale.reward.stars} />
            {has && <Ring x={(sale.price ? 46 : 28) + wide * 1.3} y={y} w={34} h={28} />}
          </g>
        );
      })}
    </>
  );
};

function Extra({ item, printed, x, y, stars }: { item: string; printed: Printed; x: number; y: number; stars?: number }) {
  const { margins } = printed;
  if (stars) return <Symbol token={{ kind: 'star', n: stars }} printed={printed} x={x} y={y} scale={0.78} />;
  if (item === 'shovel') return <Symbol token={{ kind: 'star', n: margins.shovel_stars }} printed={printed} x={x} y={y} scale={0.82} />;
  if (item === 'befriend')
    return (
      <g class="never" transform={`translate(${x} ${y}) scale(.82)`}>
        <Symbol token={{ kind: 'wanted', n: margins.stone_wanted }} printed={printed} least={17.6} />
        <path d="M-13 -13L13 13M13 -13L-13 13" />
      </g>
    );
  const words: Record<string, string> = {
    trail_horse: `+${margins.trail_horse}`,
    bandana: `−${margins.bandana}!`,
    pistol: `+${margins.pistol}`,
    rifle: `+${margins.rifle}`,
    pickaxe: `±${margins.pickaxe}`,
  };
  return (
    <text class="plain" x={x} y={y + 5}>
      {words[item] ?? ''}
    </text>
  );
}

const Bank: Inside = ({ building, printed, sheet, w }) => (
  <>
    {(building.sales ?? []).map((sale, index) => {
      const x = w / 2 + (index ? 22 : -22);
      const red = sale.item === 'red';
      const has = sheet.bank.includes(sale.item);
      return (
        <g
          key={sale.item}
          class={red ? 'purse red' : 'purse black'}
          data-tip={`Bank on ${sale.item}, $${sale.price}: from the next turn on, when all three cards of the lineup are ${sale.item}, ${printed.bank.join(', ')} stars in round 1, 2, 3.`}
        >
          <rect x={x - 19} y="60" width="38" height="28" rx="4" />
          <path d={suitPaths[red ? 'hearts' : 'spades']} transform={`translate(${x - 17} 66) scale(.7)`} />
          <path d={suitPaths[red ? 'diamonds' : 'clubs']} transform={`translate(${x} 66) scale(.7)`} />
          {has && <Ring x={x} y={74} w={46} h={36} />}
        </g>
      );
    })}
    <Symbol token={cash(building.sales![0].price)} printed={printed} x={18} y={111} scale={0.76} />
    <Arrow x={40} y={111} />
    <g data-tip={`${printed.bank.join(', ')} stars in round 1, 2, 3, each time that the lineup has your colour.`}>
      <rect class="touch" x="50" y="98" width={w - 52} height="26" />
      <text class="plain" x={w - 23} y={116}>
        {printed.bank[0]}–{printed.bank[printed.bank.length - 1]}★
      </text>
    </g>
  </>
);

const Hideout: Inside = ({ building, printed, w }) => (
  <Symbol token={{ kind: 'remove', n: building.remove ?? 0 }} printed={printed} x={w / 2} y={92} scale={1.7} />
);

const Trade: Inside = ({ building, printed, w }) => {
  const give: Token = building.cash ? cash(building.cash) : { kind: 'gold', n: building.gold ?? 0 };
  const get: Token = building.stars ? { kind: 'star', n: building.stars } : { kind: 'remove', n: building.remove ?? 0 };
  return (
    <>
      <Symbol token={give} printed={printed} x={w / 2 - 32} y={82} scale={1.15} />
      <Arrow x={w / 2} y={82} />
      <Symbol token={get} printed={printed} x={w / 2 + 32} y={82} scale={1.15} />
      <text class="plain" x={w / 2} y={117}>
        up to {building.most} ×
      </text>
    </>
  );
};

const Hotel: Inside = ({ building, printed, sheet, w }) => (
  <>
    {printed.hotel.map((silver, index) => {
      const x = 15 + (index % 2) * 38;
      const y = 60 + Math.floor(index / 2) * 34;
      return (
        <g key={index} class="room" data-tip={`${index + 1} ${index ? 'rooms' : 'room'}: ${silver} silver stars. Only the last one counts.`}>
          <rect x={x - 9} y={y} width="35" height="29" rx="2" />
          <text x={x + 9} y={y + 20}>
            {silver}
          </text>
          {sheet.hotel > index && <Ring x={x + 9} y={y + 14.5} w={40} h={32} />}
        </g>
      );
    })}
    <g data-tip={effectWords(building, printed)}>
      <Symbol token={cash(building.cash ?? 0)} printed={printed} x={w - 21} y={76} scale={0.84} />
      <Symbol token={{ kind: 'silver', n: 0, region: undefined }} printed={printed} x={w - 21} y={108} scale={0.9} />
    </g>
  </>
);

const shapeCells: Record<string, [number, number][]> = {
  domino: [
    [0, 0],
    [1, 0],
  ],
  three: [
    [0, 0],
    [1, 0],
    [2, 0],
  ],
  corner: [
    [0, 0],
    [1, 0],
    [0, 1],
  ],
};

export function ShapeIcon({ shape, x, y, size = 7 }: { shape: string; x: number; y: number; size?: number }) {
  return (
    <g class="piece" transform={`translate(${x} ${y})`}>
      {(shapeCells[shape] ?? []).map(([cx, cy]) => (
        <rect key={`${cx} ${cy}`} x={cx * size} y={cy * size} width={size} height={size} />
      ))}
    </g>
  );
}

const Land: Inside = ({ printed, sheet, w }) => (
  <>
    {printed.plots.map((stars, index) => {
      const x = 6 + (index % 3) * 20;
      const y = 58 + Math.floor(index / 3) * 22;
      const mine = sheet.plots.includes(index + 1);
      return (
        <g
          key={index}
          class={mine ? 'plot mine' : 'plot'}
          data-tip={`A plot of land with ${stars === 1 ? '1 star' : `${stars} stars`}.${mine ? ' It is bought.' : ''}`}
        >
          <rect x={x} y={y} width="20" height="22" />
          <text x={x + 6} y={y + 16}>
            {stars}
          </text>
          <path class="bit-star" d={starPath} transform={`translate(${x + 14.5} ${y + 11.5}) scale(.34)`} />
          {mine && (
            <path class="hatch" d={`M${x + 2} ${y + 20}L${x + 19} ${y + 2}M${x + 2} ${y + 11}L${x + 10} ${y + 2}M${x + 11} ${y + 20}L${x + 19} ${y + 11}`} />
          )}
        </g>
      );
    })}
    {printed.land.shapes.map((shape, index) => (
      <g key={shape.shape} data-tip={`A piece of land, ${shapeNames[shape.shape] ?? shape.shape}, for $${shape.price}.`}>
        <rect class="touch" x="68" y={57 + index * 23} width={w - 74} height="22" />
        <ShapeIcon shape={shape.shape} x={70} y={index === 2 ? 105 : 65 + index * 23} size={6.5} />
        <text class="plain left" x={92} y={73 + index * 23}>
          ${shape.price}
        </text>
      </g>
    ))}
  </>
);

const Bail: Inside = ({ printed, sheet, w }) => (
  <>
    {printed.bail.outlaws.map((outlaw, index) => {
      const x = w / 2 + (index - 1) * 35;
      return (
        <g
          key={outlaw}
          class="outlaw"
          data-tip={`Outlaw ${outlaw}: once hunted, each ${outlaw} in the lineup pays $${printed.bail.cash}, or ${printed.bail.gold} gold, or ${printed.bail.remove} Wanted less.`}
        >
          <path class="poster" d={`M${x - 14} 58H${x + 14}V92L${x + 8} 90L${x + 3} 93L${x - 4} 90L${x - 14} 92Z`} />
          <text x={x} y={80}>
            {outlaw}
          </text>
          {sheet.outlaws.includes(outlaw) && <Ring x={x} y={75} w={36} h={40} />}
        </g>
      );
    })}
    <Symbol token={cash(printed.bail.cash)} printed={printed} x={22} y={112} scale={0.8} />
    <text class="plain" x={41} y={117}>
      /
    </text>
    <Symbol token={{ kind: 'gold', n: printed.bail.gold }} printed={printed} x={w / 2} y={112} scale={0.8} />
    <text class="plain" x={w - 41} y={117}>
      /
    </text>
    <Symbol token={{ kind: 'remove', n: printed.bail.remove }} printed={printed} x={w - 22} y={112} scale={0.8} />
  </>
);

const Look: Inside = ({ building, printed, w }) => (
  <>
    <g class="eye" transform={`translate(${w / 2} 77)`} data-tip="Look at the Sheriff card: you alone will know it.">
      <rect class="touch" x="-26" y="-18" width="52" height="34" />
      <path d="M-22 0Q0 -19 22 0Q0 19 -22 0Z" />
      <circle r="7" />
    </g>
    <Symbol token={{ kind: 'star', n: building.stars ?? 0 }} printed={printed} x={w / 2 - 30} y={111} scale={0.9} />
    <text class="plain" x={w / 2} y={116}>
      or
    </text>
    <Symbol token={{ kind: 'remove', n: building.remove ?? 0 }} printed={printed} x={w / 2 + 30} y={111} scale={0.9} />
  </>
);

const insides: Record<Building['effect'], Inside> = {
  shop: Shop,
  ladder: Shop,
  hiding: Hideout,
  trade: Trade,
  lodging: Hotel,
  land: Land,
  bail: Bail,
  look: Look,
};

export function Town({ printed, sheet, fresh, tall = false }: Drawn) {
  return (
    <g class="town">
      {printed.town.map((building, index) => {
        const box = buildingBox(index, tall);
        const { roof, tint } = fronts[building.site] ?? fronts.A;
        const Body = building.single ? Bank : insides[building.effect];
        const circled = sheet.town.includes(building.site);
        return (
          <g key={building.site} class={`building ${tint}`} transform={`translate(${box.x} ${box.y})`}>
            <path class="roof" d={roofs[roof](box.w)} />
            <rect class="front" y="34" width={box.w} height={box.h - 34} />
            <rect class="banner" x="-1" y="33" width={box.w + 2} height="20" rx="2" />
            <Fitted class="title" text={building.name} x={box.w / 2} y={48} room={box.w - 6} />
            <rect class="glass" x="3" y="56" width={box.w - 6} height={box.h - 60} rx="3" />
            <g class="roof-sign">
              <circle class="spot" cx={box.w / 2} cy="16" r="16.5" />
              <Symbols reward={building.roof} printed={printed} x={box.w / 2} y={16} scale={0.86} />
              {circled && <Ring x={box.w / 2} y={16} w={38} h={36} fresh={fresh.has(siteKey('town', building.site))} />}
            </g>
            <g class="number">
              <rect x="1" y="9" width={building.site.length > 1 ? 27 : 23} height="24" rx="4" />
              <text x={building.site.length > 1 ? 14.5 : 12.5} y="27">
                {building.site}
              </text>
            </g>
            <Body building={building} printed={printed} sheet={sheet} w={box.w} />
            {circled && <Tick x={box.w - 13} y={24} size={20} />}
            {sheet.building === building.name && <rect class="here" x="-2" y="-2" width={box.w + 4} height={box.h + 4} rx="6" />}
          </g>
        );
      })}
    </g>
  );
}
