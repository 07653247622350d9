import { serverSentEvents } from '../server-sent-events.ts';
import { failed, type Message, readMessage, revisionOf } from './json-rpc.ts';

/** Where messages go, and what comes of them. */
export type RelayOptions = {
  /** Of the service. */
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
  const always = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
  const revision = revisionOf(message);
  if (revision === undefined) {
    const isHandshake = message.method === 'initialize' || negotiated === undefined;
    return { ...always, ...(!isHandshake && { 'MCP-Protocol-Version': negotiated }) };
  }
  const { method = '', params = {} } = message;
  const name = method === 'resources/read' ? params.uri : params.name;
  return {
    ...{ ...always, 'MCP-Protocol-Version': revision, 'Mcp-Method': method },
    ...(typeof name === 'string' && { 'Mcp-Name': name }),
  };
}

/** What the API or a proxy said in place of a message. */
function reasonOf(text: string, status: number): string {
  try {
    const { error, code } = JSON.parse(text) as { error?: unknown; code?: unknown };
    if (typeof error === 'string') return typeof code === 'string' ? `${error} (${code})` : error;
  } catch {
    // No body of the API.
  }
  return `HTTP status ${status}`;
}
