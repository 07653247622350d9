import { z } from 'zod';
import { type ErrorCode, errorCodes } from '../errors.ts';

/** What goes over the wire in answer to a query: the reply, or the code of a public error. */
export type QueryOutcome =
  | { readonly reply: unknown }
  | { readonly error: ErrorCode; readonly parameters: Readonly<Record<string, string | number>> };

/** A question asked over NATS request/reply. */
export type QueryDefinition<Request extends z.ZodType = z.ZodType, Reply extends z.ZodType = z.ZodType> = {
  readonly subject: string;
  readonly request: Request;
  readonly reply: Reply;
  readonly outcome: z.ZodType<QueryOutcome>;
};

/** Keeps the schema types of a definition, and makes its outcome's: zod compiles a schema, so it is made once. */
export const defineQuery = <Request extends z.ZodType, Reply extends z.ZodType>(
  definition: Omit<QueryDefinition<Request, Reply>, 'outcome'>,
): QueryDefinition<Request, Reply> => ({ ...definition, outcome: outcomeOf(definition.reply) });

const outcomeOf = (reply: z.ZodType) =>
  z.union([
    z.object({ reply }),
    z.object({ error: z.enum(errorCodes), parameters: z.record(z.string(), z.union([z.string(), z.number()])) }),
  ]);
