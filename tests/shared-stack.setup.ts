import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OwnStack } from '@styling/local-stack/own-stack.fixture.ts';

/** Starts a whole system when a test file first asks for it (`joinSharedStack`), and stops it after the last. */
export default async function shareStack(): Promise<() => Promise<void>> {
  let stack: Promise<OwnStack> | undefined;
  const start = async () => {
    const { startOwnStack } = await import('@styling/local-stack/own-stack.fixture.ts');
    return startOwnStack({ ALLOW_PRIVATE_URLS: '1', DAILY_LIMIT: '50' });
  };
  const server = createServer(async (_, response) => {
    try {
      stack ??= start();
      response.end(JSON.stringify(await stack));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.env.STYLING_SHARED_STACK = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return async () => {
    server.close();
    await (await stack)?.stop();
  };
}
