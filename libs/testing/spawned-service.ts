import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { TestServers } from './servers.ts';

/**
 * Starts a capability's `main.ts` in a process of its own, as production does, and waits until it is ready; it ends with
 * the test. Of the environment only what finds programs is inherited.
 */
export async function spawnService(main: URL, servers: TestServers, variables: NodeJS.ProcessEnv): Promise<void> {
  const { origin, pathname } = new URL(servers.imageStoreUrl);
  const { PATH, HOME, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = process.env;
  const child = spawn(process.execPath, [fileURLToPath(main)], {
    env: {
      ...{ PATH, HOME, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, STYLING_PROVIDER: 'ondevice' },
      ...{ NATS_URL: servers.nats.url, S3_ENDPOINT: origin, S3_BUCKET: pathname.slice(1) },
      ...{ IMAGE_STORE_URL: servers.imageStoreUrl, ...variables },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  onTestFinished(async () => {
    child.kill();
    await exit;
  });
  let output = '';
  for await (const text of child.stdout.iterator({ destroyOnReturn: false })) {
    output += text;
    if (output.includes('"msg":"ready"')) break;
  }
  child.stdout.resume();
  if (!output.includes('"msg":"ready"')) throw new Error(`${main} ended before it was ready: ${output}`);
}
