import type { Msg } from '@nats-io/transport-node';
import { errorCodes, type Open, type QueryDefinition } from '@styling/contracts';
import { ServiceError, settledWithin, toServiceError } from '@styling/service';
import { inSpan, type Logger, traceHeaders } from '@styling/telemetry';
import type { z } from 'zod';
import type { Bus } from './connect.ts';
import { messagingAttributes, readHeaders, toHeaders } from './messages.ts';

/** Short, because a client waits for the answer. */
const RECONNECT_MS = 1_000;
const STOP_LIMIT_MS = 10_000;

/**
 * Asks a query; the replica that answers may be newer, see {@link Open}.
 * @throws ServiceError the service's own, `internal` for an unknown one, `unavailable` without a valid answer in time
 */
export function ask<Request extends z.ZodType, Reply extends z.ZodType>(
  bus: Bus,
  { subject, withinMs: timeout, outcome }: QueryDefinition<Request, Reply>,
  request: z.input<Request>,
): Promise<Open<z.output<Reply>>> {
  const attributes = messagingAttributes(subject, 'ask', 'send');
  return inSpan('query.ask', { about: subject, attributes }, async () => {
    if (!bus.isConnected()) await bus.connected(AbortSignal.timeout(RECONNECT_MS));
    if (!bus.isConnected()) throw new ServiceError('unavailable', {}, { cause: new Error('no connection to NATS') });
    const headers = toHeaders(traceHeaders());
    const answered = bus.nc.request(subject, JSON.stringify(request), { timeout, headers });
    const answer = await answered
      .then((message) => outcome.parse(message.json()))
      .catch((cause) => {
        throw new ServiceError('unavailable', {}, { cause });
      });
    if (!('error' in answer)) return answer.reply;
    const code = errorCodes.find((known) => known === answer.error);
    throw code ? new ServiceError(code, answer.parameters) : new ServiceError('internal');
  });
}

/**
 * Answers queries: ServiceErrors reach the asker, other errors and malformed requests are logged and answered
 * `internal`. One replica of a `queue` answers; beyond `concurrency` (256) all are `unavailable`. `stop` resolves after
 * the last answer.
 */
export function answerQueries<Request extends z.ZodType, Reply extends z.ZodType>(
  bus: Bus,
  { subject, request }: QueryDefinition<Request, Reply>,
  handler: (request: z.output<Request>) => Promise<Open<z.input<Reply>>>,
  { queue, log, concurrency = 256 }: { readonly queue: string; readonly log: Logger; readonly concurrency?: number },
): { stop(): Promise<void> } {
  const attributes = messagingAttributes(subject, 'answer', 'process');
  const answering = new Set<Promise<void>>();
  const outcomeOf = async (message: Msg) => {
    try {
      if (answering.size >= concurrency) throw new ServiceError('unavailable');
      const { data, success } = request.safeParse(message.json());
      // The parser's error quotes the request.
      if (!success) throw new TypeError(`malformed request to ${subject}`);
      return { reply: await handler(data) };
    } catch (error) {
      const { code, parameters, status } = toServiceError(error);
      if (status >= 500) log.error({ err: error, subject }, 'query failed');
      return { error: code, parameters };
    }
  };
  const answer = (message: Msg) =>
    inSpan('query.answer', { about: subject, attributes, parent: readHeaders(message.headers) }, async () => {
      const outcome = await outcomeOf(message);
      try {
        message.respond(JSON.stringify(outcome));
      } catch (error) {
        log.error({ err: error, subject }, 'reply not sent');
        // Too large; a connection closed for good needs no answer.
        if (!bus.nc.isClosed()) message.respond(JSON.stringify({ error: 'internal', parameters: {} }));
      }
    });
  const subscription = bus.nc.subscribe(subject, {
    queue,
    callback: (error, message) => {
      if (error) return log.error({ err: error, subject }, 'query subscription failed');
      const work = answer(message).finally(() => answering.delete(work));
      answering.add(work);
    },
  });
  return {
    async stop() {
      if (bus.nc.isClosed()) return;
      if (!subscription.isClosed()) await settledWithin(subscription.drain(), STOP_LIMIT_MS);
      await settledWithin(Promise.all(answering), STOP_LIMIT_MS);
      await settledWithin(bus.nc.flush(), STOP_LIMIT_MS);
    },
  };
}
