// The built page as plain files, for any host of files: no server, all addresses relative, the tables in the page.
//
//     node static.mjs FOLDER [BUILT]     BUILT: where build.mjs has put the page, if not into dist/

import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

const out = process.argv[2] && resolve(process.argv[2]);
const dist = process.argv[3] ? resolve(process.argv[3]) : fileURLToPath(new URL('dist/', import.meta.url));
if (!out || !existsSync(join(dist, 'index.html.gz'))) {
  console.error(out ? 'The page is not built: npm run build' : 'usage: node static.mjs FOLDER [BUILT]');
  process.exit(2);
}

/** A page of files cannot send headers: what the server says in them stands in the page. */
const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";

function plain(html) {
  if (!html.includes('data-module=')) {
    console.error('The page was built without the module, and plain files are nothing without it: docs/offline.md says what is missing.');
    process.exit(1);
  }
  return html
    .replace('<html ', '<html data-host="plain" ')
    .replace('<meta charset="utf-8">', `<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${policy}">`)
    .replace(/(href|src|data-module|data-worker|data-analyst|data-adviser)="\//g, '$1="./');
}

for (const path of await readdir(dist, { recursive: true })) {
  if (!path.endsWith('.gz')) continue;
  const name = path.slice(0, -3);
  const contents = gunzipSync(await readFile(join(dist, path)));
  await mkdir(dirname(join(out, name)), { recursive: true });
  await writeFile(join(out, name), name === 'index.html' ? plain(contents.toString()) : contents);
}
console.log(`The page is in ${out}. Any host of files can offer it; here: python3 -m http.server --directory ${process.argv[2]}`);
