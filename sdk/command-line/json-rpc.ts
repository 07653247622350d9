/** A message of the Model Context Protocol: JSON-RPC 2.0. */
export type Message = {
  readonly jsonrpc: '2.0';
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Params;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
};
type Params = Readonly<Record<string, unknown>> & { readonly _meta?: Readonly<Record<string, unknown>> };

const VERSION_IN_META = 'io.modelcontextprotocol/protocolVersion';
/** What a failure outside of the protocol is called in it: the range for servers begins here (JSON-RPC 2.0, section 5.1). */
const SERVER_ERROR = -32_000;

/** The revision that a message itself names, as messages of 2026-07-28 and later do; undefined in earlier ones. */
export function revisionOf({ params }: Message): string | undefined {
  const version = params?._meta?.[VERSION_IN_META];
  return typeof version === 'string' ? version : undefined;
}

/** The response of a request that failed on its way. */
export const failed = (id: Message['id'], message: string): Message => ({
  jsonrpc: '2.0',
  ...(id !== undefined && { id }),
  error: { code: SERVER_ERROR, message },
});

/** The result of a tool call that an agent can mend. */
export const toolError = (call: Message, text: string): Message => ({
  jsonrpc: '2.0',
  ...(call.id !== undefined && { id: call.id }),
  result: {
    ...(revisionOf(call) !== undefined && { resultType: 'complete' }),
    ...{ isError: true, content: [{ type: 'text', text }] },
  },
});

/** The message in a text; undefined if it is none. */
export function readMessage(text: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isMessage = typeof value === 'object' && value !== null && 'jsonrpc' in value && value.jsonrpc === '2.0';
    return isMessage ? (value as Message) : undefined;
  } catch {
    return undefined;
  }
}
