// Builds the page into dist/: scripts and styles under names made of their content, everything zipped, as the server sends it.
import { build } from 'esbuild';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';

const out = 'dist';
await rm(out, { recursive: true, force: true });

const result = await build({
  entryPoints: { app: 'src/main.tsx' },
  bundle: true,
  minify: true,
  format: 'esm',
  splitting: true,
  target: ['es2021'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  loader: { '.svg': 'text' },
  entryNames: 'assets/[name]-[hash]',
  chunkNames: 'assets/[name]-[hash]',
  outdir: out,
  write: false,
  metafile: true,
  logLevel: 'warning',
});

let script = '';
let style = '';
let first = 0;
await mkdir(`${out}/assets`, { recursive: true });
for (const file of result.outputFiles) {
  const name = basename(file.path);
  const zipped = gzipSync(file.contents, { level: 9 });
  await writeFile(`${out}/assets/${name}.gz`, zipped);
  if (name.startsWith('app-') && name.endsWith('.js')) script = `/assets/${name}`;
  if (name.startsWith('app-') && name.endsWith('.css')) style = `/assets/${name}`;
  if (name.startsWith('app-')) first += zipped.length;
}

const html = (await readFile('src/index.html', 'utf8')).replace('%SCRIPT%', script).replace('%STYLE%', style);
await writeFile(`${out}/index.html.gz`, gzipSync(html, { level: 9 }));
for (const name of ['icon.svg', 'manifest.webmanifest'])
  await writeFile(`${out}/${name}.gz`, gzipSync(await readFile(`src/${name}`), { level: 9 }));

const limit = 150 * 1024;
console.log(`first load: ${first} bytes of ${limit}`);
if (first > limit) {
  console.error('The first load is over its limit.');
  process.exit(1);
}
