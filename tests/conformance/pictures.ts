import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';

export type Pictures = Awaited<ReturnType<typeof makePictures>>;

/** Pictures that the rows send or serve, derived from that in `docs/example`. */
export async function makePictures() {
  const original = await readFile(new URL('../../docs/example/selfie.jpg', import.meta.url));
  const selfie = await sharp(original).resize({ width: 224 }).jpeg({ quality: 90 }).toBuffer();
  const { width, height } = await sharp(selfie).metadata();
  const plain = (background: string, side: number, high = side) =>
    sharp({ create: { width: side, height: high, channels: 3, background } });
  const beside = [0, width].map((left) => ({ input: selfie, left, top: 0 }));
  const twoPeople = plain('#fff', 2 * width, height).composite(beside);
  const garment = plain('#1b5e3a', 200).extend({ top: 60, bottom: 60, left: 60, right: 60, background: '#fff' });
  return {
    selfie,
    otherFormats: {
      heic: await readFile(new URL('../../libs/testing/photos/grace-hopper.heic', import.meta.url)),
      avif: await sharp(selfie).avif({ effort: 0 }).toBuffer(),
      webp: await sharp(selfie).webp().toBuffer(),
      gif: await sharp(selfie).gif().toBuffer(),
    },
    twoPeople: await twoPeople.jpeg().toBuffer(),
    /** Without shoulders. */
    face: await sharp(original).extract({ left: 160, top: 130, width: 210, height: 165 }).jpeg().toBuffer(),
    lying: await sharp(original).rotate(90).jpeg().toBuffer(),
    blank: await plain('#8899aa', 300).png().toBuffer(),
    garment: await garment.png().toBuffer(),
    cutOff: selfie.subarray(0, selfie.length / 2),
    /** Under 64 pixels. */
    tiny: await plain('#f00', 32).png().toBuffer(),
  };
}

/** The form of a request body. */
export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** The limit is 10 MB for a picture fetched by URL. */
const TOO_LARGE = 11 * 1024 * 1024;

export type PictureServer = Awaited<ReturnType<typeof servePictures>>;

/** Serves pictures on loopback, fetched only by a system that runs here and allows private addresses. */
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
    unavailable: undefined,
  } as const;
  const server = createServer((request, response) => {
    const [type, bytes] = files[request.url?.slice(1) as keyof typeof files] ?? [];
    if (!type) response.writeHead(503).end();
    else response.writeHead(200, { 'Content-Type': type, 'Content-Length': bytes.length }).end(bytes);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const urls = Object.keys(files).map((name) => [name, `http://127.0.0.1:${port}/${name}`]);
  return {
    ...(Object.fromEntries(urls) as Record<keyof typeof files, string>),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
