import { createServer } from 'node:http';
import { listenOn } from './listen.ts';

/** HTTP and nothing else. */
export const start = (): Promise<string> =>
  listenOn(
    createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}');
    }),
  );
