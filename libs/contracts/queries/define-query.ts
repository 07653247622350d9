import { z } from 'zod';
import { errorCodes } from '../errors.ts';

/** A question asked over NATS request/reply. */
export type QueryDefinition<Request extends z.ZodType = z.ZodType, Reply extends z.ZodType = z.ZodType> = {
  readonly subject: string;
  readonly request: Request;
  readonly reply: Reply;
};

/** Keeps the schema types of a definition. */
export const defineQuery = <Request extends z.ZodType, Reply extends z.ZodType>(
  definition: QueryDefinition<Request, Reply>,
): QueryDefinition<Request, Reply> => definition;

/** What goes over the wire in answer to a query: the reply, or the code of a public error. */
export const queryOutcome = <Reply extends z.ZodType>(reply: Reply) =>
  z.union([
    z.object({ reply }),
    z.object({ error: z.enum(errorCodes), parameters: z.record(z.string(), z.union([z.string(), z.number()])) }),
  ]);
