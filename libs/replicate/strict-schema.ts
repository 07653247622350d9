import { z } from 'zod';

/** A JSON schema and the name the model hears. */
export type AnswerSchema = { readonly name: string; readonly schema: object };

const KEPT: ReadonlySet<string> = new Set([
  'type',
  'description',
  'enum',
  'properties',
  'required',
  'items',
  'additionalProperties',
]);

/**
 * A zod schema as a JSON schema in the subset that models with schema enforcement take: every key required, nothing
 * besides, no alternatives, no lengths or counts (zod checks those afterwards).
 *
 * @throws Error when the schema says what the subset cannot
 */
export function strictSchema(name: string, schema: z.ZodType): AnswerSchema {
  const json = z.toJSONSchema(schema, {
    io: 'output',
    reused: 'inline',
    override: ({ jsonSchema }) => {
      for (const key of ['anyOf', 'oneOf', 'allOf', '$ref']) {
        if (key in jsonSchema) throw new Error(`schema ${name} has ${key}`);
      }
      const { properties = {}, required = [] } = jsonSchema;
      const optional = Object.keys(properties).filter((key) => !required.includes(key));
      if (optional.length > 0) throw new Error(`schema ${name} has optional ${optional.join(', ')}`);
      for (const key of Object.keys(jsonSchema)) {
        if (!KEPT.has(key)) delete jsonSchema[key as keyof typeof jsonSchema];
      }
    },
  });
  const { $schema: _, ...kept } = json;
  return { name, schema: kept };
}
