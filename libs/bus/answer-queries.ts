import type { Msg } from '@nats-io/transport-node';
import { type JsonText, type Open, type QueryDefinition, replyPrefix, toJsonText } from '@styling/contracts';
import { ServiceError, settledWithin, toServiceError } from '@styling/service';
import { inSpan, type Logger } from '@styling/telemetry';
import type { z } from 'zod';
import type { Bus } from './connect.ts';
import { readHeaders } from './headers.ts';
import { messagingAttributes } from './messaging-attributes.ts';

export type AnswerOptions = {
  /** Queue group: of all replicas with the same one, one answers. */
  readonly queue: string;
  readonly log: Logger;
  /** Queries answered at the same time; further ones are answered `unavailable`. Default 256. */
  readonly concurrency?: number;
};

const STOP_LIMIT_MS = 10_000;

/**
 * Answers a query with what `handler` returns; text has to be of the declared form to the letter. A ServiceError reaches the asker; anything else, also a malformed request,
 * is logged and answered as `internal`.
 *
 * @returns `stop`, which takes no further query and resolves when the last answer has been sent
 */
export function answerQueries<Request extends z.ZodType, Reply extends z.ZodType>(
  bus: Bus,
  definition: QueryDefinition<Request, Reply>,
  handler: (request: z.output<Request>) => Promise<Open<z.input<Reply>> | JsonText>,
  options: AnswerOptions,
): { stop(): Promise<void> } {
  const { queue, log, concurrency = 256 } = options;
  const { subject } = definition;
  const attributes = messagingAttributes(subject, 'answer', 'process');
  const prefix = replyPrefix(definition);
  const answering = new Set<Promise<void>>();
  const outcome = async (message: Msg): Promise<string> => {
    try {
      if (answering.size >= concurrency) throw new ServiceError('unavailable');
      return `${prefix}${toJsonText(await handler(readRequest(definition, message)))}}`;
    } catch (error) {
      const { code, parameters, status } = toServiceError(error);
      if (status >= 500) log.error({ err: error, subject }, 'query failed');
      return JSON.stringify({ error: code, parameters });
    }
  };
  const answer = (message: Msg) =>
    inSpan('query.answer', { about: subject, attributes, parent: readHeaders(message.headers) }, async () => {
      const reply = await outcome(message);
      try {
        message.respond(reply);
      } catch (error) {
        log.error({ err: error, subject }, 'reply not sent');
        // Too large, or no JSON; a connection that is closed for good needs no answer.
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

/** @throws TypeError that, unlike those of the parsers, does not quote the request */
function readRequest<Request extends z.ZodType>(definition: QueryDefinition<Request>, message: Msg): z.output<Request> {
  try {
    return definition.request.parse(message.json());
  } catch {
    throw new TypeError(`malformed request to ${definition.subject}`);
  }
}
