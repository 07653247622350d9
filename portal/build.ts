import { glob, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { compress } from './send-file.ts';
import { siteFolder } from './site-folder.ts';
import config from './vite.config.ts';

// Builds the site into the folder that is its argument, else that of the present sources, compressed too, and removes what earlier sources
// were built to. It is put in its place when it is whole, as several processes may build it at the same time.
const [, , folder = await siteFolder()] = process.argv;
const making = `${folder}.${process.pid}`;
try {
  await build({ ...config, configFile: false, logLevel: 'error', build: { ...config.build, outDir: making } });
  for await (const name of glob('**/*.{js,ts,css,svg}', { cwd: making })) {
    const path = join(making, name);
    const bytes = await readFile(path);
    await Promise.all([
      compress.br(bytes).then((body) => writeFile(`${path}.br`, body)),
      compress.gzip(bytes).then((body) => writeFile(`${path}.gz`, body)),
    ]);
  }
  await rename(making, folder).catch((error) => {
    if (error.code !== 'ENOTEMPTY') throw error;
  });
  for await (const name of glob('*', { cwd: dirname(folder) })) {
    const other = join(dirname(folder), name);
    if (!other.startsWith(folder)) await rm(other, { recursive: true, force: true });
  }
} finally {
  await rm(making, { recursive: true, force: true });
}
