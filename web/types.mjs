// Types made from what is described anyway: src/api.ts from docs/openapi.json, and a game's web/view.ts from its VIEWS.md. The server's
// answers are tested against the one, views of played games against the other, so nothing is written twice.
//
//     node types.mjs [--check]     --check: writes nothing, and fails where a file is not what would be written

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

process.chdir(dirname(fileURLToPath(import.meta.url)));
const check = process.argv.includes('--check');

/* --- the API ------------------------------------------------------------------------------------------------------------- */

const simple = { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' };
const key = (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`);
const comment = (words, indent) => (words ? `${indent}/** ${words} */\n` : '');
const listOf = (type) => (/ \| /.test(type.replace(/\{[^]*\}/, '')) ? `(${type})[]` : `${type}[]`);

function objectType(schema, indent) {
  const { properties, required = [], additionalProperties: more } = schema;
  if (!properties) return typeof more === 'object' ? `{ [name: string]: ${typeOf(more, indent)} }` : '{ [name: string]: unknown }';
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(
    ([name, one]) => `${comment(one.description, inner)}${inner}${key(name)}${required.includes(name) ? '' : '?'}: ${typeOf(one, inner)};\n`,
  );
  if (more !== false) lines.push(`${inner}[field: string]: unknown;\n`);
  return `{\n${lines.join('')}${indent}}`;
}

function listType(schema, indent) {
  const item = schema.items ? typeOf(schema.items, indent) : 'unknown';
  const { minItems, maxItems } = schema;
  return minItems && minItems === maxItems && minItems < 4 ? `[${Array(minItems).fill(item).join(', ')}]` : listOf(item);
}

/** `#/components/schemas/Table/properties/seats`: a schema, or a field of one. */
function refType(ref) {
  const [name, ...fields] = ref.replace('#/components/schemas/', '').split('/properties/');
  return name + fields.map((field) => `['${field}']`).join('');
}

function typeOf(schema, indent = '') {
  if (schema.$ref) return refType(schema.$ref);
  if ('const' in schema) return typeof schema.const === 'string' ? `'${schema.const}'` : String(schema.const);
  if (schema.enum) return schema.enum.map((one) => (typeof one === 'string' ? `'${one}'` : String(one))).join(' | ');
  if (schema.anyOf) return schema.anyOf.map((one) => typeOf(one, indent)).join(' | ');
  const kinds = Array.isArray(schema.type) ? schema.type : [schema.type];
  const types = kinds.map((kind) =>
    kind === 'object' ? objectType(schema, indent) : kind === 'array' ? listType(schema, indent) : (simple[kind] ?? 'unknown'),
  );
  return [...new Set(types)].join(' | ');
}

function apiTypes() {
  const { schemas } = JSON.parse(readFileSync('../docs/openapi.json', 'utf8')).components;
  const types = Object.entries(schemas).map(([name, schema]) => {
    const type = typeOf(schema);
    const words = comment(schema.description, '');
    return type.startsWith('{') && type.endsWith('}') ? `${words}export interface ${name} ${type}\n` : `${words}export type ${name} = ${type};\n`;
  });
  return `// Made by types.mjs from docs/openapi.json; a test compares the server's answers with that.\n\n${types.join('\n')}`;
}

/* --- views of games ------------------------------------------------------------------------------------------------------ */

/** The rows of a table of fields: name, type and meaning, in the order of the file. */
function fieldsOf(text, heading) {
  const section = text.split(/^## /m).find((part) => part.startsWith(heading)) ?? '';
  return [...section.matchAll(/^\| `([^`]+)` \| ([^|]+) \| ([^|]*) \|$/gm)].map(([, name, type, meaning]) => ({
    name,
    type: type.trim(),
    meaning: meaning.trim(),
  }));
}

/** Fields as a tree: `seats[].map.*.colour` is a list's, then any key's, then a field's. */
function treeOf(fields) {
  const root = { children: new Map() };
  for (const { name, type, meaning } of fields) {
    let node = root;
    for (const step of name.replace(/\[\]/g, '.[]').split('.')) {
      if (!node.children.has(step)) node.children.set(step, { children: new Map() });
      node = node.children.get(step);
    }
    Object.assign(node, { type, meaning });
  }
  return root;
}

const plain = { text: 'string', texts: 'string', number: 'number', numbers: 'number', 'true or false': 'boolean', null: 'null' };

/** A word of the table as a type; objects and lists look at the fields under them. */
function wordType(word, node, indent) {
  if (word === 'list') return 'unknown[]';
  const each = /^object of (.*)$/.exec(word);
  if (each) return `Record<string, ${wordsType(each[1], node.children.get('*') ?? node, indent)}>`;
  if (/^(an )?objects?$/.test(word)) return fieldsType(node, indent);
  if (/^lists? of /.test(word)) return listOf(wordsType(word.replace(/^lists? of /, ''), node.children.get('[]') ?? node, indent));
  return /^texts?$/.test(word) ? (namedWords(node.meaning) ?? 'string') : (plain[word] ?? 'unknown');
}

/** A text whose meaning begins with a list of words is one of them: `red` or `black`: the colour it has. */
function namedWords(meaning = '') {
  const bare = meaning.replace(/ \([^)]*\)/g, '').replace(/[:;] .*$/, '');
  return /^`[\w-]+`((,| or|, or) `[\w-]+`)+$/.test(bare) ? [...bare.matchAll(/`([\w-]+)`/g)].map(([, word]) => `'${word}'`).join(' | ') : null;
}

function wordsType(words, node, indent) {
  if (words === 'true or false' || words === 'true or falses') return 'boolean';
  // "list of texts or null" is a list of both; nothing in a view is a list or null.
  if (/^lists? of /.test(words)) return wordType(words, node, indent);
  const parts = words.replace(/true or false/g, 'boolean').split(/ or /);
  return [...new Set(parts.map((word) => (word === 'boolean' ? 'boolean' : wordType(word, node, indent))))].join(' | ');
}

/** A field that is not always there says when it is. */
const seldom = ({ meaning = '' }) => /^with |^only |; only | only where /.test(meaning);

function fieldsType(node, indent) {
  const fields = [...node.children].filter(([name]) => name !== '[]' && name !== '*');
  if (!fields.length) return 'Record<string, unknown>';
  const inner = `${indent}  `;
  return `{\n${fields.map(([name, one]) => `${comment(one.meaning, inner)}${inner}${key(name)}${seldom(one) ? '?' : ''}: ${one.type ? wordsType(one.type, one, inner) : 'unknown'};\n`).join('')}${indent}}`;
}

function viewTypes(game) {
  const text = readFileSync(`../games/${game}/VIEWS.md`, 'utf8');
  const view = fieldsType(treeOf(fieldsOf(text, 'View')), '');
  return `// Made by web/types.mjs from VIEWS.md; a test plays random games and compares their views with that.\n\nexport interface View ${view}\n`;
}

/* --- files --------------------------------------------------------------------------------------------------------------- */

const games = readFileSync('../games/list', 'utf8')
  .trim()
  .split('\n')
  .filter((game) => existsSync(`../games/${game}/web/model.ts`) && readFileSync(`../games/${game}/web/model.ts`, 'utf8').includes("from './view'"));
const files = { 'src/api.ts': apiTypes(), ...Object.fromEntries(games.map((game) => [`../games/${game}/web/view.ts`, viewTypes(game)])) };
let stale = 0;
for (const [path, text] of Object.entries(files)) {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
  stale++;
  if (check) console.error(`${path} is not what web/types.mjs makes: run node web/types.mjs`);
  else writeFileSync(path, text);
}
process.exitCode = check && stale ? 1 : 0;
