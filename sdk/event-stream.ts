import { type ServerSentEvent, serverSentEvents } from './server-sent-events.ts';
import type { Settings } from './transport.ts';

/** The service sends something every 15 s; a stream that is silent for longer is cut, or held back by a proxy. */
const SILENT_MS = 40_000;

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
    const response = await fetch(url, {
      ...init,
      signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
    });
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
