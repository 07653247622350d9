import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from './listen.ts';
import { drained } from './send.ts';

/** More than the kernel takes of a response that is not read. */
const PART = 'x'.repeat(20_000_000);

/** A response that has begun, to a client that does not read yet. */
async function begun(): Promise<{ response: ServerResponse; client: Socket }> {
  const { promise, resolve } = Promise.withResolvers<ServerResponse>();
  const app = { handle: (_: unknown, response: ServerResponse) => resolve(response), newRequestId: () => 'req_1' };
  const server = await listen(app, { port: 0, host: '127.0.0.1' });
  const client = connect(server.port, '127.0.0.1').pause();
  client.on('error', () => {});
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  onTestFinished(async () => {
    client.destroy();
    await server.close();
  });
  const response = await promise;
  response.writeHead(200);
  return { response, client };
}

test('given parts that are read, waits for each, and leaves no listener', async () => {
  const { response, client } = await begun();
  const counts = () => response.eventNames().map((name) => [name, response.listenerCount(name)]);
  const listeners = counts();
  // Nothing is unread yet.
  await drained(response);
  client.resume();
  for (let part = 0; part < 12; part++) {
    expect(response.write(PART.slice(0, 200_000))).toBe(false);
    await drained(response);
    expect(response.writableLength).toBe(0);
  }
  expect(counts()).toEqual(listeners);
});

test('given a client that does not read in time, disconnects it', async () => {
  const { response, client } = await begun();
  response.write(PART);
  await drained(response, 50);
  expect(response.destroyed).toBe(true);
  client.resume();
  await once(client, 'close');
});

test('given a client that leaves, waits no longer', async () => {
  const { response, client } = await begun();
  response.write(PART);
  client.destroy();
  await drained(response);
  expect(response.destroyed).toBe(true);
  // Nor for what is written then.
  response.write(PART);
  await drained(response);
});
