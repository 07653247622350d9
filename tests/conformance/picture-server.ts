import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Pictures } from './pictures.ts';

/** Over the limit of 10 MB for a picture fetched by URL. */
const TOO_LARGE = 11 * 1024 * 1024;

/** The path that is answered 503. */
const UNAVAILABLE = '/unavailable';

/** URLs of pictures on this machine. */
export type PictureServer = Awaited<ReturnType<typeof servePictures>>;

/**
 * Serves pictures on the loopback interface. A system fetches them only if it runs on this machine and private addresses
 * are allowed.
 */
export async function servePictures({ selfie, garment, blank, tiny, face, cutOff }: Pictures) {
  const files = {
    outfit: ['image/jpeg', selfie],
    garment: ['image/png', garment],
    blank: ['image/png', blank],
    tiny: ['image/png', tiny],
    face: ['image/jpeg', face],
    cutOff: ['image/jpeg', cutOff],
    text: ['text/plain', Buffer.from('no picture')],
    large: ['image/jpeg', Buffer.alloc(TOO_LARGE)],
  } as const;
  const server = createServer((request, response) => {
    const [type, bytes] = files[request.url?.slice(1) as keyof typeof files] ?? [];
    if (request.url === UNAVAILABLE) response.writeHead(503).end();
    else if (!type) response.writeHead(404).end();
    else response.writeHead(200, { 'Content-Type': type, 'Content-Length': bytes.length }).end(bytes);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const urls = Object.keys(files).map((name) => [name, `http://127.0.0.1:${port}/${name}`]);
  return {
    unavailable: `http://127.0.0.1:${port}${UNAVAILABLE}`,
    ...(Object.fromEntries(urls) as Record<keyof typeof files, string>),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
