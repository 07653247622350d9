import type { Event } from '../generated/types.gen.ts';
import { base64Of } from '../picture.ts';
import { signWebhook } from '../webhook-signature.ts';
import { defineCommand, UsageError } from './command.ts';
import { eventLine, typesOf } from './events.ts';

/** How long the service waits for a receiver, ms. */
const TIMEOUT_MS = 15_000;

export const listen = defineCommand({
  name: 'listen',
  usage: '',
  about: 'Each event as it happens, sent to a local address as to a webhook, which needs no public one.',
  options: {
    'forward-to': { type: 'string', value: 'ADDRESS', about: 'Where to send, e.g. http://localhost:3000/hooks' },
    secret: { type: 'string', value: 'SECRET', about: 'With which they are signed, whsec_…; default: a new one' },
    types: { type: 'string', value: 'TYPES', about: 'Only of these types, e.g. job.succeeded,job.failed' },
  },
  async run({ client, values, wait: { signal }, print, note }) {
    const address = addressOf(values['forward-to']);
    const secret = values.secret ?? newSecret();
    await checkSecret(secret);
    const cursor = await client.events.latestCursor({ signal });
    note(address ? `sending events to ${address}, signed with ${secret}` : 'waiting for events');
    for await (const event of client.events.follow({ ...typesOf(values.types), cursor, signal })) {
      if (!address) print(eventLine(event), event);
      else {
        const forwarded = await forwardEvent(event, { address, secret, signal });
        const { status, failure, latency_ms } = forwarded;
        const outcome = `-> ${status ?? `no response (${failure})`} in ${latency_ms} ms`;
        print(`${eventLine(event)}  ${outcome}`, { event, forwarded });
      }
    }
  },
});

/**
 * Sends an event as the service sends it to a webhook: the same body, signed, redirects not followed.
 *
 * @returns what became of it; without a response, why
 * @throws the reason of `signal`
 */
async function forwardEvent(
  event: Event,
  { address, secret, signal }: { readonly address: URL; readonly secret: string; readonly signal: AbortSignal },
) {
  const payload = JSON.stringify(event);
  const timestamp = Math.floor(Date.now() / 1000);
  const began = performance.now();
  const latency = () => Math.round(performance.now() - began);
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const signature = await signWebhook({ id: event.id, timestamp, payload }, secret);
    const response = await fetch(address, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Content-Type': 'application/json', ...signature },
      body: payload,
      signal: AbortSignal.any([signal, timeout]),
    });
    await response.body?.cancel();
    return { status: response.status, failure: null, latency_ms: latency() };
  } catch (error) {
    signal.throwIfAborted();
    return { status: null, failure: timeout.aborted ? 'timeout' : failureOf(error), latency_ms: latency() };
  }
}

/** The code of the system's error, which `fetch` hides in the cause; else the message there. */
function failureOf(error: unknown): string {
  const { cause = error } = error as Error;
  const { code, message } = cause as NodeJS.ErrnoException;
  return code ?? message;
}

function addressOf(text: string | undefined): URL | undefined {
  if (text === undefined) return undefined;
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    throw new UsageError('--forward-to must be an http or https address');
  }
  return new URL(text);
}

async function checkSecret(secret: string): Promise<void> {
  try {
    await signWebhook({ id: '', timestamp: 0, payload: '' }, secret);
  } catch {
    throw new UsageError('--secret must be whsec_ and base64');
  }
}

const newSecret = (): string => `whsec_${base64Of(crypto.getRandomValues(new Uint8Array(32)))}`;
