import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Client } from '../client.ts';
import { defineCommand } from './command.ts';
import { failed, type Message, mcpRelay, readMessage, toolError } from './mcp-relay.ts';

type Members = Readonly<Record<string, unknown>>;
type ToolSchema = Members & { readonly properties?: Members };

/** How long an uploaded selfie is kept after its last use. */
const KEPT_SECONDS = 86_400;
/** What an agent gives in place of a picture's bytes, which it can seldom write. */
const SELFIE_PATH = {
  type: 'string',
  description: 'In place of `selfie_base64`: the path of a picture on this machine, uploaded and kept for a day',
};

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

/** Uploads each version of a picture once, unless it is no longer kept. */
function uploads({ assets }: Client) {
  const known = new Map<string, string>();
  return async (path: string, signal: AbortSignal): Promise<string> => {
    const file = await stat(path).catch(() => undefined);
    const version = `${path} ${file?.mtimeMs} ${file?.size}`;
    const earlier = known.get(version);
    const kept = earlier && (await assets.get(earlier, { signal }).catch(() => undefined));
    const { asset_id } = kept || (await assets.upload(path, { expiresInSeconds: KEPT_SECONDS, signal }));
    known.set(version, asset_id);
    return asset_id;
  };
}

/** The list of tools, in which each that takes a selfie takes its path, too. Other messages are as they were. */
export function withSelfiePath(message: Message): Message {
  const { tools } = message.result ?? {};
  if (!Array.isArray(tools)) return message;
  const extended = tools.map((tool: Members) => {
    const schema = (tool.inputSchema ?? {}) as ToolSchema;
    if (!schema.properties || !('selfie_asset_id' in schema.properties)) return tool;
    return { ...tool, inputSchema: { ...schema, properties: { selfie_path: SELFIE_PATH, ...schema.properties } } };
  });
  return { ...message, result: { ...message.result, tools: extended } };
}

/** The path of a selfie in a tool call; undefined if there is none. */
export function selfiePathOf({ method, params }: Message): string | undefined {
  const { selfie_path } = (params?.arguments ?? {}) as Members;
  return method === 'tools/call' && typeof selfie_path === 'string' ? selfie_path : undefined;
}

/** A tool call with an uploaded picture in place of the path. */
export function withAsset(message: Message, selfie_asset_id: string): Message {
  const { selfie_path: _, ...given } = (message.params?.arguments ?? {}) as Members;
  return { ...message, params: { ...message.params, arguments: { ...given, selfie_asset_id } } };
}
