import { z } from 'zod';
import { type Open, openSchema } from '../open-schema.ts';

/** The reply to a query as the asker gets it, from a service of any version. */
export type QueryOutcome<Reply> =
  | { readonly reply: Open<Reply> }
  | { readonly error: string; readonly parameters: Readonly<Record<string, string | number>> };

/** A query over NATS request/reply. */
export type QueryDefinition<Request extends z.ZodType = z.ZodType, Reply extends z.ZodType = z.ZodType> = {
  /** `styling.query.<service that answers>.<query>` */
  readonly subject: string;
  readonly request: Request;
  readonly reply: Reply;
  /** Time-out of the asker, ms. */
  readonly withinMs: number;
  /** Schema of the message on the wire: the reply, or the code of a public error. */
  readonly outcome: z.ZodType<QueryOutcome<z.output<Reply>>>;
};

/** Default time-out, ms. */
const WITHIN_MS = 5_000;
/** Time-out of a query that deletes, ms: longer than an object store that hangs takes to fail. */
export const DELETE_WITHIN_MS = 10_000;
/** The same for a query that deletes up to 1,000 at once, ms. */
export const DELETE_PAGE_WITHIN_MS = 20_000;

/**
 * Declares a query. The schema of its outcome is made here, once: zod compiles a schema.
 *
 * @param definition `withinMs`: default 5 s
 */
export const defineQuery = <Request extends z.ZodType, Reply extends z.ZodType>(
  definition: Omit<QueryDefinition<Request, Reply>, 'outcome' | 'withinMs'> & { readonly withinMs?: number },
): QueryDefinition<Request, Reply> => ({
  withinMs: WITHIN_MS,
  ...definition,
  outcome: z.union([
    z.object({ reply: openSchema(definition.reply) }),
    z.object({ error: z.string(), parameters: z.record(z.string(), z.union([z.string(), z.number()])) }),
  ]) as unknown as z.ZodType<QueryOutcome<z.output<Reply>>>,
});
