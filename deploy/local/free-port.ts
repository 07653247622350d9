import { createServer, type Server } from 'node:net';

/**
 * `count` different TCP ports of 127.0.0.1 that nobody listens on at this moment. Another process may still take one
 * first.
 */
export async function freePorts(count: number): Promise<number[]> {
  // All are held until the last is known, so that none is handed out twice.
  const servers = await Promise.all(Array.from({ length: count }, () => listen(0)));
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map(close));
  return ports;
}

/** One free port, see `freePorts`. */
export async function freePort(): Promise<number> {
  const [port] = await freePorts(1);
  return port as number;
}

/**
 * Whether `port` can be listened on at this moment.
 * @param hosts the addresses it is wanted on; `::` stands for all, IPv4 included
 */
export async function portIsFree(port: number, hosts: readonly string[] = ['127.0.0.1']): Promise<boolean> {
  for (const host of hosts) {
    try {
      await close(await listen(port, host));
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (code === 'EADDRINUSE' || code === 'EACCES') return false;
      // A machine without IPv6 has no `::` to be busy.
      if (code !== 'EAFNOSUPPORT' && code !== 'EADDRNOTAVAIL') throw error;
    }
  }
  return true;
}

function listen(port: number, host = '127.0.0.1'): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, () => resolve(server));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
