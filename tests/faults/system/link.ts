import { once } from 'node:events';
import { type AddressInfo, createServer, connect as openSocket, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** `held`: bytes wait, without an error; `cut`: connections are reset; `full`: PUTs are answered 507. */
export type LinkState = 'open' | 'held' | 'cut' | 'full';

export type Link = Awaited<ReturnType<typeof openLink>>;

const FULL = 'HTTP/1.1 507 Insufficient Storage\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';

/** Opens a proxy to a server of 127.0.0.1 on a free port, which can degrade the connection. */
export async function openLink(target: string) {
  const url = new URL(target);
  const targetPort = Number(url.port);
  let state: LinkState = 'open';
  let delayMs = 0;
  let released = Promise.withResolvers<void>();
  const clients = new Set<Socket>();

  async function late(chunk: Buffer): Promise<Buffer> {
    if (delayMs > 0) await sleep(delayMs);
    if (state === 'held') await released.promise;
    return chunk;
  }
  /** In order; so many chunks may wait before the sender is paused. */
  const delayed = (chunks: AsyncIterable<Buffer>) => Readable.from(chunks).map(late, { concurrency: 16 });
  const refusingWrites = (client: Socket) =>
    async function* (chunks: AsyncIterable<Buffer>) {
      let isRefused = false;
      for await (const chunk of chunks) {
        if (!isRefused && state === 'full' && chunk.subarray(0, 4).equals(Buffer.from('PUT '))) {
          isRefused = true;
          client.write(FULL);
        }
        if (!isRefused) yield chunk;
      }
    };

  // Half-open, so that bytes received before one side ended are still delivered.
  const options = { allowHalfOpen: true, noDelay: true };
  const proxy = createServer(options, (client) => {
    client.on('error', () => {});
    if (state === 'cut') return void client.resetAndDestroy();
    const server = openSocket({ host: '127.0.0.1', port: targetPort, ...options }).on('error', () => {});
    clients.add(client);
    client.once('close', () => clients.delete(client));
    // A side that fails ends the other.
    pipeline(client, refusingWrites(client), delayed, server).catch(() => {});
    pipeline(server, delayed, client).catch(() => {});
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  url.port = String((proxy.address() as AddressInfo).port);

  return {
    address: url.href.replace(/\/$/, ''),
    /** Delays every byte by `ms`, in either direction. */
    set(next: LinkState, ms = 0): void {
      state = next;
      delayMs = ms;
      if (next !== 'held') {
        released.resolve();
        released = Promise.withResolvers();
      }
      if (next === 'cut') for (const client of clients) client.resetAndDestroy();
    },
    async close(): Promise<void> {
      const closed = once(proxy, 'close');
      proxy.close();
      for (const client of clients) client.destroy();
      await closed;
    },
  };
}
