import { z } from 'zod';
import { limits } from '../limits.ts';
import { userId } from '../names.ts';
import { type Open, openSchema } from '../open-schema.ts';

export type QueryDefinition<Request extends z.ZodType = z.ZodType, Reply extends z.ZodType = z.ZodType> = {
  /** `styling.query.<service that answers>.<query>` */
  readonly subject: string;
  readonly request: Request;
  readonly reply: Reply;
  readonly withinMs: number;
  /** On the wire: the reply, or the code of a public error. */
  readonly outcome: z.ZodType<
    | { readonly reply: Open<z.output<Reply>> }
    | { readonly error: string; readonly parameters: Readonly<Record<string, string | number>> }
  >;
};

/** Longer than a hanging object store takes to fail. */
export const DELETE_WITHIN_MS = 10_000;
/** For up to 1,000 deletions. */
export const DELETE_PAGE_WITHIN_MS = 20_000;

/** Members of a paged query; a cursor that it did not return is an `invalid_cursor` error. */
export const pageRequest = (longest: number) => ({
  user_id: userId,
  limit: z.int().min(1).max(longest),
  cursor: z.string().max(limits.cursorLength).nullable(),
});

/** Declares queries that `service` answers. Makes the outcome's schema once: zod compiles it. */
export const defineQuery =
  (service: string) =>
  <Request extends z.ZodRawShape, Reply extends z.ZodRawShape>(
    name: string,
    requestMembers: Request,
    replyMembers: Reply,
    withinMs = 5_000,
  ): QueryDefinition<z.ZodObject<Request>, z.ZodObject<Reply>> => {
    const [request, reply] = [z.object(requestMembers), z.object(replyMembers)];
    const outcome = z.union([
      z.object({ reply: openSchema(reply) }),
      z.object({ error: z.string(), parameters: z.record(z.string(), z.union([z.string(), z.number()])) }),
    ]) as unknown as QueryDefinition<z.ZodObject<Request>, z.ZodObject<Reply>>['outcome'];
    return { subject: `styling.query.${service}.${name}`, request, reply, withinMs, outcome };
  };
