import { z } from 'zod';

/** See {@link jsonSchemas}. */
export type JsonSchemas = ReturnType<typeof jsonSchemas>;

/**
 * Converts zod schemas to JSON Schemas (2020-12) for `#/components/schemas` of an OpenAPI document.
 *
 * @param io `input`: as clients write a request, unknown members allowed; `output`: as clients read a response, no others
 */
export function jsonSchemas(io: 'input' | 'output') {
  /** Those so far with an id (`.meta({ id })`), nested ones included, by id. */
  const components: Record<string, object> = {};
  return {
    components,
    /** A reference when it has an id, else the schema itself. */
    of(schema: z.ZodType): Record<string, unknown> {
      const root = z.toJSONSchema(z.tuple([schema]), {
        io,
        // A base64 image is bytes to the validation and a string on the wire, as its metadata says.
        unrepresentable: 'any',
        override: ({ jsonSchema }) => {
          delete jsonSchema.id;
          // Bounds of a double's integers, not of the API.
          if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
          if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
          if (io === 'input') describeDefault(jsonSchema);
        },
      });
      const { prefixItems, $defs } = JSON.parse(JSON.stringify(root).replaceAll('"#/$defs/', '"#/components/schemas/'));
      Object.assign(components, $defs);
      return prefixItems[0];
    },
  };
}

/** Generators of clients take a member with a default for one that must be sent: the description has it instead. */
function describeDefault(schema: { default?: unknown; description?: string }): void {
  if (schema.default === undefined) return;
  const text = `default: ${JSON.stringify(schema.default)}`;
  schema.description = schema.description === undefined ? text : `${schema.description}; ${text}`;
  delete schema.default;
}
