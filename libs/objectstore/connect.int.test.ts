import { startTelemetry } from '@styling/telemetry';
import { startTestServers, type TestServers } from '@styling/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectObjectStore } from './connect.ts';

let servers: TestServers;
beforeAll(async () => {
  servers = await startTestServers();
});
afterAll(() => servers.stop());

const bytes = (text: string) => Buffer.from(text);

describe('the object store', () => {
  it('keeps bytes, type and metadata', async () => {
    await servers.store.put('images/a.jpg', bytes('picture'), 'image/jpeg', { facts: '{"a":1}' });
    const found = await servers.store.get('images/a.jpg');
    expect(Buffer.from(found?.bytes ?? []).toString()).toBe('picture');
    expect(found).toMatchObject({ mimeType: 'image/jpeg', metadata: { facts: '{"a":1}' } });
    expect(await servers.store.head('images/a.jpg')).toEqual({
      mimeType: 'image/jpeg',
      metadata: { facts: '{"a":1}' },
    });
  });

  it('serves images to anyone with their URL', async () => {
    await servers.store.put('images/public.jpg', bytes('picture'), 'image/jpeg');
    const response = await fetch(`${servers.imageStoreUrl}/images/public.jpg`);
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect(await response.text()).toBe('picture');
  });

  it('presigns a URL that expires', async () => {
    await servers.store.put('requests/1/lent', bytes('picture'), 'image/jpeg');
    const address = await servers.store.presign('requests/1/lent', 90);
    const { searchParams } = new URL(address);
    expect(searchParams.get('X-Amz-Expires')).toBe('90');
    expect(searchParams.get('X-Amz-Signature')).toMatch(/^[\da-f]{64}$/);
    expect(await (await fetch(address)).text()).toBe('picture');
    await servers.store.delete('requests/1/lent');
  });

  it('returns null for missing objects, and deletes them without an error', async () => {
    expect(await servers.store.get('images/none')).toBeNull();
    expect(await servers.store.head('images/none')).toBeNull();
    await servers.store.delete('images/none');
    expect(await servers.store.deleteAll('none/')).toBe(0);
  });

  it('deletes all objects of a request, and nothing else', async () => {
    for (const name of ['requests/1/a', 'requests/1/b', 'requests/10/a']) {
      await servers.store.put(name, bytes(name), 'text/plain');
    }
    expect(await servers.store.deleteAll('requests/1/')).toBe(2);
    expect(await servers.store.head('requests/1/a')).toBeNull();
    expect(await servers.store.head('requests/10/a')).not.toBeNull();
  });

  it('deletes more than one page', async () => {
    const names = Array.from({ length: 1001 }, (_, index) => `requests/many/${index}`);
    for (let start = 0; start < names.length; start += 50) {
      await Promise.all(
        names.slice(start, start + 50).map((name) => servers.store.put(name, bytes('x'), 'text/plain')),
      );
    }
    expect(await servers.store.deleteAll('requests/many/')).toBe(1001);
    expect(await servers.store.deleteAll('requests/many/')).toBe(0);
  });

  it('deletes by age', async () => {
    await servers.store.put('results/old', bytes('x'), 'text/plain');
    expect(await servers.store.deleteOlder('results/', new Date(Date.now() - 60_000))).toBe(0);
    expect(await servers.store.deleteOlder('results/', new Date(Date.now() + 60_000))).toBe(1);
  });

  it('given an unreachable store, throws unavailable', async () => {
    const away = connectObjectStore({ S3_ENDPOINT: 'http://127.0.0.1:1', S3_BUCKET: 'test', AWS_REGION: 'us-east-1' });
    const telemetry = await startTelemetry('test', false);
    await expect(away.get('images/a')).rejects.toMatchObject({ code: 'unavailable', status: 503 });
    await expect(away.put('images/a', bytes('x'), 'text/plain')).rejects.toMatchObject({ code: 'unavailable' });
    const told = await telemetry.metricsText();
    expect(told).toMatch(/styling_objectstore_operation_duration_seconds_count{[^}]*"get",error_type="\w+"} 1/);
    expect(told).not.toContain('images/a');
    await telemetry.stop();
    away.close();
  });

  it('given a missing bucket, throws instead of returning null', async () => {
    const S3_ENDPOINT = new URL(servers.imageStoreUrl).origin;
    const store = connectObjectStore({ S3_ENDPOINT, S3_BUCKET: 'nowhere', AWS_REGION: 'us-east-1' });
    await expect(store.get('images/a')).rejects.toMatchObject({ code: 'unavailable' });
    await store.createBucket();
    await store.createBucket();
    expect(await store.get('images/a')).toBeNull();
    store.close();
  });
});
