// Pictures for the rules, and which part of them tells of what is to be decided now.

import type { ComponentChildren } from 'preact';
import type { Scene } from 'shell/types';
import { viewOf } from './model';
import { Arrow, House, ink, Man, saloon } from './pictures';

const felt = { red: '#b3261e', blue: '#1f5c9a' };

/** Two panels on the wood of the table, each with its sentence. */
function Pair({ label, words, children }: { label: string; words: [string, string]; children: [ComponentChildren, ComponentChildren] }) {
  return (
    <svg viewBox="0 0 420 172" role="img" aria-label={label}>
      <rect width="420" height="172" fill="#d9a066" />
      <path d="M0 34h420M0 68h420M0 102h420" stroke="#c68d52" stroke-width="1.5" />
      <rect y="134" width="420" height="38" fill={ink} />
      <path d="M210 0v172" stroke={ink} stroke-width="3" />
      {children.map((drawn, index) => (
        <g key={words[index]} transform={`translate(${index * 210} 0)`}>
          {drawn}
          <text x="105" y="159" text-anchor="middle" font-size="16" font-weight="600" fill="#fff3e0">
            {words[index]}
          </text>
        </g>
      ))}
    </svg>
  );
}

const Path = ({ d }: { d: string }) => <path d={d} fill="none" stroke="#fffdf4" stroke-width="3" stroke-dasharray="8 6" />;
const Disc = ({ x, y }: { x: number; y: number }) => <ellipse cx={x} cy={y} rx="15" ry="8" fill="#f3d9a4" stroke={ink} stroke-width="2" />;
const Bullet = ({ x, y }: { x: number; y: number }) => <circle cx={x} cy={y} r="6" fill={ink} />;

function Barrel({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`} stroke={ink} stroke-width="1.8">
      <path d="M-13-36h26c5 12 5 24 0 36h-26c-5-12-5-24 0-36z" fill="#8f5d31" />
      <path d="M-16-26h32M-16-10h32" fill="none" />
    </g>
  );
}

function Hat({ x, y, colour }: { x: number; y: number; colour: 'red' | 'blue' }) {
  return (
    <path
      transform={`translate(${x} ${y}) scale(1.7)`}
      d="M-16 4c6 4 26 4 32 0-2 5-9 8-16 8S-14 9-16 4zm7-1c0-8 2-12 4-12 2 0 3 2 5 2s3-2 5-2c2 0 4 4 4 12-5 2-13 2-18 0z"
      fill={felt[colour]}
      stroke={ink}
      stroke-width="1.2"
    />
  );
}

function Dial({ x, y, hour }: { x: number; y: number; hour: number }) {
  return (
    <g transform={`translate(${x} ${y})`} stroke={ink} stroke-width="2.4" stroke-linecap="round">
      <circle r="27" fill="#fbf4e2" />
      {Array.from({ length: 12 }, (_, i) => (
        <path key={i} d="M0-23v3" transform={`rotate(${i * 30})`} />
      ))}
      <path d="M0 0v-13" transform={`rotate(${hour * 30})`} stroke-width="4" />
      <path d="M0 0v-20" />
    </g>
  );
}

function Hours() {
  return (
    <Pair
      label="At 8 the red hats play; whoever has played turns his over. At 9 the blue ones do."
      words={['8 o’clock: red hats play', '9 o’clock: blue hats play']}
    >
      <>
        <Dial x={48} y={66} hour={8} />
        <Hat x={112} y={66} colour="red" />
        <Hat x={172} y={66} colour="red" />
      </>
      <>
        <Dial x={48} y={66} hour={9} />
        <Hat x={112} y={66} colour="blue" />
        <Hat x={172} y={66} colour="blue" />
      </>
    </Pair>
  );
}

function Moves() {
  return (
    <Pair
      label="A disc that touches nothing takes him along; one that touches a barrel does not"
      words={['touched nothing: he goes', 'touched a barrel: he stays']}
    >
      <>
        <Path d="M46 98H140" />
        <Disc x={34} y={100} />
        <Disc x={164} y={100} />
        <Man x={164} y={98} team="law" scale={1.7} />
      </>
      <>
        <Path d="M70 98H112" />
        <Man x={40} y={98} team="law" scale={1.7} />
        <Disc x={118} y={100} />
        <Barrel x={150} y={102} />
      </>
    </Pair>
  );
}

function Shots() {
  return (
    <Pair
      label="The man whom the bullet touches first is hit if he falls; behind a barrel he is not"
      words={['touched first, and fell: hit', 'a barrel first: no hit']}
    >
      <>
        <Path d="M66 84H124" />
        <Man x={36} y={104} team="law" scale={1.7} />
        <Bullet x={130} y={84} />
        <Man x={142} y={104} team="out" lies scale={1.7} />
      </>
      <>
        <Path d="M58 84H84" />
        <Man x={32} y={104} team="law" scale={1.7} />
        <Bullet x={92} y={84} />
        <Barrel x={118} y={104} />
        <Man x={170} y={104} team="out" scale={1.7} />
      </>
    </Pair>
  );
}

function Duels() {
  return (
    <Pair
      label="A cowboy enters a house with an enemy inside; they take turns to shoot, and the first hit decides"
      words={['he enters where an enemy is', 'first hit wins, three shots each']}
    >
      <>
        <Man x={36} y={106} team="law" scale={1.5} />
        <Arrow x={84} y={84} />
        <g transform="translate(150 106) scale(1.6)">
          <House x={0} y={0} front={saloon} />
          <Man x={0} y={0} team="out" scale={0.5} />
        </g>
      </>
      <>
        <Man x={40} y={106} team="law" scale={1.7} />
        <Path d="M70 78H106" />
        <Bullet x={112} y={78} />
        <Man x={170} y={106} team="out" scale={1.7} />
      </>
    </Pair>
  );
}

export const rulePictures = { 'Hours and hats': Hours, Move: Moves, Shoot: Shots, Duel: Duels };

const headings: Record<string, string> = { choose: 'Hours', play: 'A cowboy', challenge: 'Duel', duel: 'Duel', keep: 'Take' };

export const rule = (scene: Scene): string | undefined => headings[viewOf(scene).phase];
