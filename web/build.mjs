// Builds the page into dist/, or another folder: scripts and styles under names made of their content, everything zipped, as the server sends it.
//
//     node build.mjs [MODULE [FOLDER]]     MODULE: flipside.wasm, the tables without a server; without it the page does without
import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const modulePath = process.argv[2] ? resolve(process.argv[2]) : '';
const out = process.argv[3] ? resolve(process.argv[3]) : 'dist';
process.chdir(dirname(fileURLToPath(import.meta.url)));
const limit = 150 * 1024;
const moduleLimit = 480 * 1024;

const games = readFileSync('../games/list', 'utf8').trim().split('\n');
const brings = (file) => games.filter((game) => existsSync(`../games/${game}/web/${file}`));
const fromGames = (game, file) => resolve(`../games/${game}/web/${file}`);

/** The modules that are made from the list of games: 'games', which knows their boards and covers, and their styles. */
const listOfGames = {
  name: 'list of games',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^games(\.css)?$/ }, ({ path }) => ({ path, namespace: 'games' }));
    onLoad({ filter: /^games$/, namespace: 'games' }, () => ({
      resolveDir: process.cwd(),
      contents: [
        ...brings('cover.tsx').map((game) => `import { Cover as ${game} } from '${fromGames(game, 'cover.tsx')}';`),
        `export const covers = { ${brings('cover.tsx').join(', ')} };`,
        `export const boards = { ${brings('board.tsx').map((game) => `${game}: () => import('${fromGames(game, 'board.tsx')}')`).join(', ')} };`,
      ].join('\n'),
    }));
    onLoad({ filter: /^games\.css$/, namespace: 'games' }, () => ({
      resolveDir: process.cwd(),
      loader: 'css',
      contents: brings('board.css').map((game) => `@import '${fromGames(game, 'board.css')}';`).join('\n'),
    }));
  },
};

const result = await build({
  absWorkingDir: process.cwd(),
  entryPoints: { app: 'src/main.tsx' },
  bundle: true,
  minify: true,
  format: 'esm',
  splitting: true,
  target: ['es2021'],
  jsx: 'automatic',
  alias: { shell: resolve('src') },
  nodePaths: [resolve('node_modules')],
  plugins: [listOfGames],
  jsxImportSource: 'preact',
  entryNames: 'assets/[name]-[hash]',
  chunkNames: 'assets/[name]-[hash]',
  assetNames: 'assets/[name]-[hash]',
  loader: { '.woff2': 'file' },
  outdir: 'dist',
  write: false,
  metafile: true,
  logLevel: 'warning',
});

/** The entry and all that it needs at once; boards come later, when a table is opened. */
function firstLoad() {
  const outputs = result.metafile.outputs;
  const entry = Object.keys(outputs).find((path) => outputs[path].entryPoint === 'src/main.tsx');
  const needed = new Set([entry, outputs[entry].cssBundle]);
  for (const path of needed)
    for (const other of outputs[path].imports) if (other.kind === 'import-statement') needed.add(other.path);
  // The typeface is fetched with the styles; what only names in other languages need is not.
  const fonts = Object.keys(outputs).filter((path) => /latin-\d+-.*\.woff2$/.test(path));
  for (const path of fonts) needed.add(path);
  return { entry, fonts, style: outputs[entry].cssBundle, chunks: [...needed].filter((path) => path.endsWith('.js') && path !== entry), needed };
}

const { entry, fonts, style, chunks, needed } = firstLoad();
const address = (path) => `/assets/${basename(path)}`;

/** The scripts that run beside the page: the workers with the module, and the service worker, which has to lie at the top. */
const beside = async (file, name, define = {}) =>
  (await build({ absWorkingDir: process.cwd(), entryPoints: [file], bundle: true, minify: true, format: 'esm', target: ['es2021'], outfile: name, write: false, define, logLevel: 'warning' }))
    .outputFiles[0].contents;
const hashed = (name, contents) => name.replace('.', `-${createHash('sha256').update(contents).digest('hex').slice(0, 8)}.`);
const here = modulePath
  ? { module: readFileSync(modulePath), worker: await beside('src/here/worker.ts', 'worker.js'), analyst: await beside('src/here/analyst.ts', 'analyst.js'), adviser: await beside('src/here/adviser.ts', 'adviser.js') }
  : null;
const herePaths = here && {
  module: `assets/${hashed('flipside.wasm', here.module)}`,
  worker: `assets/${hashed('worker.js', here.worker)}`,
  analyst: `assets/${hashed('analyst.js', here.analyst)}`,
  adviser: `assets/${hashed('adviser.js', here.adviser)}`,
};
const html = (await readFile('src/index.html', 'utf8'))
  .replace('%HERE%', herePaths ? Object.entries(herePaths).map(([name, path]) => ` data-${name}="/${path}"`).join('') : '')
  .replace('%SCRIPT%', address(entry))
  .replace('%STYLE%', address(style))
  .replace('%FONTS%', fonts.map((path) => `<link rel="preload" href="${address(path)}" as="font" type="font/woff2" crossorigin>`).join('\n'))
  .replace('%CHUNKS%', chunks.map((path) => `<link rel="modulepreload" href="${address(path)}">`).join('\n'));

await rm(out, { recursive: true, force: true });
await mkdir(`${out}/assets`, { recursive: true });
let first = 0;
const written = [];
async function put(path, contents, counted) {
  const zipped = gzipSync(contents, { level: 9, memLevel: 7 }); // shorter blocks suit the module
  await writeFile(`${out}/${path}.gz`, zipped);
  written.push(path);
  if (counted) first += zipped.length;
  return zipped.length;
}
for (const file of result.outputFiles) {
  const name = basename(file.path);
  await put(`assets/${name}`, file.contents, needed.has(`dist/assets/${name}`));
}
await put('index.html', html, true);
for (const name of ['icon.svg', 'manifest.webmanifest']) await put(name, await readFile(`src/${name}`), true);
for (const name of ['icon-192.png', 'icon-512.png', 'icon-maskable.png']) await put(name, await readFile(`src/icons/${name}`), false);
if (here) {
  const size = await put(herePaths.module, here.module, false);
  await put(herePaths.worker, here.worker, false);
  await put(herePaths.analyst, here.analyst, false);
  await put(herePaths.adviser, here.adviser, false);
  console.log(`the module: ${size} bytes of ${moduleLimit}`);
  if (size > moduleLimit) {
    console.error('The module is over its limit.');
    process.exit(1);
  }
}
// What the service worker keeps, and a name for this version of it. The page itself goes by the name of the folder it lies in.
const files = [...written.filter((path) => path !== 'index.html').sort()];
const version = createHash('sha256').update(html).update(files.join()).digest('hex').slice(0, 12);
await put('service-worker.js', await beside('src/service-worker.ts', 'service-worker.js', { VERSION: JSON.stringify(version), FILES: JSON.stringify(files) }), false);

await put('typeface-licence.txt', await readFile('node_modules/@fontsource/bitter/LICENSE'), false);

console.log(`first load: ${first} bytes of ${limit}`);
if (first > limit) {
  console.error('The first load is over its limit.');
  process.exit(1);
}
