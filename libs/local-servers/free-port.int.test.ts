import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { freePort, freePorts, portIsFree } from './free-port.ts';

it('given ports wanted by several at once, then all are different, free, and none that an outgoing connection takes', async () => {
  const ports = (await Promise.all([freePorts(5), freePorts(5), freePort()])).flat();

  expect(new Set(ports).size).toBe(11);
  for (const port of ports) {
    expect(port).toBeLessThan(32_768);
    expect(await portIsFree(port, ['::', '127.0.0.1'])).toBe(true);
  }
});

it.each(['127.0.0.1', '::'])('given the next port taken on %s, then it is passed over', async (host) => {
  const taken = (await freePort()) + 1;
  const server = createServer().listen(taken, host);
  await once(server, 'listening');
  try {
    expect(await freePort()).not.toBe(taken);
    expect(await portIsFree(taken, ['::', '127.0.0.1'])).toBe(false);
  } finally {
    server.close();
  }
});
