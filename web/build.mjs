// Builds the page into dist/, or another folder: scripts and styles under names made of their content, everything zipped, as the server sends it.
//
//     node build.mjs [MODULE [FOLDER]]     MODULE: flipside.wasm, the tables without a server; without it the page does without
import { build } from 'esbuild';
import subsetFont from 'subset-font';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const modulePath = process.argv[2] ? resolve(process.argv[2]) : '';
const out = process.argv[3] ? resolve(process.argv[3]) : 'dist';
process.chdir(dirname(fileURLToPath(import.meta.url)));
const limit = 100e3;
const requestLimit = 8; // the page then asks the server who is here, and which games there are: ten in all
const moduleLimit = 584 * 1024;

const games = readFileSync('../games/list', 'utf8').trim().split('\n');
const brings = (file) => games.filter((game) => existsSync(`../games/${game}/web/${file}`));
const fromGames = (game, file) => resolve(`../games/${game}/web/${file}`);

/** The characters of the page's own words; styles/type.css says the same as a range. */
const plainText = [...Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)), ...'\u00a0°·×½–—‘’“”…←↑→↓−'].join('');

/** A font at an address that begins with `cut:` is cut to them. */
const cutFonts = {
  name: 'fonts cut to the characters in use',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^cut:/ }, ({ path }) => ({ path: resolve('node_modules', path.slice('cut:'.length)), namespace: 'cut' }));
    onLoad({ filter: /./, namespace: 'cut' }, async ({ path }) => ({
      contents: await subsetFont(await readFile(path), plainText, { targetFormat: 'woff2' }),
      loader: 'file',
    }));
  },
};

/** Which order the cascade has: the shell's parts and the covers, the game that is played, and last the rules for all. */
const gameSheets = Object.fromEntries(brings('board.css').map((game) => [game, fromGames(game, 'board.css')]));
const styles = await build({
  absWorkingDir: process.cwd(),
  entryPoints: { parts: 'src/styles/parts.css', style: 'src/style.css', workshop: 'src/styles/workshop.css', frame: 'src/boards/frame.css', ...gameSheets },
  bundle: true,
  minify: true,
  target: ['es2021'],
  nodePaths: [resolve('node_modules')],
  plugins: [
    cutFonts,
    {
      name: 'covers',
      setup({ onResolve, onLoad }) {
        onResolve({ filter: /^games\.css$/ }, ({ path }) => ({ path, namespace: 'games' }));
        onLoad({ filter: /./, namespace: 'games' }, () => ({
          resolveDir: process.cwd(),
          loader: 'css',
          contents: brings('cover.css')
            .map((game) => `@import '${fromGames(game, 'cover.css')}';`)
            .join('\n'),
        }));
      },
    },
  ],
  entryNames: 'assets/[name]-[hash]',
  assetNames: 'assets/[name]-[hash]',
  loader: { '.woff2': 'file' },
  outdir: 'dist',
  write: false,
  metafile: true,
  logLevel: 'warning',
});

const address = (path) => `/assets/${basename(path)}`;

/** The sheet that was made of a file. */
const sheetOf = (file) => Object.entries(styles.metafile.outputs).find(([, { entryPoint }]) => entryPoint && resolve(entryPoint) === resolve(file))[0];

/** The module 'games', made from the list of games: their covers, boards and the boards' sheets. */
const listOfGames = {
  name: 'list of games',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^games$/ }, ({ path }) => ({ path, namespace: 'games' }));
    onLoad({ filter: /./, namespace: 'games' }, () => ({
      resolveDir: process.cwd(),
      contents: [
        ...brings('cover.tsx').map((game) => `import { Cover as ${game} } from '${fromGames(game, 'cover.tsx')}';`),
        `export const covers = { ${brings('cover.tsx').join(', ')} };`,
        `export const boards = { ${brings('board.tsx')
          .map((game) => `${game}: () => import('${fromGames(game, 'board.tsx')}')`)
          .join(', ')} };`,
        `export const later = { workshop: '${address(sheetOf('src/styles/workshop.css'))}', frame: '${address(sheetOf('src/boards/frame.css'))}' };`,
        `export const editions = { ${brings('marks.json')
          .map((game) => `${game}: () => import('edition:${game}')`)
          .join(', ')} };`,
        `export const editors = { ${brings('editor/editor.tsx')
          .map((game) => `${game}: () => import('${fromGames(game, 'editor/editor.tsx')}')`)
          .join(', ')} };`,
        `export const sheets = ${JSON.stringify(Object.fromEntries(Object.entries(gameSheets).map(([game, file]) => [game, address(sheetOf(file))])))};`,
      ].join('\n'),
    }));
  },
};

/** A game's own editions as the workshop copies them, in the order of their files, with the words about their values. */
const ownEditions = {
  name: 'editions',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^edition:/ }, ({ path }) => ({ path: path.slice('edition:'.length), namespace: 'edition' }));
    onLoad({ filter: /./, namespace: 'edition' }, ({ path: game }) => {
      const folder = `../games/${game}/data`;
      const files = readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .map((name) => ({ name, json: JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) }))
        .filter(({ json }) => json.game === game && json.name && !json.lessons);
      const marks = JSON.parse(readFileSync(fromGames(game, 'marks.json'), 'utf8'));
      const contents = `import '${resolve('src/main.tsx')}';export const files = ${JSON.stringify(files)};export const marks = ${JSON.stringify(marks)};`;
      return { contents, loader: 'js', resolveDir: process.cwd() };
    });
  },
};

/** The module 'puzzles': the files of the games' puzzles, each for itself. Without the module in the page nobody could make positions of them. */
const ownPuzzles = {
  name: 'puzzles',
  setup({ onResolve, onLoad }) {
    const path = (kind, game) => `../games/${game}/data/${kind}.txt`;
    const listOf = (kind) =>
      `{ ${games
        .filter((game) => modulePath && existsSync(path(kind, game)))
        .map((game) => `${game}: () => import('puzzles:${kind}:${game}')`)
        .join(', ')} }`;
    onResolve({ filter: /^puzzles(:.*)?$/ }, ({ path: name }) => ({ path: name, namespace: 'puzzles' }));
    onLoad({ filter: /^puzzles$/, namespace: 'puzzles' }, () => ({
      contents: `export const puzzles = ${listOf('puzzles')}, retired = ${listOf('puzzles.retired')};`,
    }));
    onLoad({ filter: /:/, namespace: 'puzzles' }, ({ path: name }) => ({
      contents: `export const text = ${JSON.stringify(readFileSync(path(...name.split(':').slice(1)), 'utf8'))};`,
    }));
  },
};

/**
 * What is loaded later imports the main script too, which is there by then, and a board the pages that show boards. Otherwise esbuild
 * would make a file of its own for every set of them that share something.
 */
const fewFiles = {
  name: 'few files',
  setup({ onResolve, onLoad, resolve: find }) {
    onResolve({ filter: /./ }, async ({ kind, path, importer, resolveDir, pluginData }) => {
      if (kind !== 'dynamic-import' || pluginData === 'later') return undefined;
      return { ...(await find(path, { kind, importer, resolveDir, pluginData: 'later' })), pluginData: 'later' };
    });
    onLoad({ filter: /\.(tsx?|m?js)$/ }, async ({ path, pluginData }) => {
      if (pluginData !== 'later') return undefined;
      const first = /\/(pages\/(withboard|withoutboard)|node_modules\/.*)\./.test(path) ? ['main.tsx'] : ['main.tsx', 'pages/withboard.ts'];
      const imports = first.map((file) => `import '${resolve('src', file)}';`).join('');
      return { contents: imports + (await readFile(path, 'utf8')), loader: /js$/.test(path) ? 'js' : 'tsx' };
    });
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
  supported: { 'class-field': true }, // every browser since 2021 has them, and the helper would be a file of its own
  jsx: 'automatic',
  alias: { shell: resolve('src') },
  nodePaths: [resolve('node_modules')],
  plugins: [listOfGames, ownEditions, ownPuzzles, fewFiles],
  jsxImportSource: 'preact',
  entryNames: 'assets/[name]-[hash]',
  chunkNames: 'assets/[name]-[hash]',
  outdir: 'dist',
  write: false,
  metafile: true,
  logLevel: 'warning',
});

/** What the start page needs at once: scripts, styles, fonts. The rest comes with the page or the board that needs it. */
function firstLoad() {
  const outputs = { ...result.metafile.outputs, ...styles.metafile.outputs };
  const stub = Object.keys(outputs).find((path) => outputs[path].entryPoint === 'src/main.tsx');
  const scripts = new Set([stub]);
  for (const path of scripts) for (const other of outputs[path].imports) if (other.kind === 'import-statement') scripts.add(other.path);
  // The entry does nothing but load the file with main.tsx in it: the page names that one.
  const entry = [...scripts].find((path) => 'src/main.tsx' in outputs[path].inputs);
  if (entry !== stub) scripts.delete(stub);
  const sheets = [sheetOf('src/styles/parts.css'), sheetOf('src/style.css')];
  const fonts = Object.keys(outputs).filter((path) => Object.keys(outputs[path].inputs).some((input) => input.startsWith('cut:')));
  return { entry, stub, fonts, sheets, chunks: [...scripts].filter((path) => path !== entry), needed: new Set([...scripts, ...sheets, ...fonts]) };
}

const { entry, stub, fonts, sheets, chunks, needed } = firstLoad();

/** The scripts that run beside the page: the workers with the module, and the service worker, which has to lie at the top. */
const beside = async (file, name, define = {}) =>
  (
    await build({
      absWorkingDir: process.cwd(),
      entryPoints: [file],
      bundle: true,
      minify: true,
      format: 'esm',
      target: ['es2021'],
      outfile: name,
      write: false,
      define,
      logLevel: 'warning',
    })
  ).outputFiles[0].contents;
const hashed = (name, contents) => name.replace('.', `-${createHash('sha256').update(contents).digest('hex').slice(0, 8)}.`);
const here = modulePath
  ? {
      module: readFileSync(modulePath),
      worker: await beside('src/here/worker.ts', 'worker.js'),
      analyst: await beside('src/here/analyst.ts', 'analyst.js'),
      adviser: await beside('src/here/adviser.ts', 'adviser.js'),
    }
  : null;
const herePaths = here && {
  module: `assets/${hashed('flipside.wasm', here.module)}`,
  worker: `assets/${hashed('worker.js', here.worker)}`,
  analyst: `assets/${hashed('analyst.js', here.analyst)}`,
  adviser: `assets/${hashed('adviser.js', here.adviser)}`,
};
const html = (await readFile('src/index.html', 'utf8'))
  .replace(
    '%HERE%',
    herePaths
      ? Object.entries(herePaths)
          .map(([name, path]) => ` data-${name}="/${path}"`)
          .join('')
      : '',
  )
  .replace('%SCRIPT%', address(entry))
  .replace('%PARTS%', address(sheets[0]))
  .replace('%STYLE%', address(sheets[1]))
  .replace('%FONTS%', fonts.map((path) => `<link rel="preload" href="${address(path)}" as="font" type="font/woff2" crossorigin>`).join('\n'))
  .replace('%CHUNKS%', chunks.map((path) => `<link rel="modulepreload" href="${address(path)}">`).join('\n'));

await rm(out, { recursive: true, force: true });
await mkdir(`${out}/assets`, { recursive: true });
let first = 0;
let requests = 0;
const written = [];
async function put(path, contents, counted) {
  const zipped = gzipSync(contents, { level: 9, memLevel: 7 }); // shorter blocks suit the module
  await writeFile(`${out}/${path}.gz`, zipped);
  written.push(path);
  if (counted) {
    first += zipped.length;
    requests++;
  }
  return zipped.length;
}
for (const file of [...result.outputFiles, ...styles.outputFiles]) {
  const name = basename(file.path);
  if (`dist/assets/${name}` === stub && stub !== entry) continue;
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
await put(
  'service-worker.js',
  await beside('src/service-worker.ts', 'service-worker.js', { VERSION: JSON.stringify(version), FILES: JSON.stringify(files) }),
  false,
);

await put('typeface-licence.txt', await readFile('node_modules/@fontsource/bitter/LICENSE'), false);

console.log(`first load: ${first} bytes of ${limit}, ${requests} requests of ${requestLimit}`);
if (first > limit || requests > requestLimit) {
  console.error('The first load is over its limit.');
  process.exit(1);
}
