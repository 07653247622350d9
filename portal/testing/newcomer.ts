import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePorts, REPOSITORY_DIR } from '@styling/local-servers';
import { launchBrowser } from '@styling/testing/browser';
import { text } from '../page/texts/studio.ts';
import { openPortal } from './open-portal.ts';

// `npm run portal:newcomer`: how long it takes from `git clone` of the last commit to a picture in a browser, by the commands of the
// README. npm takes what its cache has; `npm_config_cache=$(mktemp -d) npm run portal:newcomer` begins without.
const RESULT_WITHIN_MS = 60_000;
const times: [step: string, seconds: number][] = [];

await using undo = new AsyncDisposableStack();
const folder = await mkdtemp(join(tmpdir(), 'styling-newcomer-'));
undo.defer(() => rm(folder, { recursive: true, force: true }));
// Postgres refuses to run as root: it runs as another user then, who needs access.
await chmod(folder, 0o755);
const clone = join(folder, 'styling');
const [PORT = 0, IMAGE_STORE_PORT = 0] = await freePorts(2);
const env = { ...process.env, PORT: String(PORT), IMAGE_STORE_PORT: String(IMAGE_STORE_PORT) };

await timed('git clone', () => run('git', ['clone', '--quiet', `file://${REPOSITORY_DIR}`, clone], folder));
await timed('npm ci', () => run('npm', ['ci'], clone));
const { link, url, imageStoreUrl } = await timed('npm start, until it is ready', start);
const browser = undo.adopt(await launchBrowser(), (launched) => launched.close());
await timed('the link, until the playground is shown', async () => {
  const { pathname, hash } = new URL(link);
  const path = pathname.replace(/^\/portal/, '') + hash;
  undo.use(await openPortal(browser, { url, imageStoreUrl }, path));
});
await timed('a try-on, until its picture is shown', async () => {
  const page = browser.contexts()[0]?.pages()[0];
  if (!page) throw new Error('the page of the portal has gone');
  await page.getByRole('button', { name: text.sitter.example('Grace Hopper') }).click();
  await page.getByLabel(text.garments.words).first().fill('a camel coat with a white t-shirt');
  await page.getByRole('button', { name: text.dress, exact: true }).click();
  await page.getByRole('slider', { name: text.result.slider }).waitFor({ timeout: RESULT_WITHIN_MS });
});
const all = times.reduce((sum, [, seconds]) => sum + seconds, 0);
for (const [step, seconds] of [...times, ['together', all] as const]) {
  console.log(`${seconds.toFixed(1).padStart(7)} s  ${step}`);
}

async function timed<Result>(step: string, work: () => Promise<Result>): Promise<Result> {
  const begun = performance.now();
  const result = await work();
  times.push([step, (performance.now() - begun) / 1000]);
  return result;
}

async function run(command: string, args: readonly string[], cwd: string): Promise<void> {
  const [code] = await once(spawn(command, args, { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] }), 'exit');
  if (code !== 0) throw new Error(`${command} ${args[0]} failed with exit code ${code}`);
}

/** Runs `npm start` until `undo`. @returns what it prints @throws Error when it ends before it is ready */
async function start() {
  const system = spawn('npm', ['start'], { cwd: clone, env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  // Waits for all processes that print to it, not for npm alone.
  const ended = once(system, 'close');
  undo.defer(async () => {
    system.stdout.resume();
    // Ends it like Ctrl-C; none of it is there if it has ended by itself.
    if (system.pid && system.exitCode === null) process.kill(-system.pid, 'SIGINT');
    await ended;
  });
  const printed = new Map<string, string>();
  for await (const line of createInterface(system.stdout)) {
    const [, name, value] = /^ {2}(portal|API|image store) +(\S+)$/.exec(line) ?? [];
    if (name && value) printed.set(name, value);
    const [link, url, imageStoreUrl] = ['portal', 'API', 'image store'].map((each) => printed.get(each));
    if (link && url && imageStoreUrl) return { link, url, imageStoreUrl };
  }
  throw new Error('npm start ended before it was ready');
}
