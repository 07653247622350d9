import { serverSentEvents } from '../event-stream.ts';

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

/** Where messages go, and what comes of them. */
export type RelayOptions = {
  /** Address of the service. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Takes every message that the service sends. */
  send(message: Message): void;
};

/**
 * Relays messages of the Model Context Protocol to the service, each in a POST of its own, whose response is its result or a stream
 * that ends with it. The headers that HTTP requires besides are taken from the message (revision 2026-07-28, "Streamable HTTP").
 */
export function mcpRelay({ baseUrl, apiKey, send }: RelayOptions) {
  const running = new Map<Message['id'], AbortController>();
  let negotiated: string | undefined;

  const receive = (message: Message, request: Message) => {
    const { protocolVersion } = message.result ?? {};
    if (request.method === 'initialize' && typeof protocolVersion === 'string') negotiated = protocolVersion;
    send(message);
  };

  async function exchange(message: Message, signal: AbortSignal): Promise<void> {
    const response = await fetch(`${baseUrl.replace(/\/+$/, '')}/mcp`, {
      method: 'POST',
      headers: { 'X-API-Key': apiKey, ...headersOf(message, negotiated) },
      body: JSON.stringify(message),
      signal,
    });
    if (response.ok && response.body && response.headers.get('content-type')?.startsWith('text/event-stream')) {
      for await (const { data = '' } of serverSentEvents(response.body)) {
        const received = readMessage(data);
        if (received) receive(received, message);
      }
      return;
    }
    const text = await response.text();
    const received = readMessage(text);
    if (received) receive(received, message);
    else if (message.id !== undefined) send(failed(message.id, reasonOf(text, response.status)));
  }

  return {
    /** Relays one message. Resolves when it has been responded to; a failure is a response, too. */
    async relay(message: Message): Promise<void> {
      if (message.method === 'notifications/cancelled') {
        // The service cancels what nobody waits for.
        return running.get(message.params?.requestId as Message['id'])?.abort();
      }
      const stop = new AbortController();
      if (message.id !== undefined) running.set(message.id, stop);
      try {
        await exchange(message, stop.signal);
      } catch (error) {
        if (!stop.signal.aborted && message.id !== undefined) {
          send(failed(message.id, `${baseUrl} did not respond: ${(error as Error).message}`));
        }
      } finally {
        running.delete(message.id);
      }
    },
    /** Ends what is running. */
    stop(): void {
      for (const stop of running.values()) stop.abort();
    },
  };
}

function headersOf(message: Message, negotiated: string | undefined): Record<string, string> {
  const { method = '', params = {} } = message;
  const always = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
  const revision = revisionOf(message);
  if (revision === undefined) {
    const isHandshake = method === 'initialize' || negotiated === undefined;
    return { ...always, ...(!isHandshake && { 'MCP-Protocol-Version': negotiated }) };
  }
  const name = method === 'resources/read' ? params.uri : params.name;
  const named = typeof name === 'string' ? { 'Mcp-Name': name } : {};
  return { ...always, 'MCP-Protocol-Version': revision, 'Mcp-Method': method, ...named };
}

/** What the API or a proxy said in place of a message. */
function reasonOf(text: string, status: number): string {
  const { error, code } = objectIn(text) ?? {};
  if (typeof error !== 'string') return `HTTP status ${status}`;
  return typeof code === 'string' ? `${error} (${code})` : error;
}

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
    isError: true,
    content: [{ type: 'text', text }],
  },
});

/** The message in a text; undefined if it is none. */
export function readMessage(text: string): Message | undefined {
  const value = objectIn(text);
  return value?.jsonrpc === '2.0' ? (value as Message) : undefined;
}

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    return undefined;
  }
}
