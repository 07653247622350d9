import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
/** Where macOS has it, which is never on the path. */
const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * The path of an installed Chromium or Chrome: `CHROMIUM_PATH`, else the first on `PATH`, else an application of macOS; undefined if
 * there is none.
 *
 * @throws Error of one line when `CHROMIUM_PATH` is not a program
 */
export async function findChromium(environment: NodeJS.ProcessEnv): Promise<string | undefined> {
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
