import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

let received = 0;

/** A collector that accepts and discards every export. @returns its address */
export async function start(): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      received++;
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Exports taken so far. */
export const exports = (): number => received;
