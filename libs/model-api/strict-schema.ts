import { z } from 'zod';

/** A JSON schema and its name, as shown to the model. */
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
 * Converts a zod schema to the JSON Schema subset that models with schema enforcement accept: every key required, no
 * additional properties, no alternatives, no lengths or counts (zod checks those afterwards).
 *
 * @throws Error if the subset cannot express the schema
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
