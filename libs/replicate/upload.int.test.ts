import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { refusals, throttled } from '@styling/fake-models';
import { describe, expect, onTestFinished, test } from 'vitest';
import { connectWorker, failure, useFakeModels } from './replicate.fixture.ts';

const hosted = useFakeModels();

/** An API that answers with these, one each, and the last one for ever. */
async function api(...answers: { status: number; body: unknown }[]): Promise<string> {
  const server = createServer((request, response) => {
    const { status, body } = (answers.length > 1 ? answers.shift() : answers[0]) ?? { status: 500, body: {} };
    request.resume().on('end', () => response.writeHead(status).end(JSON.stringify(body)));
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
    const file = await replicate.upload(new Uint8Array([1, 2, 3]), 'image/jpeg');
    expect(file.url).toContain(`${hosted.fakes.variables.REPLICATE_BASE_URL}/files/`);
    expect(await hosted.fakes.replicate.files.fetchInput(file.url)).toEqual(new Uint8Array([1, 2, 3]));
    await replicate.removeFile(file.id);
    // Gone already: not worth an error.
    await replicate.removeFile(file.id);
    expect(hosted.fakes.replicate.files.inputs).toBe(0);
  });

  test('given an API that fails and throttles, then the upload is retried, no earlier than requested', async () => {
    const { replicate, slept } = connectWorker(hosted.fakes, { baseUrl: await api(broken, throttled(4), stored) });
    expect((await replicate.upload(new Uint8Array(9), 'image/png')).url).toBe(stored.body.urls.get);
    expect(slept).toEqual([1_500, 4_500]);
  });

  test.each([
    ['is broken', [broken], 'unavailable', 'unavailable'],
    ['answers with something else', [{ status: 201, body: {} }], 'unavailable', 'unavailable'],
    ['throttles', [throttled(1)], 'unavailable', 'throttled'],
    ['knows no such account', [refusals.unauthenticated], 'internal', 'invalid'],
  ])('given an API that %s, then %s', async (_, answers, code, kind) => {
    const { replicate } = connectWorker(hosted.fakes, { baseUrl: await api(...answers) });
    expect(await failure(replicate.upload(new Uint8Array(9), 'image/png'))).toMatchObject({ code, cause: { kind } });
  });
});
