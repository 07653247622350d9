import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { demoKey, type KeysCommand } from './demo-key.ts';

let dataDir: string;
let created: number;
let revoked: Set<string>;

const keys: KeysCommand = async ([command]) => {
  if (command === 'create') {
    created += 1;
    return `${JSON.stringify({ key_id: `k${created}`, user_id: 'demo', name: 'demo', key: `secret${created}` })}\n`;
  }
  const ids = Array.from({ length: created }, (_, index) => `k${index + 1}`);
  return ids
    .map((id) => `${JSON.stringify({ key_id: id, revoked_at: revoked.has(id) ? '2026-01-01' : null })}\n`)
    .join('');
};

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'demo-key-'));
  created = 0;
  revoked = new Set();
});
afterEach(() => rm(dataDir, { recursive: true }));

test('given the first start, then a key is made, its user welcomed, and it is kept for us alone and for later starts', async () => {
  let welcomed = 0;
  const welcome = async () => welcomed++;
  expect(await demoKey(dataDir, keys, welcome)).toBe('secret1');
  expect((await stat(join(dataDir, 'demo-key.json'))).mode & 0o777).toBe(0o600);
  expect(await demoKey(dataDir, keys, welcome)).toBe('secret1');
  expect([created, welcomed]).toEqual([1, 1]);
});

test('given a key revoked meanwhile, then a new one is made', async () => {
  await demoKey(dataDir, keys);
  revoked.add('k1');
  expect(await demoKey(dataDir, keys)).toBe('secret2');
});
