import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Link, openLink } from './link.ts';

let echo: Server;
let link: Link;
const sockets: Socket[] = [];

beforeEach(async () => {
  echo = createServer((socket) => socket.on('error', () => {}).pipe(socket));
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
  link = await openLink(`tcp://127.0.0.1:${(echo.address() as AddressInfo).port}`);
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await link.close();
  echo.close();
});

async function dial(): Promise<{ socket: Socket; text: () => string }> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(link.address).port) });
  sockets.push(socket);
  let heard = '';
  socket.on('data', (chunk) => {
    heard += chunk;
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  return { socket, text: () => heard };
}

/** `once` would throw what the socket met. */
const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));

it('given a held link, then nothing comes until it is open again, and then all of it in order', async () => {
  const { socket, text } = await dial();
  link.set('held');
  const later = await dial();
  socket.write('one ');
  later.socket.write('other');
  await sleep(100);
  socket.write('two');
  expect([text(), later.text()]).toEqual(['', '']);
  link.set('open');
  await expect.poll(() => [text(), later.text()]).toEqual(['one two', 'other']);
});

it('given a cut link, then connections are reset, new ones too, and it serves again once open', async () => {
  const { socket } = await dial();
  const reset = closed(socket);
  link.set('cut');
  await reset;
  const other = connect({ host: '127.0.0.1', port: Number(new URL(link.address).port) }).on('error', () => {});
  await closed(other);
  link.set('open');
  const third = await dial();
  third.socket.write('again');
  await expect.poll(third.text).toBe('again');
});

it('given a full link, then a PUT is answered 507 and a GET passes', async () => {
  link.set('full');
  const put = await dial();
  put.socket.write('PUT /bucket/key HTTP/1.1\r\n\r\nbytes');
  await expect.poll(put.text).toMatch(/^HTTP\/1\.1 507 /);
  const get = await dial();
  get.socket.write('GET /bucket/key HTTP/1.1\r\n\r\n');
  await expect.poll(get.text).toBe('GET /bucket/key HTTP/1.1\r\n\r\n');
});

it('given a target that hangs up, then what it said before still arrives', async () => {
  echo.close();
  await link.close();
  echo = createServer((socket) => socket.end('goodbye'));
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
  link = await openLink(`tcp://127.0.0.1:${(echo.address() as AddressInfo).port}`);
  link.set('open', 50);
  const { socket, text } = await dial();
  await closed(socket);
  expect(text()).toBe('goodbye');
});
