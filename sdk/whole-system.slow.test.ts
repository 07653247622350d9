import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts, waitUntil } from '@styling/local-servers';
import { startOtherGateway } from '@styling/local-stack/own-stack.fixture.ts';
import { joinSharedStack, type SharedStack } from '@styling/local-stack/shared-stack.fixture.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startFaultyProxy } from './faulty-proxy.fixture.ts';
import { createClient, type Job } from './index.ts';
import { installPacked, type Packed } from './packed.fixture.ts';
import { readmeExamples } from './readme-examples.fixture.ts';
import { smallSelfie } from './small-selfie.fixture.ts';

// The published package, installed in an empty folder, against the whole system: the examples of its README, its command line, and a
// gateway that is killed while a client waits.

let folder: string;
let packed: Packed;
let stack: SharedStack;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'styling-sdk-'));
  packed = await installPacked(folder);
  await writeFile(join(folder, 'me.jpg'), await smallSelfie());
  stack = await joinSharedStack('sdk');
  env = { PATH: process.env.PATH, STYLING_URL: stack.apiUrl, STYLING_API_KEY: stack.apiKey };
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Ended = { readonly code: number; readonly out: string; readonly err: string };

/** Runs a script as its users do, in the folder. */
const run = (script: string, args: readonly string[] = [], variables: NodeJS.ProcessEnv = {}) =>
  new Promise<Ended>((resolve) => {
    const options = { cwd: folder, env: { ...env, ...variables } };
    execFile(process.execPath, [script, ...args], options, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), out, err }),
    );
  });
const styling = (...args: string[]) => run(packed.styling, args);
/** Starts a script that goes on until its test ends; `text`: what it has written so far. */
function start(script: string, args: readonly string[], variables: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: folder,
    env: { ...env, ...variables },
    stdio: 'pipe',
  });
  onTestFinished(() => {
    child.kill();
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += chunk;
    });
  }
  return { text: () => text };
}
const formatOf = async (file: string) => (await sharp(await readFile(join(folder, file))).metadata()).format;

describe('the examples of the README', async () => {
  const examples = await readmeExamples();
  const example = async (index: number) => {
    const file = join(folder, `example-${index}.mts`);
    await writeFile(file, String(examples[index]));
    const { code, out, err } = await run(file);
    expect([code, err]).toEqual([0, '']);
    return out;
  };

  it('the first one makes a picture', async () => {
    expect(await example(0)).toMatch(/^http:\S+\/img_\w+\.jpg\n$/);
    expect(await formatOf('out.jpg')).toBe('jpeg');
  });

  it('the second one shows progress, and suggests an outfit', async () => {
    const lines = (await example(1)).trimEnd().split('\n');
    expect(lines[0]).toMatch(/^req_\w+ (queued|running)/);
    expect(lines.some((line) => /^req_\w+ running \w+ [01]/.test(line))).toBe(true);
    expect(lines.at(-1)).toMatch(/^[A-Z].+\.$/);
  });

  it('the third one names what is worn, lists and deletes', async () => {
    const out = await example(2);
    expect(out).toMatch(/green/);
    expect(out.match(/^img_/gm)?.length).toBeGreaterThanOrEqual(3);
    expect(out).toMatch(/^\d+ requests are left today$/m);
  });

  it('the fourth one reads what happened', async () => {
    expect(await example(3)).toMatch(/^evt_\w+ job\.succeeded \[ 'img_\w+' \]\n$/);
  });

  it('the fifth one receives what styling listen sends, and nothing else', async () => {
    const [port = 0] = await freePorts(1);
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const file = join(folder, 'receiver.mts');
    await writeFile(file, String(examples[4]));
    const address = `http://127.0.0.1:${port}/hooks`;
    const receiver = start(file, [], { WEBHOOK_SECRET: secret, PORT: String(port) });
    const listening = start(packed.styling, ['listen', '--forward-to', address, '--secret', secret]);
    expect(await waitUntil(() => listening.text().includes('signed with'), { timeoutMs: 20_000 })).toBe(true);
    expect((await styling('try-on', 'me.jpg', 'a grey hoodie')).code).toBe(0);
    expect(await waitUntil(() => /job\.succeeded .* -> 204 in/.test(listening.text()), { timeoutMs: 20_000 })).toBe(
      true,
    );
    expect(receiver.text()).toMatch(/^evt_\w+ job\.succeeded \{$/m);
    expect((await fetch(address, { method: 'POST', body: '{}' })).status).toBe(400);
  });

  it('there are no others', () => expect(examples).toHaveLength(5));
});

describe('styling', () => {
  it('try-on saves pictures, and says on stderr how far it is', async () => {
    const made = await styling('try-on', 'me.jpg', 'a camel coat', '-o', 'coat.jpg', '--variants', '2');
    expect(made).toMatchObject({ code: 0, out: 'coat-1.jpg\ncoat-2.jpg\n' });
    expect(made.err).toMatch(/^req_\w+ queued\n/);
    expect(await formatOf('coat-2.jpg')).toBe('jpeg');

    const [, id = ''] = /^(req_\w+)/.exec(made.err) ?? [];
    const again = await styling('jobs', 'response', id, '--json');
    expect(JSON.parse(again.out)).toMatchObject({ variants: [{}, {}] });
    const { out } = await styling('jobs', '--limit', '1');
    expect(out).toMatch(new RegExp(`^${id} +succeeded +/try_on_outfit`));
  });

  it('analyze, images and usage print what they found', async () => {
    const listed = JSON.parse((await styling('images', '--limit', '1', '--json')).out);
    expect(listed).toHaveLength(1);
    const [{ image_id, image_url }] = listed;
    expect((await styling('analyze', image_id)).out).toMatch(/^\w+/);
    expect(await styling('images', 'download', image_id, '-o', 'kept.jpg')).toMatchObject({
      code: 0,
      out: 'kept.jpg\n',
    });
    expect(await formatOf('kept.jpg')).toBe('jpeg');
    expect(await styling('images', 'delete', image_id)).toMatchObject({ code: 0, out: '' });
    expect((await fetch(image_url)).ok).toBe(false);
    expect((await styling('usage')).out).toMatch(/^today \d+ of 50 are used, \d+ are left\n/);
  });

  it('says why it failed, in words and in its exit code', async () => {
    await sharp({ create: { width: 300, height: 300, channels: 3, background: '#89a' } })
      .jpeg()
      .toFile(join(folder, 'wall.jpg'));
    const wall = await styling('try-on', 'wall.jpg', 'a coat');
    expect(wall.code).toBe(1);
    expect(wall.err).toMatch(/^styling: selfie_base64 must show a person \(no_person, req_\w+\)$/m);
    const absent = await run(packed.styling, ['usage', '--json'], { STYLING_URL: 'http://127.0.0.1:1' });
    expect(absent.code).toBe(4);
    expect(JSON.parse(absent.err)).toEqual({ error: 'http://127.0.0.1:1 did not respond' });
  });

  it('cancels on an interrupt', async () => {
    const child = spawn(process.execPath, [packed.styling, 'style-me', 'me.jpg'], { cwd: folder, env, stdio: 'pipe' });
    const [line] = await once(child.stderr, 'data');
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([130, null]);
    const { out } = await styling('jobs', 'get', String(line).split(' ')[0] ?? '', '--json');
    expect((JSON.parse(out) as Job).cancel_requested_at).not.toBeNull();
  });
});

describe('a gateway that is killed while a client waits', () => {
  it('then another one tells the client of the same job, which is done once', async () => {
    const other = await startOtherGateway(stack, join(folder, 'gateway.log'));
    onTestFinished(() => other.kill());
    const proxy = await startFaultyProxy(other.url);
    onTestFinished(() => proxy.stop());
    const client = createClient({ baseUrl: proxy.url, apiKey: stack.apiKey });
    const before = (await client.usage()).rate_limit.used_today;
    let job = '';
    const result = await client.styleMe(
      { selfie: join(folder, 'me.jpg'), num_outfits: 2 },
      {
        onProgress: ({ job_id }) => {
          if (job === '') {
            void other.kill();
            proxy.setTarget(stack.apiUrl);
          }
          job = job_id;
        },
      },
    );
    expect(result.outfits).toHaveLength(2);
    const [latest] = await Array.fromAsync(client.jobs.list({ pageSize: 1 }), ({ job_id }) => job_id);
    expect(latest).toBe(job);
    expect((await client.usage()).rate_limit.used_today).toBe(before + 1);
  });
});
