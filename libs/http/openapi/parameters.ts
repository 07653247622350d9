import { z } from 'zod';

/** The Parameter Objects of a query string, or of a path, from the schema of each parameter. */
export const parameterObjects = (schema: z.ZodObject | undefined, where: 'query' | 'path'): object[] =>
  Object.entries(schema?.shape ?? {}).map(([name, field]) => {
    const { $schema, description, examples, ...json } = z.toJSONSchema(field as z.ZodType, { io: 'output' });
    return {
      name,
      in: where,
      ...(where === 'path' && { required: true }),
      description,
      schema: json,
      ...(examples?.[0] !== undefined && { example: examples[0] }),
    };
  });
