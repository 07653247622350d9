import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePorts, REPOSITORY_DIR, waitUntil } from '@styling/local-servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createClient, type Job } from './index.ts';
import { smallSelfie } from './small-selfie.fixture.ts';

// The client of today against the service that had the first document: taken from the history, installed and started as
// its README said then. It has neither jobs nor `Idempotency-Key`.

const FIRST = '302b032e0e48ed54ca67857e30967a1ba5341ca0';
const run = promisify(execFile);
const isInHistory = await run('git', ['cat-file', '-e', `${FIRST}^{commit}`], { cwd: REPOSITORY_DIR }).then(
  () => true,
  () => false,
);
if (!isInHistory) console.warn(`NOT RUN: this clone has no commit ${FIRST.slice(0, 7)}; git fetch --unshallow`);

describe.skipIf(!isInHistory)('a client of today, of the first service', () => {
  let folder: string;
  let service: ChildProcess;
  let client: Client;
  let selfie: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'styling-earlier-'));
    // Postgres refuses to run as root: it runs as another user then, who needs access.
    await chmod(folder, 0o755);
    const tree = join(folder, 'tree');
    const archive = join(folder, 'tree.tar');
    await run('git', ['archive', '--output', archive, FIRST], { cwd: REPOSITORY_DIR });
    await mkdir(tree);
    await run('tar', ['xf', archive, '-C', tree]);
    await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: tree });

    const [port, imageStorePort] = await freePorts(2);
    const { PATH, HOME } = process.env;
    service = spawn(process.execPath, ['deploy/local/start.ts'], {
      cwd: tree,
      env: { PATH, HOME, PORT: String(port), IMAGE_STORE_PORT: String(imageStorePort) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    service.stdout?.on('data', (chunk) => {
      output += chunk;
    });
    const isUp = () => /^ready$/m.test(output) || service.exitCode !== null;
    await waitUntil(isUp, { timeoutMs: 90_000 });
    if (!/^ready$/m.test(output)) throw new Error(`the earlier service did not start: ${output}`);
    const { key } = JSON.parse(await readFile(join(tree, '.local', 'demo-key.json'), 'utf8'));
    client = createClient({ baseUrl: `http://localhost:${port}`, apiKey: key });
    selfie = join(folder, 'me.jpg');
    await writeFile(selfie, await smallSelfie());
  });

  afterAll(async () => {
    if (service?.exitCode === null) {
      service.kill('SIGINT');
      await once(service, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  });

  it('gets the result itself, without a job, waits while another request is in progress, and finds it again', async () => {
    const progress: Job[] = [];
    const [made, inline] = await Promise.all([
      client.tryOn({ selfie, garments: 'a camel coat' }, { onProgress: (job) => void progress.push(job) }),
      client.generateImage({ selfie, clothing_description: 'a green jumper' }),
    ]);
    expect(made.image_id).toMatch(/^img_[0-9a-f]{24}$/);
    expect(progress).toEqual([]);
    expect((await client.images.download(made)).type).toBe('image/jpeg');
    expect(await client.images.get(made.image_id)).toMatchObject({ image_id: made.image_id, category: 'try-on' });
    expect((await Array.fromAsync(client.images.list({ pageSize: 1 }))).map(({ image_id }) => image_id)).toEqual([
      made.image_id,
    ]);
    expect(Buffer.from(inline.image_base64, 'base64').subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
    expect((await client.analyzeOutfit(made)).items.length).toBeGreaterThan(0);
    expect((await client.usage()).rate_limit).toMatchObject({ daily_limit: 20, used_today: 3 });
  });

  it('gets outfits in the response', async () => {
    expect((await client.styleMe({ selfie, num_outfits: 1 })).outfits).toHaveLength(1);
  });

  it('is refused with the codes of today, also where the service lacks what is asked for', async () => {
    const failure = (promise: Promise<unknown>) => promise.then(() => 'no failure', Object);
    const noPicture = client.tryOn({ selfie: new Uint8Array([1, 2, 3]), garments: 'a coat' });
    expect(await failure(noPicture)).toMatchObject({ name: 'ApiError', status: 400, code: 'not_an_image' });
    expect(await failure(client.images.get(`img_${'0'.repeat(24)}`))).toMatchObject({ code: 'image_not_found' });
    for (const absent of [Array.fromAsync(client.jobs.list()), client.assets.upload(selfie)]) {
      expect(await failure(absent)).toMatchObject({ name: 'ApiError', status: 404, code: 'not_found' });
    }
  });
});
