import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { access, constants, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompress, createBrotliDecompress } from 'node:zlib';
import { REPOSITORY_DIR } from '@styling/local-servers/run-script';
import { type Browser, chromium } from 'playwright-core';
import { extract } from 'tar';

/**
 * Nothing but what a test asks for goes over the network. Without a sandbox, as containers mostly forbid it: open only pages of
 * one's own.
 */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-software-rasterizer',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-fake-device-for-media-stream',
];

/** Without a window nobody could be asked whether a page may have the camera. */
const CAMERA_FLAGS = ['--use-fake-ui-for-media-stream'];

/**
 * Starts a headless Chromium with an empty profile: the one that is installed (`CHROMIUM_PATH`, `PATH`), else the one among the
 * packages. Its camera shows a picture, or a pattern.
 *
 * @param options.camera path of a JPEG whose sides are even, and whose name ends in `.mjpeg`; pages may have it
 */
export async function launchBrowser(options: { readonly camera?: string } = {}): Promise<Browser> {
  const installed = await findChromium(process.env);
  const { executablePath, variables } = installed
    ? { executablePath: installed, variables: {} }
    : await packedChromium();
  return chromium.launch({
    executablePath,
    env: { ...process.env, ...variables },
    args: [
      ...FLAGS,
      ...(options.camera ? [...CAMERA_FLAGS, `--use-file-for-fake-video-capture=${options.camera}`] : []),
    ],
  });
}

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
/** Where macOS has it, which is never on the path. */
const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * The path of an installed Chromium or Chrome: `CHROMIUM_PATH`, else the first on `PATH`, else an application of macOS; undefined if
 * there is none.
 * @throws Error of one line when `CHROMIUM_PATH` is not a program
 */
async function findChromium(environment: NodeJS.ProcessEnv): Promise<string | undefined> {
  const { CHROMIUM_PATH, PATH = '' } = environment;
  if (CHROMIUM_PATH) {
    if (await isProgram(CHROMIUM_PATH)) return CHROMIUM_PATH;
    throw new Error(`CHROMIUM_PATH is not a program: ${CHROMIUM_PATH}`);
  }
  const folders = PATH.split(delimiter).filter(Boolean);
  for (const path of [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...APPLICATIONS]) {
    if (await isProgram(path)) return path;
  }
  return undefined;
}

const isProgram = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

const PACKAGE_DIR = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..');

/**
 * Finds the Chromium that `npm ci` installs (`@sparticuz/chromium`: the headless shell, NSS and NSPR, which a fresh machine lacks, and a
 * font), unpacked at its first use into `node_modules/.cache`, which takes seconds and 250 MB.
 * @throws Error of one line on a platform that it was not built for
 */
async function packedChromium() {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      `no Chromium was found, and none is packed for ${process.platform}-${process.arch}: set CHROMIUM_PATH`,
    );
  }
  const { version } = JSON.parse(await readFile(join(PACKAGE_DIR, 'package.json'), 'utf8'));
  const folder = join(REPOSITORY_DIR, 'node_modules', '.cache', `chromium-${version}`);
  if (!existsSync(folder)) await unpackTo(folder);
  return {
    executablePath: join(folder, 'chromium'),
    variables: { LD_LIBRARY_PATH: join(folder, 'lib'), FONTCONFIG_PATH: folder },
  };
}

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
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}
