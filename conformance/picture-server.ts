import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Pictures } from './pictures.ts';

/** More than the 10 MB that a picture by address may have. */
const TOO_LARGE = 11 * 1024 * 1024;

/** Addresses of pictures on this machine. */
export type PictureServer = {
  readonly outfit: string;
  readonly garment: string;
  readonly blank: string;
  readonly tiny: string;
  readonly text: string;
  readonly large: string;
  close(): void;
};

/**
 * Serves pictures on the loopback interface. A system fetches them only where it runs on this machine and has been
 * allowed private addresses.
 */
export async function servePictures({ selfie, garment, blank, tiny }: Pictures): Promise<PictureServer> {
  const files = {
    outfit: ['image/jpeg', selfie],
    garment: ['image/png', garment],
    blank: ['image/png', blank],
    tiny: ['image/png', tiny],
    text: ['text/plain', Buffer.from('no picture')],
    large: ['image/jpeg', Buffer.alloc(TOO_LARGE)],
  } as const;
  const server = createServer((request, response) => {
    const [type, bytes] = files[request.url?.slice(1) as keyof typeof files] ?? [];
    if (!type) response.writeHead(404).end();
    else response.writeHead(200, { 'Content-Type': type, 'Content-Length': bytes.length }).end(bytes);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const address = (name: keyof typeof files) => `http://127.0.0.1:${port}/${name}`;
  return {
    outfit: address('outfit'),
    garment: address('garment'),
    blank: address('blank'),
    tiny: address('tiny'),
    text: address('text'),
    large: address('large'),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
