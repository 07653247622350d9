import { once } from 'node:events';
import { type AddressInfo, createServer, connect as openSocket, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** What happens to the bytes that cross a link. */
export type LinkState =
  | { readonly is: 'open' }
  /** Every byte is delayed by so many milliseconds, in either direction. */
  | { readonly is: 'slow'; readonly ms: number }
  /** Nothing arrives and no error is raised: the bytes wait until the link is open again. */
  | { readonly is: 'held' }
  /** Connections are reset, new ones too. */
  | { readonly is: 'cut' }
  /** HTTP writes (PUT) are answered 507, as by a store whose disk is full. */
  | { readonly is: 'full' };

/** A proxy between one process and one server that can degrade the connection. */
export type Link = Awaited<ReturnType<typeof openLink>>;

const FULL = 'HTTP/1.1 507 Insufficient Storage\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';

/** Opens a link to `targetPort` of 127.0.0.1 on a free port. */
export async function openLink(targetPort: number) {
  let state: LinkState = { is: 'open' };
  let released = Promise.withResolvers<void>();
  const clients = new Set<Socket>();

  /** Adds the time at which each chunk is due; 16 of them may wait before the sender is paused. */
  const stamped = () =>
    new Transform({
      readableObjectMode: true,
      transform(chunk, _, done) {
        done(null, { chunk, due: performance.now() + (state.is === 'slow' ? state.ms : 0) });
      },
    });
  async function* late(chunks: AsyncIterable<{ chunk: Buffer; due: number }>) {
    for await (const { chunk, due } of chunks) {
      const early = due - performance.now();
      if (early > 0) await sleep(early);
      if (state.is === 'held') await released.promise;
      yield chunk;
    }
  }
  const refusingWrites = (client: Socket) =>
    async function* (chunks: AsyncIterable<Buffer>) {
      let isRefused = false;
      for await (const chunk of chunks) {
        if (!isRefused && state.is === 'full' && chunk.subarray(0, 4).equals(Buffer.from('PUT '))) {
          isRefused = true;
          client.write(FULL);
        }
        if (!isRefused) yield chunk;
      }
    };

  // Half-open, so that bytes received before one side ended are still delivered.
  const options = { allowHalfOpen: true, noDelay: true };
  const server = createServer(options, (client) => {
    client.on('error', () => {});
    if (state.is === 'cut') return void client.resetAndDestroy();
    const target = openSocket({ host: '127.0.0.1', port: targetPort, ...options }).on('error', () => {});
    clients.add(client);
    client.once('close', () => clients.delete(client));
    // A side that fails ends the other.
    pipeline(client, refusingWrites(client), stamped(), late, target).catch(() => {});
    pipeline(target, stamped(), late, client).catch(() => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    /** On 127.0.0.1. */
    port: (server.address() as AddressInfo).port,
    set(next: LinkState): void {
      state = next;
      if (next.is !== 'held') {
        released.resolve();
        released = Promise.withResolvers();
      }
      if (next.is === 'cut') for (const client of clients) client.resetAndDestroy();
    },
    async close(): Promise<void> {
      const closed = once(server, 'close');
      server.close();
      for (const client of clients) client.destroy();
      await closed;
    },
  };
}
