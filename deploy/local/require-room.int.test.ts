import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { requireRoom } from './require-room.ts';
import { stackSettings } from './settings.ts';

const settings = async (variables: Record<string, string> = {}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'room-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  return stackSettings({ ...variables, STYLING_DATA_DIR: dataDir });
};
/** More than any disk has. */
const TOO_MUCH = { READS_MAX_BYTES: '9000000000000000' };

test('given a first start on too little room, then one line says how much is needed for what', async () => {
  const first = await settings(TOO_MUCH);
  await expect(requireRoom(first)).rejects.toThrow(
    /^\/.*\/room-\w+ has \d+\.\d GB free, and a first start needs 9000001\.4 GB: 1\.1 GB for Postgres, 9000000\.0 GB for reads \(READS_MAX_BYTES\), 0\.3 GB for events and pictures$/,
  );
});

test("given room, data of an earlier start, or the user's own servers, then it may start", async () => {
  const own = { ...TOO_MUCH, NATS_URL: 'nats://elsewhere', DATABASE_URL: 'postgres://elsewhere' };
  const later = await settings(TOO_MUCH);
  await mkdir(join(later.dataDir, 'nats'));
  for (const given of [await settings({ READS_MAX_BYTES: '1' }), await settings(own), later]) {
    await expect(requireRoom(given)).resolves.toBeUndefined();
  }
});
