import type { Message } from './json-rpc.ts';

type Members = Readonly<Record<string, unknown>>;
type ToolSchema = Members & { readonly properties?: Members };

/** What an agent gives in place of a picture's bytes, which it can seldom write. */
const SELFIE_PATH = {
  type: 'string',
  description:
    'In place of `selfie_base64`: the path of a picture on this machine, which is uploaded and kept for a day',
};

/** The list of tools, in which each that takes a selfie takes its path, too. Other messages are as they were. */
export function withSelfiePath(message: Message): Message {
  const { tools } = message.result ?? {};
  if (!Array.isArray(tools)) return message;
  const extended = tools.map((tool: Members) => {
    const schema = (tool.inputSchema ?? {}) as ToolSchema;
    if (!schema.properties || !('selfie_asset_id' in schema.properties)) return tool;
    return {
      ...tool,
      inputSchema: { ...schema, properties: { selfie_path: SELFIE_PATH, ...schema.properties } },
    };
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
