import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { freePorts, REPOSITORY_DIR, waitUntil } from '@styling/local-servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import earlier from './earlier-data/answers.json' with { type: 'json' };

// `earlier-data/data.tar.zst` is the folder that `npm start` of commit 0cc9d29e left after requests of every kind, and `answers.json`
// what that version answered to reads of it. The clock is set to the time of the folder, as jobs and events are forgotten.

/** How long after it the system starts, in ms: later than what the folder's last deliveries waited for. */
const LATER_MS = 60_000;

let dataDir: string;
let system: ChildProcess;
let output = '';
let environment: NodeJS.ProcessEnv;
let api: string;
let imageStore: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'styling-earlier-'));
  // Postgres refuses to run as root: it runs as another user then, who needs access.
  await chmod(dataDir, 0o755);
  const unpacking = spawn('tar', ['-x', '-C', dataDir], { stdio: ['pipe', 'ignore', 'inherit'] });
  unpacking.stdin.end(
    zstdDecompressSync(await readFile(join(import.meta.dirname, 'earlier-data/data.tar.zst'), { encoding: null })),
  );
  await once(unpacking, 'exit');
  const [port, imageStorePort] = await freePorts(2);
  api = `http://localhost:${port}`;
  imageStore = `http://localhost:${imageStorePort}`;
  environment = {
    ...process.env,
    STYLING_DATA_DIR: dataDir,
    PORT: String(port),
    IMAGE_STORE_PORT: String(imageStorePort),
    ALLOW_PRIVATE_URLS: '1',
    NODE_OPTIONS: `--import=${join(REPOSITORY_DIR, 'tests/faults/system/shifted-clock.preload.ts')}`,
    CLOCK_SHIFT_MS: String(Date.parse(earlier.at) + LATER_MS - Date.now()),
  };
  system = spawn(process.execPath, ['deploy/local/start.ts'], { cwd: REPOSITORY_DIR, env: environment });
  for (const stream of [system.stdout, system.stderr]) stream?.on('data', (text) => (output += text));
  await waitUntil(
    () => {
      if (system.exitCode !== null) throw new Error(`the system ended: ${output}`);
      return /^ready$/m.test(output);
    },
    { timeoutMs: 200_000 },
  );
});
afterAll(async () => {
  system.kill('SIGTERM');
  if (system.exitCode === null) await once(system, 'exit');
  await rm(dataDir, { recursive: true, force: true });
});

const call = (path: string, body?: object) =>
  fetch(`${api}${path}`, {
    headers: { 'x-api-key': earlier.key, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });

/** Reads an answer in the form of `answers.json`: no addresses of this run, digests in place of long texts, no id of a refused request. */
async function answerTo(path: string): Promise<unknown> {
  const { request_id, ...answer } = JSON.parse(
    (await (await call(path)).text()).replaceAll(imageStore, 'IMAGES').replaceAll(api, 'API'),
    (_, value) =>
      typeof value === 'string' && value.length > 1000
        ? `sha256 ${createHash('sha256').update(value).digest('hex')}`
        : value,
  );
  return answer;
}

/** Leaves out what the time since changes. */
const lasting = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer), (name, value) =>
    name === 'last_used_at' || name === 'next_cursor' ? undefined : value,
  );

type Deliveries = { deliveries: { delivery_id: string; event_id: string; attempts: unknown[] }[] };
const firstAttempts = (answer: unknown) =>
  (answer as Deliveries).deliveries.map(({ delivery_id, event_id, attempts }) => [delivery_id, event_id, attempts[0]]);

const paths = Object.keys(earlier.answers) as (keyof typeof earlier.answers)[];
const isOf = (name: string) => (path: string) => path.includes(name);
const read = paths.filter((path) => !path.includes('/deliveries') && path !== '/usage/days');

describe.each(['as the folder has it', 'after a rebuild from the log'])('%s', (state) => {
  beforeAll(async () => {
    if (!state.includes('rebuild')) return;
    for (const model of ['images', 'usage', 'jobs', 'webhooks']) {
      const rebuild = spawn(process.execPath, ['deploy/local/rebuild.ts', model], {
        cwd: REPOSITORY_DIR,
        env: environment,
      });
      const [code] = await once(rebuild, 'exit');
      if (code !== 0) throw new Error(`rebuild of ${model} failed`);
    }
  });

  it.each(read)('GET %s is answered as before', async (path) => {
    expect(lasting(await answerTo(path))).toEqual(lasting(earlier.answers[path]));
  });

  it('deliveries of webhooks are those of before', async () => {
    const [path] = paths.filter(isOf('/deliveries'));
    const before = firstAttempts(earlier.answers[path as keyof typeof earlier.answers]);
    expect(before.length).toBeGreaterThan(3);
    const now = firstAttempts(await answerTo(String(path)));
    expect(now).toEqual(expect.arrayContaining(before));
  });

  it('usage of counted requests is that of before', async () => {
    const counted = (answer: unknown) =>
      (answer as { days: { endpoint: string }[] }).days.filter(({ endpoint }) =>
        /try_on|style_me|generate|analyze/.test(endpoint),
      );
    const before = counted(earlier.answers['/usage/days']);
    expect(before.length).toBeGreaterThan(3);
    expect(counted(await answerTo('/usage/days'))).toEqual(before);
  });
});

it('the event feed goes on after a cursor of before', async () => {
  const { next_cursor } = earlier.answers['/events'];
  expect(await answerTo(`/events?cursor=${next_cursor}`)).toEqual({
    events: [],
    has_more: false,
    next_cursor: expect.any(String),
  });
});

it('pictures and a stored asset are of use', async () => {
  const { images } = earlier.answers['/images'];
  for (const { image_url } of images as { image_url: string }[]) {
    const picture = await fetch(image_url.replace('IMAGES', imageStore));
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  }
  const [asset] = earlier.answers['/assets'].assets;
  const dressed = await call('/try_on_outfit', {
    selfie_asset_id: asset?.asset_id,
    clothing_description: 'a red wool sweater',
    mode: 'model_shot',
  });
  expect(dressed.status).toBe(200);
});
