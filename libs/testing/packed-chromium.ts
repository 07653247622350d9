import { createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompress, createBrotliDecompress } from 'node:zlib';
import { REPOSITORY_DIR } from '@styling/local-servers/run-script';
import { extract } from 'tar';

/** A Chromium and what has to be in its environment. */
export type Chromium = { readonly executablePath: string; readonly variables: Readonly<Record<string, string>> };

const PACKAGE_DIR = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..');

/**
 * The Chromium that `npm ci` installs (`@sparticuz/chromium`: the headless shell, NSS and NSPR, which a fresh machine lacks, and a
 * font), unpacked at its first use into `node_modules/.cache`, which takes seconds and 250 MB.
 *
 * @throws Error of one line on a platform that it was not built for
 */
export async function packedChromium(): Promise<Chromium> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      `no Chromium was found, and none is packed for ${process.platform}-${process.arch}: set CHROMIUM_PATH`,
    );
  }
  const { version } = JSON.parse(await readFile(join(PACKAGE_DIR, 'package.json'), 'utf8'));
  const folder = join(REPOSITORY_DIR, 'node_modules', '.cache', `chromium-${version}`);
  if (!(await exists(folder))) await unpackTo(folder);
  return {
    executablePath: join(folder, 'chromium'),
    variables: { LD_LIBRARY_PATH: join(folder, 'lib'), FONTCONFIG_PATH: folder },
  };
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/**
 * The font of the package besides those of the machine, which may have none: Chromium ends at the first input field then. The
 * configuration in the package names folders of the place that it was made for.
 */
const fontsConfiguration = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
</fontconfig>
`;

/** Elsewhere first, and then renamed: test files run side by side, and may be killed. */
async function unpackTo(folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  const stage = await mkdtemp(`${folder}-`);
  try {
    await pipeline(
      createReadStream(join(PACKAGE_DIR, 'bin', 'chromium.br')),
      createBrotliDecompress(),
      createWriteStream(join(stage, 'chromium'), { mode: 0o755 }),
    );
    for (const name of ['al2023.tar.br', 'fonts.tar.br']) {
      const archive = await promisify(brotliDecompress)(await readFile(join(PACKAGE_DIR, 'bin', name)));
      extract({ cwd: stage, sync: true }).end(archive);
    }
    await writeFile(join(stage, 'fonts.conf'), fontsConfiguration(folder));
    await rename(stage, folder).catch(async (error) => {
      if (!(await exists(folder))) throw error;
    });
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}
