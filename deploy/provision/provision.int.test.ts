import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { EVENTS_STREAM, READS_STREAM, serviceNames, serviceOf } from '@styling/contracts';
import { THROWAWAY_STORE_CREDENTIALS } from '@styling/process-rig';
import { startTestServers, type TestServers } from '@styling/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { storeWithPolicies } from './store-with-policies.fixture.ts';

const withTables = serviceNames.filter((name) => serviceOf(name).schema !== undefined);
const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

describe('given servers that hold nothing yet', () => {
  let servers: TestServers;
  beforeAll(async () => {
    servers = await startTestServers();
  });
  afterAll(() => servers?.stop());

  const provision = async (parts: readonly string[], variables: Record<string, string>) => {
    const env = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...variables };
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

  it('when the bounds of reads are given, then their stream has them', async () => {
    const env = { NATS_URL: servers.nats.url, READS_MAX_AGE_DAYS: '7', READS_MAX_BYTES: '1000000' };
    expect(await provision(['streams'], env)).toMatchObject({ code: 0, stderr: '' });
    const { config } = await servers.bus.jsm.streams.info(READS_STREAM);
    expect(config).toMatchObject({ discard: 'old', max_age: 7 * 86_400 * 1e9, max_bytes: 1_000_000 });
  });

  const AWS = { ...THROWAWAY_STORE_CREDENTIALS, S3_BUCKET: 'test' };
  const images = { Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: 'arn:aws:s3:::test/images/*' };

  it('when the bucket shows images only, then it is as it should be', async () => {
    const S3_ENDPOINT = new URL(servers.imageStoreUrl).origin;
    const { code, stdout, stderr } = await provision(['bucket'], { ...AWS, S3_ENDPOINT });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).not.toContain('policy');
  });

  it('when images cannot be read, then it says so with the policy, and opens them when told, beside other statements', async () => {
    const theirs = { Sid: 'Theirs', Effect: 'Deny', Principal: '*', Action: 's3:PutObject', Resource: '*' };
    const store = await storeWithPolicies(new URL(servers.imageStoreUrl).origin, [theirs]);
    const env = { ...AWS, S3_ENDPOINT: store.url };
    await servers.store.put('images/a.jpg', Buffer.from('x'), 'image/jpeg');
    await servers.store.put('requests/a', Buffer.from('x'), 'image/jpeg');
    const statusOf = async (name: string) => (await fetch(`${store.url}/test/${name}`)).status;

    const asked = await provision(['bucket'], env);
    expect(asked).toMatchObject({ code: 0, stderr: '' });
    expect(asked.stdout).toContain('image addresses answer 403');
    expect(asked.stdout).toContain(JSON.stringify(JSON.stringify(images.Resource)).slice(1, -1));
    expect(await statusOf('images/a.jpg')).toBe(403);

    const opened = await provision(['bucket'], { ...env, PUBLIC_IMAGES: '1' });
    expect(opened).toMatchObject({ code: 0, stderr: '' });
    expect(opened.stdout).not.toContain('403');
    expect([await statusOf('images/a.jpg'), await statusOf('requests/a')]).toEqual([200, 403]);
    expect(store.statements()).toEqual([theirs, expect.objectContaining(images)]);
    expect(store.rules()).toMatch(/<AllowedMethod>GET<.*<AllowedOrigin>\*</);
    expect(opened.stdout).not.toContain('CORS rule');
    const left = (await Array.fromAsync(servers.store.list(''))).flat().map(({ name }) => name);
    expect(left.filter((name) => name.includes('probe'))).toEqual([]);
  });

  it('when pages of other sites cannot read images, then it warns with the rule, also where the store supports none', async () => {
    const store = await storeWithPolicies(new URL(servers.imageStoreUrl).origin, [images], ['policies']);
    for (const given of [{}, { PUBLIC_IMAGES: '1' }]) {
      const { code, stdout, stderr } = await provision(['bucket'], { ...AWS, S3_ENDPOINT: store.url, ...given });
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(/but not download or reuse them.*AllowedOrigins/);
      expect(stdout.includes('does not support CORS rules')).toBe('PUBLIC_IMAGES' in given);
    }
  });

  it.each([
    ['inputs', { ...images, Resource: 'arn:aws:s3:::test/*' }, 'anyone can read requests/'],
    ['answers', { ...images, Resource: 'arn:aws:s3:::test/answers/*' }, 'anyone can read answers/'],
    ['a list of all names', { ...images, Action: 's3:ListBucket', Resource: 'arn:aws:s3:::test' }, 'anyone can list'],
  ])('when anyone can read %s, then it fails', async (_, statement, reason) => {
    const store = await storeWithPolicies(new URL(servers.imageStoreUrl).origin, [statement]);
    const { code, stderr } = await provision(['bucket'], { ...AWS, S3_ENDPOINT: store.url });
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`^provision: ${reason}.*\n$`));
  });

  it('when the bucket cannot be opened, then it fails with one line that says what to do', async () => {
    const store = await storeWithPolicies(new URL(servers.imageStoreUrl).origin, [], []);
    const { code, stderr } = await provision(['bucket'], { ...AWS, S3_ENDPOINT: store.url, PUBLIC_IMAGES: '1' });
    expect(code).toBe(1);
    const line = 'the object store takes no policy by which anyone may read images: allow s3:GetBucketPolicy and';
    expect(stderr).toMatch(new RegExp(`^provision: ${line}.*\n$`));
  });

  it('when the bucket is not shown, then it fails with one line that says what to do', async () => {
    const server = createServer(
      (request, response) => void request.resume().on('end', () => response.writeHead(403).end()),
    );
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void server.close());
    const S3_ENDPOINT = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { code, stderr } = await provision(['bucket'], { ...AWS, S3_ENDPOINT });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^provision: the object store shows no bucket test, nor creates it: create it yourself, and allow s3:ListBucket.*\n$/,
    );
  });

  it('when there is a log of the old layout, then it fails with one line that says what to do', async () => {
    const { jsm } = servers.bus;
    const { config } = await jsm.streams.info(EVENTS_STREAM);
    await jsm.streams.delete(EVENTS_STREAM);
    const subjects = ['styling.request.>', 'styling.image.>', 'styling.key.>'];
    await jsm.streams.add({ ...config, subjects });
    const { code, stdout, stderr } = await provision([], {
      ...{ NATS_URL: servers.nats.url, DATABASE_URL: servers.postgres.url },
      ...{ ...AWS, S3_ENDPOINT: 'http://127.0.0.1:1' },
    });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      /^provision: stream EVENTS has the subjects of an older version.* delete the data folder .*\n$/,
    );
    expect((await jsm.streams.info(EVENTS_STREAM)).config.subjects).toEqual(subjects);
  });

  it.each([
    ['a part that is not known', ['everything'], {}, 'no part everything: streams, tables, bucket'],
    ['a variable that is missing', ['bucket'], {}, 'S3_BUCKET is not set'],
    ['a log level that is not known', ['tables'], { DATABASE_URL: 'x', LOG_LEVEL: 'loud' }, 'LOG_LEVEL: '],
  ])('when given %s, then it fails with one line', async (_, parts, env, reason) => {
    const { code, stderr } = await provision(parts, env);
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`^provision: ${reason}.*\n$`));
  });
});
