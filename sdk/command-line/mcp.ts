import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Client } from '../client.ts';
import { defineCommand } from './command.ts';
import { failed, type Message, readMessage, toolError } from './json-rpc.ts';
import { mcpRelay } from './mcp-relay.ts';
import { selfiePathOf, withAsset, withSelfiePath } from './selfie-path.ts';

/** How long an uploaded selfie is kept after its last use. */
const KEPT_SECONDS = 86_400;

export const mcp = defineCommand({
  name: 'mcp',
  usage: '',
  about: 'The Model Context Protocol on stdin and stdout, for agents that start their servers themselves.',
  options: {},
  async run({ client, service, input, wait: { signal }, write, note }) {
    const send = (message: Message) => write(`${JSON.stringify(withSelfiePath(message))}\n`);
    const { relay, stop } = mcpRelay({ ...service, send });
    const assetOf = uploads(client);
    const take = async (message: Message) => {
      const path = selfiePathOf(message);
      if (path === undefined) return relay(message);
      try {
        await relay(withAsset(message, await assetOf(path, signal)));
      } catch (error) {
        send(toolError(message, (error as Error).message));
      }
    };
    note(`relaying to ${service.baseUrl}/mcp`);
    const lines = createInterface({ input: input(), signal });
    for await (const line of lines) {
      if (line.trim() === '') continue;
      const message = readMessage(line);
      // Not awaited: a cancellation comes while the call runs.
      if (message) void take(message);
      else send(failed(undefined, 'a line is not a message'));
    }
    stop();
    signal.throwIfAborted();
  },
});

/** Uploads each version of a picture once. */
function uploads(client: Client) {
  const known = new Map<string, string>();
  return async (path: string, signal: AbortSignal): Promise<string> => {
    const file = await stat(path).catch(() => undefined);
    const version = `${path} ${file?.mtimeMs} ${file?.size}`;
    const earlier = known.get(version);
    if (earlier && (await isKept(client, earlier, signal))) return earlier;
    const { asset_id } = await client.assets.upload(path, { expiresInSeconds: KEPT_SECONDS, signal });
    known.set(version, asset_id);
    return asset_id;
  };
}

const isKept = (client: Client, id: string, signal: AbortSignal): Promise<boolean> =>
  client.assets.get(id, { signal }).then(
    () => true,
    () => false,
  );
