import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { EVENTS_STREAM, serviceNames, serviceOf } from '@styling/contracts';
import { startTestServers, type TestServers } from '@styling/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const withTables = serviceNames.filter((name) => serviceOf(name).schema !== undefined);
const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

describe('given servers that hold nothing yet', () => {
  let servers: TestServers;
  beforeAll(async () => {
    servers = await startTestServers();
  });
  afterAll(() => servers?.stop());

  const provision = async (parts: readonly string[], env: Record<string, string>) => {
    const child = spawn(process.execPath, [MAIN, ...parts], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const code = new Promise<number | null>((resolve) => child.once('close', resolve));
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return { code: await code, stdout, stderr };
  };

  it('when one part is named, then it needs only its own variables', async () => {
    const tables = await provision(['tables'], { DATABASE_URL: servers.postgres.url });
    expect(tables).toMatchObject({ code: 0, stderr: '' });
    expect(tables.stdout.match(/tables are up to date/g)).toHaveLength(withTables.length);

    const streams = await provision(['streams'], { NATS_URL: servers.nats.url });
    expect(streams).toMatchObject({ code: 0, stderr: '' });
    expect((await servers.bus.jsm.streams.info(EVENTS_STREAM)).config.num_replicas).toBe(1);
  });

  it.each([
    ['a part that is not known', ['everything'], {}, 'no part everything: tables, streams, bucket'],
    ['a variable that is missing', ['bucket'], {}, 'S3_BUCKET is not set'],
    ['a log level that is not known', ['tables'], { DATABASE_URL: 'x', LOG_LEVEL: 'loud' }, 'LOG_LEVEL: '],
  ])('when given %s, then it fails with one line', async (_, parts, env, reason) => {
    const { code, stderr } = await provision(parts, env);
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`^provision: ${reason}.*\n$`));
  });
});
