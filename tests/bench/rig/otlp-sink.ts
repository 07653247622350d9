import { createServer } from 'node:http';
import { listenOn } from '../floors/listen.ts';

let received = 0;

/** A collector that accepts and discards every export. @returns its address */
export const start = (): Promise<string> =>
  listenOn(
    createServer((request, response) => {
      request.resume().once('end', () => {
        received++;
        response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
      });
    }),
  );

/** Exports taken so far. */
export const exports = (): number => received;
