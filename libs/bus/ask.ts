import { errorCodes, type Open, type QueryDefinition, type QueryOutcome } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { inSpan, traceHeaders } from '@styling/telemetry';
import type { z } from 'zod';
import type { Bus } from './connect.ts';
import { toHeaders } from './headers.ts';
import { messagingAttributes } from './messaging-attributes.ts';

/**
 * Asks a query; one replica of the service answers it. The answer may be of a newer version, see {@link Open}.
 *
 * @param options.timeoutMs default 5 s
 * @throws ServiceError the service's own error, `internal` for one that is not known here; `unavailable` without a valid
 *   answer in time
 */
export function ask<Request extends z.ZodType, Reply extends z.ZodType>(
  bus: Bus,
  definition: QueryDefinition<Request, Reply>,
  request: z.input<Request>,
  options: { timeoutMs?: number } = {},
): Promise<Open<z.output<Reply>>> {
  const attributes = messagingAttributes(definition.subject, 'ask', 'send');
  return inSpan('query.ask', { about: definition.subject, attributes }, async () => {
    const outcome = await exchange(bus, definition, request, options.timeoutMs ?? 5_000);
    if (!('error' in outcome)) return outcome.reply;
    const code = errorCodes.find((known) => known === outcome.error);
    throw code ? new ServiceError(code, outcome.parameters) : new ServiceError('internal');
  });
}

async function exchange<Reply extends z.ZodType>(
  bus: Bus,
  definition: QueryDefinition<z.ZodType, Reply>,
  request: unknown,
  timeout: number,
): Promise<QueryOutcome<z.output<Reply>>> {
  try {
    const headers = toHeaders(traceHeaders());
    const message = await bus.nc.request(definition.subject, JSON.stringify(request), { timeout, headers });
    return definition.outcome.parse(message.json());
  } catch (cause) {
    throw new ServiceError('unavailable', {}, { cause });
  }
}
