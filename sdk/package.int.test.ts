import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installPacked, type Packed } from './packed.fixture.ts';

// The package as it would be published.

const MOST_BYTES = 12_000;
let folder: string;
let packed: Packed;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'styling-packed-'));
  packed = await installPacked(folder);
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the package', () => {
  it('given its manifest and files, then publint finds nothing', async () => {
    const { messages } = await publint({ pkgDir: packed.packageDir, pack: false });
    expect(messages).toEqual([]);
  });

  it('given its types, then they are right for Node and for bundlers', async () => {
    const check = await checkPackage(createPackageFromTarballData(packed.tarball));
    if (!check.types) throw new Error('the package has no types');
    // It is for ES modules only.
    const problems = check.problems.filter(
      (problem) => !('resolutionKind' in problem && ['node10', 'node16-cjs'].includes(problem.resolutionKind)),
    );
    expect(problems).toEqual([]);
  });

  it('given a program with the strictest settings and no types of Node, then it compiles against its declarations', async () => {
    await writeFile(
      join(folder, 'program.ts'),
      `import { createClient, type TryOnResult } from '@styling/client';
const client = createClient({ baseUrl: 'https://api.example.com', apiKey: 'iss_1' });
export const result: Promise<TryOnResult> = client.tryOn({ selfie: new Blob([]), garments: 'a coat' });
// @ts-expect-error a selfie is required
export const wrong = client.tryOn({ garments: 'a coat' });
`,
    );
    const options = [
      '--strict',
      '--exactOptionalPropertyTypes',
      '--noUncheckedIndexedAccess',
      '--noEmit',
      '--skipDefaultLibCheck',
    ];
    const platform = ['--target', 'es2022', '--lib', 'es2022,dom', '--types', '', '--module', 'nodenext'];
    const tsc = join(import.meta.dirname, '../node_modules/.bin/tsc');
    const compiled = promisify(execFile)(tsc, [...options, ...platform, 'program.ts'], { cwd: folder });
    await expect(compiled).resolves.toMatchObject({ stdout: '' });
  });

  it(`given a bundle for browsers, then it is below ${MOST_BYTES} bytes, and needs nothing else`, async () => {
    const bundle = await rolldown({ input: join(packed.packageDir, 'dist/index.js'), platform: 'browser' });
    const { output } = await bundle.generate({ format: 'esm', minify: true });
    const [{ code, imports }] = output;
    expect(output).toHaveLength(1);
    expect(imports).toEqual([]);
    expect(gzipSync(code).length).toBeLessThan(MOST_BYTES);
  });
});
