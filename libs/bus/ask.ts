import type { Msg } from '@nats-io/transport-node';
import { errorCodes, type Open, type QueryDefinition, replyPrefix } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { inSpan, traceHeaders } from '@styling/telemetry';
import type { z } from 'zod';
import type { Bus } from './connect.ts';
import { toHeaders } from './headers.ts';
import { messagingAttributes } from './messaging-attributes.ts';

/** How long a query waits for a lost connection, ms: short, as a client waits for the answer. */
const RECONNECT_MS = 1_000;

/**
 * Asks a query; one replica of the service answers it, possibly of a newer version, see {@link Open}.
 *
 * @throws ServiceError the service's own, `internal` for an unknown one; `unavailable` without a valid answer in time
 */
export const ask = <Request extends z.ZodType, Reply extends z.ZodType>(
  bus: Bus,
  definition: QueryDefinition<Request, Reply>,
  request: z.input<Request>,
): Promise<Open<z.output<Reply>>> => exchange(bus, definition, request, (text) => replyIn(definition, text));

/**
 * {@link ask} for a reply that is passed on, as JSON. What a service with the same declaration replies is returned as it came; what
 * another version replies is validated, and has no member that is not declared here.
 *
 * @throws as {@link ask}
 */
export function askForText<Request extends z.ZodType, Reply extends z.ZodType>(
  bus: Bus,
  definition: QueryDefinition<Request, Reply>,
  request: z.input<Request>,
): Promise<string> {
  const prefix = replyPrefix(definition);
  return exchange(bus, definition, request, (text) =>
    text.startsWith(prefix) ? text.slice(prefix.length, -1) : JSON.stringify(replyIn(definition, text)),
  );
}

/** Sends a query, and reads what is replied. */
function exchange<Request extends z.ZodType, Result>(
  bus: Bus,
  { subject, withinMs: timeout }: Pick<QueryDefinition<Request>, 'subject' | 'withinMs'>,
  request: z.input<Request>,
  read: (text: string) => Result,
): Promise<Result> {
  const attributes = messagingAttributes(subject, 'ask', 'send');
  return inSpan('query.ask', { about: subject, attributes }, async () => {
    if (!bus.isConnected()) await bus.connected(AbortSignal.timeout(RECONNECT_MS));
    if (!bus.isConnected()) throw new ServiceError('unavailable', {}, { cause: new Error('no connection to NATS') });
    const asked = { timeout, headers: toHeaders(traceHeaders()) };
    const message: Msg = await bus.nc.request(subject, JSON.stringify(request), asked).catch((cause) => {
      throw new ServiceError('unavailable', {}, { cause });
    });
    return read(message.string());
  });
}

/** The reply in what came. @throws ServiceError as {@link ask} */
function replyIn<Reply extends z.ZodType>(
  definition: QueryDefinition<z.ZodType, Reply>,
  text: string,
): Open<z.output<Reply>> {
  const outcome = outcomeIn(definition, text);
  if (!('error' in outcome)) return outcome.reply;
  const code = errorCodes.find((known) => known === outcome.error);
  throw code ? new ServiceError(code, outcome.parameters) : new ServiceError('internal');
}

function outcomeIn<Reply extends z.ZodType>({ outcome }: QueryDefinition<z.ZodType, Reply>, text: string) {
  try {
    return outcome.parse(JSON.parse(text));
  } catch (cause) {
    throw new ServiceError('unavailable', {}, { cause });
  }
}
