import { headers as createHeaders } from '@nats-io/transport-node';
import type { QueryDefinition } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { inSpan, traceHeaders } from '@styling/telemetry';
import type { z } from 'zod';
import type { Bus } from './connect.ts';

/**
 * Asks a query of whichever replica answers it.
 *
 * @param options.timeoutMs 5 s unless told
 * @throws ServiceError the answerer's own error; `unavailable` when nobody answered in time, or not in the agreed form
 */
export function ask<Request extends z.ZodType, Reply extends z.ZodType>(
  bus: Bus,
  definition: QueryDefinition<Request, Reply>,
  request: z.input<Request>,
  options: { timeoutMs?: number } = {},
): Promise<z.output<Reply>> {
  const attributes = {
    'messaging.system': 'nats',
    'messaging.destination.name': definition.subject,
    'messaging.operation.name': 'ask',
    'messaging.operation.type': 'send',
  };
  return inSpan('query.ask', { about: definition.subject, attributes }, async () => {
    const outcome = await exchange(bus, definition, request, options.timeoutMs ?? 5_000);
    if ('error' in outcome) throw new ServiceError(outcome.error, outcome.parameters);
    return outcome.reply as z.output<Reply>;
  });
}

async function exchange(bus: Bus, definition: QueryDefinition, request: unknown, timeout: number) {
  const headers = createHeaders();
  for (const [name, value] of Object.entries(traceHeaders())) headers.set(name, value);
  try {
    const message = await bus.nc.request(definition.subject, JSON.stringify(request), { timeout, headers });
    return definition.outcome.parse(message.json());
  } catch (cause) {
    throw new ServiceError('unavailable', {}, { cause });
  }
}
