import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeStackFile } from './run-beside.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'beside-'));
  await chmod(folder, 0o755);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const entry = (name: string) => fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
async function run(args: string[], environment: Record<string, string> = {}) {
  const { NATS_URL, DATABASE_URL, ...rest } = process.env;
  const child = spawn(process.execPath, args, { env: { ...rest, STYLING_DATA_DIR: folder, ...environment } });
  const output = Promise.all([child.stdout.toArray(), child.stderr.toArray()]);
  const [code] = await once(child, 'exit');
  return { code, output: (await output).flat().join('').trim() };
}
/** A script that tells what it was given. */
async function script(): Promise<string> {
  const path = join(folder, 'script.mjs');
  const text = `console.log(process.env.NATS_URL, process.env.DATABASE_URL, process.argv.slice(2).join(), process.env.NATS_NKEY_FILE ?? 'no key'); process.exit(3);`;
  await writeFile(path, text);
  return path;
}
const stack = (pid: number) =>
  writeStackFile(folder, {
    pid,
    environment: {
      NATS_URL: 'nats://a',
      NATS_NKEY_FILE: '/keys/operator.nk',
      DATABASE_URL: 'postgres://b',
      S3_ENDPOINT: 'http://c',
      S3_BUCKET: 'd',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'kept',
    },
  });

test('given a running stack, then the script gets its addresses and arguments, and its exit code is passed on', async () => {
  await stack(process.pid);
  const ran = await run([entry('beside'), await script(), 'one', 'two']);
  expect(ran).toEqual({ code: 3, output: 'nats://a postgres://b one,two /keys/operator.nk' });
});

test('given variables that are set, then they win, and another NATS is not shown our key', async () => {
  await stack(process.pid);
  const ran = await run([entry('beside'), await script()], { NATS_URL: 'nats://mine' });
  expect(ran.output).toBe('nats://mine postgres://b  no key');
});

test('given a script that fails, then its error is shown', async () => {
  await stack(process.pid);
  const path = join(folder, 'failing.mjs');
  await writeFile(path, `throw new Error('a complaint');`);
  expect(await run([entry('beside'), path])).toEqual({
    code: 1,
    output: expect.stringContaining('Error: a complaint'),
  });
});

test.each([
  ['no stack', undefined],
  ['the file of a stack that was killed', 2 ** 22 + 1],
])('given %s, then one line says what to do', async (_, pid) => {
  if (pid) await stack(pid);
  const ran = await run([entry('beside'), await script()]);
  expect(ran).toEqual({
    code: 1,
    output: 'nothing runs here: start the stack with "npm start", or set NATS_URL and DATABASE_URL',
  });
});
