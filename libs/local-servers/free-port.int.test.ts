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
