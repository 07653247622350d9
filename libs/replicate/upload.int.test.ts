import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type FakeResponse, refusals, throttled } from '@styling/fake-models';
import { ServiceError } from '@styling/service';
import { describe, expect, onTestFinished, test } from 'vitest';
import { connectWorker, failure, unhurried, useFakeModels } from './replicate.fixture.ts';

const hosted = useFakeModels();

/** An API that answers with these, one each, and the last one for ever. */
async function api(...answers: FakeResponse[]): Promise<string> {
  const server = createServer((request, response) => {
    const { status, body, headers } = (answers.length > 1 ? answers.shift() : answers[0]) ?? { status: 500, body: {} };
    request.resume().on('end', () => response.writeHead(status, headers).end(JSON.stringify(body)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const stored = { status: 201, body: { id: 'f1', urls: { get: 'https://api.replicate.example/v1/files/f1' } } };
const broken = { status: 503, body: {} };

describe('upload', () => {
  test('given a file, then it has a URL of the API until it is removed', async () => {
    const { replicate } = connectWorker(hosted.fakes);
    const file = await replicate.upload(new Uint8Array([1, 2, 3]), 'image/jpeg', unhurried());
    expect(file.url).toContain(`${hosted.fakes.variables.REPLICATE_BASE_URL}/files/`);
    expect(await hosted.fakes.replicate.files.fetchInput(file.url)).toEqual(new Uint8Array([1, 2, 3]));
    await replicate.removeFile(file.id);
    // Gone already: not worth an error.
    await replicate.removeFile(file.id);
    expect(hosted.fakes.replicate.files.inputs).toBe(0);
  });

  test('given an API that fails and throttles, then the upload is retried, no earlier than requested', async () => {
    const { replicate, slept } = connectWorker(hosted.fakes, { baseUrl: await api(broken, throttled(4), stored) });
    expect((await replicate.upload(new Uint8Array(9), 'image/png', unhurried())).url).toBe(stored.body.urls.get);
    expect(slept).toEqual([1_500, 4_500]);
  });

  test.each([
    ['is broken', [broken], 'unavailable', 'unavailable'],
    ['answers with something else', [{ status: 201, body: {} }], 'internal', 'failed'],
    ['throttles for an hour', [throttled(3_600, 'header')], 'unavailable', 'throttled'],
    ['throttles for 30 years', [throttled(1e9, 'header')], 'unavailable', 'throttled'],
    ['rejects the file', [{ status: 413, body: {} }], 'internal', 'invalid'],
    ['throttles', [throttled(1)], 'unavailable', 'throttled'],
    ['knows no such account', [refusals.unauthenticated], 'internal', 'denied'],
  ])('given an API that %s, then %s', async (_, answers, code, kind) => {
    const { replicate, slept } = connectWorker(hosted.fakes, { baseUrl: await api(...answers) });
    expect(await failure(replicate.upload(new Uint8Array(9), 'image/png', unhurried()))).toMatchObject({
      code,
      cause: { kind },
    });
    expect(slept.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(120_000);
  });

  test('given an unreadable answer to an upload, then the file is not sent again', async () => {
    hosted.fakes.replicate.files.faults.uploads = [{ status: 201, body: Buffer.from('<html>') }];
    const { replicate } = connectWorker(hosted.fakes);
    expect(await failure(replicate.upload(new Uint8Array(9), 'image/png', unhurried()))).toMatchObject({
      code: 'internal',
    });
    expect(hosted.fakes.replicate.counts.uploads).toBe(1);
  });

  test('given a request that is cancelled, then an upload ends at once', async () => {
    hosted.fakes.replicate.files.faults.uploads = ['hang'];
    const { replicate } = connectWorker(hosted.fakes, { timeoutMs: 30_000 });
    const cancelling = new AbortController();
    setTimeout(() => cancelling.abort(new ServiceError('canceled')), 100);
    const begun = performance.now();
    const uploading = replicate.upload(new Uint8Array(9), 'image/png', { ...unhurried(), signal: cancelling.signal });
    expect(await failure(uploading)).toBe(cancelling.signal.reason);
    expect(performance.now() - begun).toBeLessThan(8_000);
  });

  test('given an upload that hangs, then the deadline ends it', async () => {
    hosted.fakes.replicate.files.faults.uploads = ['hang'];
    const { replicate } = connectWorker(hosted.fakes, { timeoutMs: 30_000, clock: () => new Date() });
    const begun = performance.now();
    const limits = { ...unhurried(), deadline: new Date(Date.now() + 300) };
    expect(await failure(replicate.upload(new Uint8Array(9), 'image/png', limits))).toMatchObject({
      code: 'unavailable',
    });
    expect(performance.now() - begun).toBeLessThan(8_000);
  });

  test('given a removal that hangs, then it is given up after a second', async () => {
    const { replicate } = connectWorker(hosted.fakes, { timeoutMs: 30_000 });
    const { id } = await replicate.upload(new Uint8Array(9), 'image/png', unhurried());
    hosted.fakes.replicate.files.faults.removals = ['hang'];
    const begun = performance.now();
    await replicate.removeFile(id);
    expect(performance.now() - begun).toBeLessThan(8_000);
  });
});
