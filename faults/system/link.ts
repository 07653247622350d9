import { once } from 'node:events';
import { type AddressInfo, createServer, connect as openSocket, type Socket } from 'node:net';
import { type Pump, pump } from './pump.ts';

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
export type Link = {
  /** On 127.0.0.1. */
  readonly port: number;
  set(state: LinkState): void;
  close(): Promise<void>;
};

const FULL = 'HTTP/1.1 507 Insufficient Storage\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';

/** Opens a link to `targetPort` of 127.0.0.1 on a free port. */
export async function openLink(targetPort: number): Promise<Link> {
  let state: LinkState = { is: 'open' };
  const connections = new Set<{ client: Socket; target: Socket; pumps: Pump[] }>();
  const end = (client: Socket, target: Socket) => {
    client.destroy();
    target.destroy();
  };
  const delay = () => (state.is === 'slow' ? state.ms : 0);

  const server = createServer((client) => {
    client.on('error', () => {});
    if (state.is === 'cut') return void client.resetAndDestroy();
    const target = openSocket({ host: '127.0.0.1', port: targetPort });
    target.on('error', () => {});
    client.setNoDelay(true);
    target.setNoDelay(true);
    const refuseWrites = (chunk: Buffer) => {
      if (state.is !== 'full' || !chunk.subarray(0, 4).equals(Buffer.from('PUT '))) return false;
      target.destroy();
      client.removeAllListeners('data').resume().end(FULL);
      return true;
    };
    const there = pump(client, target, delay, refuseWrites);
    const back = pump(target, client, delay);
    const connection = { client, target, pumps: [there, back] };
    connections.add(connection);
    if (state.is === 'held') for (const one of connection.pumps) one.hold();
    client.once('close', () => {
      connections.delete(connection);
      target.destroy();
    });
    target.once('close', () => {
      // Bytes received before the end are still to be delivered.
      if (!client.writableEnded) back.afterAll(() => end(client, target));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    port: (server.address() as AddressInfo).port,
    set(next) {
      state = next;
      for (const { client, pumps } of connections) {
        if (next.is === 'cut') client.resetAndDestroy();
        for (const one of pumps) next.is === 'held' ? one.hold() : one.release();
      }
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const { client, target } of connections) end(client, target);
      await closed;
    },
  };
}
