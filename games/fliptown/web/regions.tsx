// Trail, Badlands, Mine and Cemetery as they are printed, and what the pencil wrote on them.

import { cardNamed, cardWords, suitPaths } from 'shell/boards/cards';
import { chamber, chamberAt, entrance, stone, stoneAt, stopAt, stopsInRow, tallParts, targetAt } from './layout';
import { ranks, siteKey, stones, valueOf, type Printed, type Sheet } from './model';
import { Footprints, Loot } from './scenery';
import { Cross, Ring, Symbol, Symbols, Tick } from './symbols';
import { bonusWords } from './words';

export interface Drawn {
  printed: Printed;
  sheet: Sheet;
  /** Sites of the last turn: their pencil is fresh. */
  fresh: Set<string>;
  /** Robbery cards of the last turn, by target. */
  drawn: Map<string, string>;
  /** Each part is a sheet of its own. */
  tall?: boolean;
}

/** The road through the stops; on a tall sheet it leaves a row at the right and comes back at the left. */
function road(tall: boolean): string {
  return ranks
    .map((_, index) => {
      const { x, y } = stopAt(index, tall);
      const begins = index === 0 || (tall && index % stopsInRow === 0);
      const leaves = tall && (index + 1) % stopsInRow === 0;
      return `${begins ? (index ? `M0 ${y}L` : 'M') : 'L'}${x} ${y}${leaves ? `H${tallParts.trail.w}` : ''}`;
    })
    .join('');
}

export function Trail({ printed, sheet, fresh, tall = false }: Drawn) {
  const last = sheet.trail.length ? Math.max(...sheet.trail.map(valueOf)) : 0;
  return (
    <g class="trail">
      <path class="path" d={road(tall)} />
      {ranks
        .slice(1)
        .map((_, index) =>
          tall && (index + 1) % stopsInRow === 0 ? null : (
            <Footprints key={index} from={stopAt(index, tall)} to={stopAt(index + 1, tall)} walked={index + 2 <= last} />
          ),
        )}
      {ranks.map((rank, index) => {
        const { x, y } = stopAt(index, tall);
        const reward = printed.trail[index];
        const circled = sheet.trail.includes(rank);
        const two = Object.keys(reward).length > 1;
        return (
          <g key={rank} class="stop">
            <path class="post" d={`M${x} ${y - 38}V${y - 26}`} />
            <path class="board" d={`M${x - 19} ${y - 53}H${x + 14}L${x + 22} ${y - 43}L${x + 14} ${y - 33}H${x - 19}Z`} />
            <text class="rank" x={x - 1} y={y - 37.5}>
              {rank}
            </text>
            <circle class="disc" cx={x} cy={y} r="32" />
            <Symbols reward={reward} printed={printed} x={x} y={y} perRow={two ? 2 : 1} scale={two ? 0.98 : 1.35} />
            {circled && <Ring x={x} y={y} w={72} h={70} fresh={fresh.has(siteKey('trail', rank))} />}
            {!circled && index + 1 < last && <Cross x={x} y={y} w={46} h={46} />}
          </g>
        );
      })}
    </g>
  );
}

export function Badlands({ printed, sheet, fresh, drawn }: Drawn) {
  return (
    <g class="badlands">
      {printed.badlands.map((row, index) => {
        const y = targetAt(index, 0).y;
        const done = row.targets.every((target) => sheet.badlands.includes(target));
        return (
          <g key={row.name}>
            <g
              data-tip={`${row.name[0].toUpperCase()}${row.name.slice(1)}: ${row.wanted} Wanted for each robbery; ${row.stars} stars and the cash if it succeeds, ${row.stars / 2} stars if not.`}
            >
              <rect class="touch" x="4" y={y - 33} width="70" height="66" />
              <Loot name={row.name} x={38} y={y - 13} />
            </g>
            <Symbol token={{ kind: 'star', n: row.stars }} printed={printed} x={24} y={y + 20} scale={0.86} />
            <Symbol token={{ kind: 'wanted', n: row.wanted }} printed={printed} x={52} y={y + 20} scale={0.86} />
            {row.targets.map((target, place) => {
              const at = targetAt(index, place);
              const circled = sheet.badlands.includes(target);
              return (
                <g key={target} class="target">
                  <circle class="outer" cx={at.x} cy={at.y} r="25" />
                  <circle class="middle" cx={at.x} cy={at.y} r="20" />
                  <text class="rank" x={at.x} y={at.y + 1}>
                    {target}
                  </text>
                  <text class="cash" x={at.x} y={at.y + 15}>
                    ${row.cash[place]}
                  </text>
                  {circled && <Ring x={at.x} y={at.y} w={56} h={56} fresh={fresh.has(siteKey('badlands', target))} />}
                  {circled &&
                    (sheet.robbed.includes(target) ? <Tick x={at.x + 17} y={at.y - 17} size={20} /> : <Cross x={at.x + 17} y={at.y - 18} w={17} h={17} />)}
                  {drawn.has(target) && <RobberyCard name={drawn.get(target)!} x={at.x - 13} y={at.y + 14} />}
                </g>
              );
            })}
            <g class={done ? 'row-bonus done' : 'row-bonus'} data-tip={`When all three of the row are circled: ${bonusWords(row.bonus[0]).toLowerCase()}`}>
              <path class="brace" d={`M227 ${y - 18}q5 0 5 8v4q0 6 5 6q-5 0 -5 6v4q0 8 -5 8`} />
              <Symbol token={{ kind: 'bonus', n: 1, region: row.bonus[0] }} printed={printed} x={250} y={y} scale={0.98} />
              {done && <Ring x={250} y={y} w={40} h={36} />}
            </g>
          </g>
        );
      })}
    </g>
  );
}

/** The card that decided a robbery lies beside its target until the next turn. */
function RobberyCard({ name, x, y }: { name: string; x: number; y: number }) {
  const card = cardNamed(name);
  return (
    <g class={card.red ? 'drawn-card red' : 'drawn-card'} data-tip={`The robbery card was the ${cardWords(card)}.`}>
      <rect x={x} y={y} width="26" height="22" rx="3" transform={`rotate(-6 ${x + 13} ${y + 11})`} />
      <text x={x + 9.5} y={y + 16}>
        {card.rank}
      </text>
      <path d={suitPaths[card.suit]} transform={`translate(${x + 14.5} ${y + 5}) scale(.46)`} />
    </g>
  );
}

export function Mine({ printed, sheet, fresh }: Drawn) {
  const ways = printed.mine.flatMap((one) => one.ways.map((way) => ({ ...way, to: one.site })));
  return (
    <g class="mine">
      {ways.map(({ from, to }) => {
        const a = from ? chamberAt(from) : entrance;
        const b = chamberAt(to);
        const open = !from || sheet.mine.includes(from);
        const top = from ? a.y + chamber.h / 2 - 4 : a.y;
        return (
          <path
            key={`${from} ${to}`}
            class={open ? 'shaft open' : 'shaft'}
            d={`M${a.x + (b.x - a.x) * 0.2} ${top}L${b.x - (b.x - a.x) * 0.18} ${b.y - chamber.h / 2 + 4}`}
          />
        );
      })}
      {printed.mine.map(({ site, reward }) => {
        const { x, y } = chamberAt(site);
        const { w, h } = chamber;
        return (
          <g key={site} class="chamber">
            <path
              class="cave"
              d={`M${x - w / 2} ${y + h / 2}V${y - h / 2 + 16}Q${x - w / 2 + 2} ${y - h / 2} ${x - w / 2 + 18} ${y - h / 2}H${x + w / 2 - 18}Q${x + w / 2 - 2} ${y - h / 2} ${x + w / 2} ${y - h / 2 + 16}V${y + h / 2}Z`}
            />
            <path class="timber" d={`M${x - w / 2 + 3} ${y + h / 2}V${y - h / 2 + 14}M${x + w / 2 - 3} ${y + h / 2}V${y - h / 2 + 14}`} />
            <text class="name" x={x} y={y + h / 2 - 4}>
              {site}
            </text>
            <Symbols reward={reward} printed={printed} x={x} y={y - 6} perRow={3} scale={Object.keys(reward).length > 2 ? 0.82 : 1.08} />
            {sheet.mine.includes(site) && <Ring x={x} y={y} w={w + 6} h={h + 8} fresh={fresh.has(siteKey('mine', site))} />}
          </g>
        );
      })}
      {ways.map(({ from, to, low, high }) => {
        const a = from ? chamberAt(from) : entrance;
        const b = chamberAt(to);
        const top = from ? a.y + chamber.h / 2 : a.y;
        const x = from ? (a.x + b.x) / 2 : a.x + (b.x - a.x) * 0.85;
        const y = (top + b.y - chamber.h / 2) / 2;
        const open = !from || sheet.mine.includes(from);
        const exact = low === high ? low : `${low} to ${high}`;
        return (
          <g
            key={`${from} ${to}`}
            class={open ? 'range open' : 'range'}
            data-tip={`The way from ${from ?? 'the entrance'} to chamber ${to}: a value card of ${exact}.`}
          >
            <rect x={x - 20} y={y - 9.5} width="40" height="19" rx="9" />
            <text x={x} y={y + 5}>
              {low}–{high}
            </text>
          </g>
        );
      })}
    </g>
  );
}

export function Cemetery({ printed, sheet, fresh }: Drawn) {
  const at = (name: string) => stoneAt(stones.indexOf(name));
  const is = (name: string) => name === 'centre' || sheet.cemetery.includes(name);
  return (
    <g class="cemetery">
      {printed.cemetery.map(({ between: [one, two], reward }) => {
        const a = at(one);
        const b = at(two);
        const got = is(one) && is(two);
        const x = (a.x + b.x) / 2;
        const y = (a.y + b.y) / 2;
        return (
          <g key={`${one} ${two}`} class={got ? 'between got' : 'between'}>
            <path class="link" d={`M${a.x} ${a.y}L${b.x} ${b.y}`} />
            <circle class="spot" cx={x} cy={y} r="18" />
            <Symbols reward={reward} printed={printed} x={x} y={y} scale={0.88} />
            {got && <Ring x={x} y={y} w={38} h={36} />}
          </g>
        );
      })}
      {stones.map((name, index) => {
        const { x, y } = stoneAt(index);
        const { w, h } = stone;
        return (
          <g key={name} class={name === 'centre' ? 'stone centre' : is(name) ? 'stone circled' : 'stone'}>
            <path class="body" d={`M${x - w / 2 + 4} ${y + h / 2 - 6}V${y - 4}A${w / 2 - 4} ${w / 2 - 2} 0 0 1 ${x + w / 2 - 4} ${y - 4}V${y + h / 2 - 6}Z`} />
            <path class="foot" d={`M${x - w / 2} ${y + h / 2}V${y + h / 2 - 7}H${x + w / 2}V${y + h / 2}Z`} />
            {name === 'centre' ? (
              <text x={x} y={y + 2}>
                R.I.P.
              </text>
            ) : (
              <path class="carving" d={`M${x} ${y - 16}V${y + 4}M${x - 7} ${y - 9}H${x + 7}M${x - 9} ${y + 11}H${x + 9}`} />
            )}
            {is(name) && <Ring x={x} y={y} w={w + 8} h={h + 8} fresh={fresh.has(siteKey('cemetery', name))} />}
          </g>
        );
      })}
    </g>
  );
}
