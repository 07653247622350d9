import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { REPOSITORY_DIR, type Stack, stackSettings, startStack } from '@styling/local-stack';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// The suite as its users run it, against a stack of its own.

const RUN_WITHIN_MS = 240_000;
let dataDir: string;
let stack: Stack;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'styling-conformance-'));
  await chmod(dataDir, 0o755);
  const settings = stackSettings({ ...process.env, ALLOW_PRIVATE_URLS: '1' });
  stack = await startStack({ ...settings, dataDir, port: 0, imageStorePort: 0, show: () => {} });
}, 120_000);

afterAll(async () => {
  await stack.stop();
  await rm(dataDir, { recursive: true, force: true });
}, 60_000);

/** Runs the suite; keys are made beside the stack. */
async function run(...args: string[]): Promise<{ code: number | null; output: string; errors: string }> {
  const child = spawn('npm', ['run', '--silent', 'conformance', '--', ...args], {
    cwd: REPOSITORY_DIR,
    env: { ...process.env, STYLING_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once('close', resolve)),
  ]);
  return { code, output, errors };
}

describe('npm run conformance', () => {
  it(
    'given a running system, then every row that can be run passes, and the others are named',
    async () => {
      const { code, output } = await run(stack.apiUrl);
      const failed = output.split('\n').filter((line) => line.startsWith('  FAIL'));
      expect(failed).toEqual([]);
      const skipped = [...output.matchAll(/^NOT RUN {2}(.+)$/gm)].map(([, name]) => name);
      const bySetting = skipped.filter((name) => name?.endsWith('must be a public address"'));
      const beyondReach = skipped.filter((name) => name?.startsWith('Beyond a client’s reach'));
      expect([bySetting.length, beyondReach.length, skipped.length]).toEqual([4, 4, 8]);
      expect(output).toMatch(/^2\d\d passed, 0 failed, 8 not run$/m);
      expect(code).toBe(0);
    },
    RUN_WITHIN_MS,
  );

  it('given a system that does not answer, then it says so and fails', async () => {
    const { code, output, errors } = await run('http://127.0.0.1:1');
    expect(code).not.toBe(0);
    expect(output + errors).toContain('nothing answers at http://127.0.0.1:1');
  });

  it('given another machine and no keys, then it asks for them and fails', async () => {
    const { code, output, errors } = await run('https://api.example.com');
    expect(code).not.toBe(0);
    expect(output + errors).toContain('set CONFORMANCE_KEY');
  });
});
