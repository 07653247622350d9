import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { READS_STREAM } from '@styling/contracts';
import { runProgram } from '@styling/local-servers';
import { readConfig } from '@styling/service';
import { type Logger, silentLogger } from '@styling/telemetry';
import { startTestServers, type TestServers } from '@styling/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { bucketVariables, provisionBucket } from './bucket.ts';
import { storeWithPolicies } from './store-with-policies.fixture.ts';
import { provisionStreams, streamsVariables } from './streams.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

describe('given servers that hold nothing yet', () => {
  let servers: TestServers;
  beforeAll(async () => {
    servers = await startTestServers();
  });
  afterAll(() => servers?.stop());

  /** Runs the command, as an operator does. */
  const command = async (parts: readonly string[], variables: Record<string, string>) => {
    const env = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...variables };
    const { code, output, errors } = await runProgram(process.execPath, [MAIN, ...parts], { cwd: '/', env });
    return { code, stdout: output, stderr: errors };
  };

  it('when the bounds of reads are given, then their stream has them', async () => {
    const env = { NATS_URL: servers.nats.url, READS_MAX_AGE_DAYS: '7', READS_MAX_BYTES: '1000000' };
    await provisionStreams(readConfig(streamsVariables, env), silentLogger());
    const { config } = await servers.bus.jsm.streams.info(READS_STREAM);
    expect(config).toMatchObject({ discard: 'old', max_age: 7 * 86_400 * 1e9, max_bytes: 1_000_000 });
  });

  /** Provisions the bucket at a store. @returns what it logs at level `info` or above */
  const provisionBucketAt = async (S3_ENDPOINT: string, variables = {}) => {
    const lines: unknown[] = [];
    const keep = (...line: unknown[]) => void lines.push(...line);
    const log = { ...silentLogger(), info: keep, warn: keep } as Logger;
    await provisionBucket(readConfig(bucketVariables, { S3_BUCKET: 'test', S3_ENDPOINT, ...variables }), log, 1_000);
    return lines.join('\n');
  };
  const images = { Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: 'arn:aws:s3:::test/images/*' };

  it('when images cannot be read, then it says so with the policy, and opens them when told, beside other statements', async () => {
    const theirs = { Sid: 'Theirs', Effect: 'Deny', Principal: '*', Action: 's3:PutObject', Resource: '*' };
    const store = await storeWithPolicies(new URL(servers.imageStoreUrl).origin, [theirs]);
    await servers.store.put('images/a.jpg', Buffer.from('x'), 'image/jpeg');
    await servers.store.put('requests/a', Buffer.from('x'), 'image/jpeg');
    const statusOf = async (name: string) => (await fetch(`${store.url}/test/${name}`)).status;

    const asked = await provisionBucketAt(store.url);
    expect(asked).toContain('image addresses answer 403');
    expect(asked).toContain(JSON.stringify(images.Resource));
    expect(await statusOf('images/a.jpg')).toBe(403);

    const opened = await provisionBucketAt(store.url, { PUBLIC_IMAGES: '1' });
    expect(opened).not.toContain('403');
    expect([await statusOf('images/a.jpg'), await statusOf('requests/a')]).toEqual([200, 403]);
    expect(store.statements()).toEqual([theirs, expect.objectContaining(images)]);
    expect(store.rules()).toMatch(/<AllowedMethod>GET<.*<AllowedOrigin>\*</);
    expect(opened).not.toContain('CORS rule');
    const left = (await Array.fromAsync(servers.store.list(''))).flat().map(({ name }) => name);
    expect(left.filter((name) => name.includes('probe'))).toEqual([]);
  });

  it('when pages of other sites cannot read images, then it warns with the rule, also where the store supports none', async () => {
    const store = await storeWithPolicies(new URL(servers.imageStoreUrl).origin, [images], ['policies']);
    for (const given of [{}, { PUBLIC_IMAGES: '1' }]) {
      const logged = await provisionBucketAt(store.url, given);
      expect(logged).toMatch(/but not download or reuse them.*AllowedOrigins/);
      expect(logged.includes('does not support CORS rules')).toBe('PUBLIC_IMAGES' in given);
    }
  });

  it.each([
    ['inputs', { ...images, Resource: 'arn:aws:s3:::test/*' }, 'anyone can read requests/'],
    ['a list of all names', { ...images, Action: 's3:ListBucket', Resource: 'arn:aws:s3:::test' }, 'anyone can list'],
  ])('when anyone can read %s, then it fails', async (_, statement, reason) => {
    const store = await storeWithPolicies(new URL(servers.imageStoreUrl).origin, [statement]);
    await expect(provisionBucketAt(store.url)).rejects.toThrow(reason);
  });

  it('when the bucket cannot be opened, then it fails and says what to do', async () => {
    const store = await storeWithPolicies(new URL(servers.imageStoreUrl).origin, [], []);
    const line = 'the object store takes no policy by which anyone may read images: allow s3:GetBucketPolicy and';
    await expect(provisionBucketAt(store.url, { PUBLIC_IMAGES: '1' })).rejects.toThrow(line);
  });

  it('when the bucket is not shown, then it fails and says what to do', async () => {
    const server = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(403).end());
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void server.close());
    const line = 'shows no bucket test, nor creates it: create it yourself, and allow s3:ListBucket';
    const { port } = server.address() as AddressInfo;
    await expect(provisionBucketAt(`http://127.0.0.1:${port}`)).rejects.toThrow(line);
  });

  it.each([
    ['a part that is not known', ['everything'], {}, 'no part everything: streams, tables, bucket'],
    ['a variable that is missing', ['bucket'], {}, 'S3_BUCKET is not set'],
  ])('when given %s, then it fails with one line', async (_, parts, env, reason) => {
    const { code, stderr } = await command(parts, env);
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`^provision: ${reason}.*\n$`));
  });
});
