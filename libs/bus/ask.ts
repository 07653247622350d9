import { errorCodes, type Open, type QueryDefinition } from '@styling/contracts';
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
 * @param options.timeoutMs default 5 s
 * @throws ServiceError the service's own, `internal` for an unknown one; `unavailable` without a valid answer in time
 */
export function ask<Request extends z.ZodType, Reply extends z.ZodType>(
  bus: Bus,
  definition: QueryDefinition<Request, Reply>,
  request: z.input<Request>,
  options: { timeoutMs?: number } = {},
): Promise<Open<z.output<Reply>>> {
  const attributes = messagingAttributes(definition.subject, 'ask', 'send');
  return inSpan('query.ask', { about: definition.subject, attributes }, async () => {
    if (!bus.isConnected()) await bus.connected(AbortSignal.timeout(RECONNECT_MS));
    if (!bus.isConnected()) throw new ServiceError('unavailable', {}, { cause: new Error('no connection to NATS') });
    const asked = { timeout: options.timeoutMs ?? 5_000, headers: toHeaders(traceHeaders()) };
    const outcome = await bus.nc
      .request(definition.subject, JSON.stringify(request), asked)
      .then((message) => definition.outcome.parse(message.json()))
      .catch((cause) => {
        throw new ServiceError('unavailable', {}, { cause });
      });
    if (!('error' in outcome)) return outcome.reply;
    const code = errorCodes.find((known) => known === outcome.error);
    throw code ? new ServiceError(code, outcome.parameters) : new ServiceError('internal');
  });
}
