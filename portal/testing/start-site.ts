import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { KEYS_SCRIPT, LIMITS_SCRIPT, runScript } from '@styling/local-servers/run-script';
import type { SharedStack } from '@styling/local-stack/shared-stack.fixture.ts';

/** A whole system whose portal is looked at. */
export type Site = Awaited<ReturnType<typeof startSite>>;

/**
 * Starts a receiver of webhooks beside a whole system.
 *
 * @param stack which sends to this machine
 * @param user whose key `apiKey` is
 */
export async function startSite(
  stack: Omit<SharedStack, 'apiKey'>,
  { user, apiKey }: { readonly user: string; readonly apiKey: string },
) {
  const receiver = createServer((request, response) => {
    request.resume();
    response.writeHead(request.url === '/broken' ? 500 : 204).end();
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const env = { ...stack.environments.operator, PORTAL_URL: stack.apiUrl };
  return {
    /** Address of the API, without a slash at its end. */
    url: stack.apiUrl,
    imageStoreUrl: stack.addresses.IMAGE_STORE_URL,
    user,
    apiKey,
    /** Address of a server that takes webhooks, but none at `/broken`. */
    receiverUrl: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
    /** Runs `npm run keys -- …`. @returns the last line that it prints */
    keys: async (...args: string[]): Promise<Record<string, string>> => {
      const output = await runScript(KEYS_SCRIPT, args, { env });
      return JSON.parse(output.trim().split('\n').at(-1) ?? '{}');
    },
    /** Runs `npm run limits -- …`. */
    limits: async (...args: string[]): Promise<void> => {
      await runScript(LIMITS_SCRIPT, args, { env });
    },
    /** Makes a link that signs a user in, once. */
    invite: async (user: string): Promise<string> => {
      const output = await runScript(KEYS_SCRIPT, ['invite', '--user', user], { env });
      const [link] = /http\S+#token=[\w-]+/.exec(output) ?? [];
      if (!link) throw new Error('keys invite did not print a link');
      return link;
    },
    stop: () => void receiver.close(),
  };
}
