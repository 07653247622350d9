import type { Event } from '../generated/types.gen.ts';
import { signWebhook } from '../webhook-signature.ts';

/** As long as the service waits for a receiver, ms. */
const TIMEOUT_MS = 15_000;

/** What became of an event that was sent to a receiver; without a response, why. */
export type Forwarded = {
  readonly status: number | null;
  readonly failure: string | null;
  readonly latency_ms: number;
};

/**
 * Sends an event as the service sends it to a webhook: the same body, signed, redirects not followed.
 *
 * @throws the reason of `signal`
 */
export async function forwardEvent(
  event: Event,
  { address, secret, signal }: { readonly address: URL; readonly secret: string; readonly signal: AbortSignal },
): Promise<Forwarded> {
  const payload = JSON.stringify(event);
  const timestamp = Math.floor(Date.now() / 1000);
  const began = performance.now();
  const ended = (status: number | null, failure: string | null): Forwarded => ({
    ...{ status, failure },
    latency_ms: Math.round(performance.now() - began),
  });
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch(address, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'Content-Type': 'application/json',
        ...(await signWebhook({ id: event.id, timestamp, payload }, secret)),
      },
      body: payload,
      signal: AbortSignal.any([signal, timeout]),
    });
    await response.body?.cancel();
    return ended(response.status, null);
  } catch (error) {
    signal.throwIfAborted();
    return ended(null, timeout.aborted ? 'timeout' : failureOf(error));
  }
}

/** The code of the system's error, which `fetch` hides in the cause; else the message there. */
function failureOf(error: unknown): string {
  const { cause, message } = error as Error;
  const { code, message: reason = message } = (cause ?? {}) as { code?: unknown; message?: string };
  return typeof code === 'string' ? code : reason;
}
