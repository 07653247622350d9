import { execFile } from 'node:child_process';
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { joinSharedStack, type SharedStack } from '@styling/local-stack/shared-stack.fixture.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installPacked } from './packed.fixture.ts';
import { readmeExamples } from './readme-examples.fixture.ts';
import { installRuntime, runtimes, runtimesRunHere } from './runtime.fixture.ts';
import { smallSelfie } from './small-selfie.fixture.ts';

// The published package in the runtimes that its README names besides the one of this repository, against the whole system: the
// examples of the README.

const examples = await readmeExamples();
let folder: string;
let stack: SharedStack;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'styling-runtimes-'));
  await installPacked(folder);
  // What `npm install` writes; Deno looks there.
  await writeFile(join(folder, 'package.json'), '{ "dependencies": { "@styling/client": "*" } }');
  await writeFile(join(folder, 'me.jpg'), await smallSelfie());
  for (const [index, program] of examples.entries()) {
    await writeFile(join(folder, `example-${index}.mts`), program);
    await writeFile(join(folder, `example-${index}.mjs`), stripTypeScriptTypes(program));
  }
  stack = await joinSharedStack('runtimes');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

if (!runtimesRunHere) console.warn('NOT RUN: the packages of these runtimes are for Linux on x64');
describe.skipIf(!runtimesRunHere).each(Object.entries(runtimes))('in %s', (_, runtime) => {
  let program: string;
  beforeAll(async () => {
    program = await installRuntime(runtime);
  });

  const run = async (...args: readonly string[]) => {
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, STYLING_URL: stack.apiUrl, STYLING_API_KEY: stack.apiKey };
    const ended = await promisify(execFile)(program, args, { cwd: folder, env });
    return ended.stdout;
  };
  const example = (index: number) => run(...runtime.args, `example-${index}.${runtime.typed ? 'mts' : 'mjs'}`);

  it('has its version', async () => {
    expect(await run('--version')).toContain(runtime.version);
  });

  it('makes a picture, of a file and into one', async () => {
    const file = join(folder, 'out.jpg');
    await rm(file, { force: true });
    expect(await example(0)).toMatch(/^http:\S+\/img_\w+\.jpg\n$/);
    await expect(access(file)).resolves.toBeUndefined();
  });

  it('shows progress', async () => {
    expect(await example(1)).toMatch(/^req_\w+ running \w+ [01]/m);
  });

  it('uploads, lists and deletes', async () => {
    expect(await example(2)).toMatch(/^\d+ requests are left today$/m);
  });

  it('follows the feed', async () => {
    expect(await example(3)).toMatch(/^evt_\w+ job\.succeeded \[ (['"])img_\w+\1 \]\n$/);
  });
});
