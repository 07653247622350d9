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
  /** What goes over the wire: the reply, or the code of a public error. */
  readonly outcome: z.ZodType<QueryOutcome<z.output<Reply>>>;
};

/** Declares a query. The schema of its outcome is made here, once: zod compiles a schema. */
export const defineQuery = <Request extends z.ZodType, Reply extends z.ZodType>(
  definition: Omit<QueryDefinition<Request, Reply>, 'outcome'>,
): QueryDefinition<Request, Reply> => ({
  ...definition,
  outcome: z.union([
    z.object({ reply: openSchema(definition.reply) }),
    z.object({ error: z.string(), parameters: z.record(z.string(), z.union([z.string(), z.number()])) }),
  ]) as unknown as z.ZodType<QueryOutcome<z.output<Reply>>>,
});
