import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports of outgoing connections (Linux from 32,768, macOS from 49,152), any of which could take one. */
const [LOWEST, HIGHEST] = [15_000, 32_000];

// In sequence from a random start, so that two processes that start servers at once rarely collide.
let next = randomInt(LOWEST, HIGHEST);

/** Finds free TCP ports, given to us again only after all others, so that a server may restart on its port. */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) {
    const port = next;
    next = port + 1 < HIGHEST ? port + 1 : LOWEST;
    if (await portIsFree(port, ['::', '127.0.0.1'])) ports.push(port);
  }
  return ports;
}

/** Finds one free port, see {@link freePorts}. */
export const freePort = async (): Promise<number> => (await freePorts(1))[0] as number;

/** `port`, else (0 or undefined) a free one. @throws Error of one line when the port of `server` is in use on 127.0.0.1 */
export async function portOrFree(server: string, port?: number): Promise<number> {
  if (!port) return freePort();
  if (await portIsFree(port)) return port;
  throw new Error(`${server}: port ${port} of 127.0.0.1 is already in use`);
}

/** Whether `port` is free now. @param hosts the addresses it is wanted on; `::` stands for all */
export async function portIsFree(port: number, hosts: readonly string[] = ['127.0.0.1']): Promise<boolean> {
  for (const host of hosts) {
    await using server = createServer().listen({ port, host, exclusive: true });
    try {
      await once(server, 'listening');
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      // A machine without IPv6 has no `::` to be busy.
      if (code !== 'EAFNOSUPPORT' && code !== 'EADDRNOTAVAIL') return false;
    }
  }
  return true;
}
