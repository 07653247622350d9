import type { Settings } from './transport.ts';

/** The service sends something every 15 s; a stream that is silent for longer is cut, or held back by a proxy. */
const SILENT_MS = 40_000;
/** Longest event that is read, characters. */
const MOST_CHARACTERS = 1_048_576;

/**
 * A server-sent event; one without data only has the id to continue from after a reconnect. Parsers of packages drop such ones, as the
 * standard says of browsers; the feed sends them so that the cursor moves where no event was wanted.
 */
export type ServerSentEvent = { readonly id?: string; readonly data?: string };

/**
 * The server-sent events of a response, until its connection ends, for whatever reason; none if there is no such response.
 *
 * @param request address and options of the `fetch`
 * @throws the reason of `signal`
 */
export async function* eventStream(
  { fetch }: Pick<Settings, 'fetch'>,
  [url, init]: readonly [string, RequestInit],
  signal: AbortSignal | undefined,
): AsyncGenerator<ServerSentEvent> {
  const silence = new AbortController();
  const endLater = () => setTimeout(() => silence.abort(), SILENT_MS);
  let timer = endLater();
  try {
    const either = signal ? AbortSignal.any([signal, silence.signal]) : silence.signal;
    const response = await fetch(url, { ...init, signal: either });
    if (!response.ok || !response.body) return;
    const received = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        clearTimeout(timer);
        timer = endLater();
        controller.enqueue(chunk);
      },
    });
    yield* serverSentEvents(response.body.pipeThrough(received));
  } catch {
    signal?.throwIfAborted();
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The events of a stream, as they arrive (HTML standard, section 9.2). An event that the end of the stream cuts off is dropped, as
 * are comments.
 *
 * @throws RangeError when an event is longer than a megabyte
 */
export async function* serverSentEvents(stream: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    while (true) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      // A carriage return at the end may be the first half of a line end.
      const complete = text.endsWith('\r') ? text.slice(0, -1) : text;
      const blocks = complete.split(/\r\n\r\n|\n\n|\r\r/);
      text = (blocks.pop() ?? '') + text.slice(complete.length);
      if (text.length > MOST_CHARACTERS) throw new RangeError('an event is too long');
      for (const block of blocks) {
        const lines = block.split(/\r\n|\n|\r/);
        const id = valuesOf('id', lines).at(-1);
        const data = valuesOf('data', lines);
        if (id === undefined && data.length === 0) continue;
        yield { ...(id !== undefined && { id }), ...(data.length > 0 && { data: data.join('\n') }) };
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

const valuesOf = (field: string, lines: readonly string[]): string[] =>
  lines.filter((line) => line.startsWith(`${field}:`)).map((line) => line.slice(field.length + 1).replace(/^ /, ''));
