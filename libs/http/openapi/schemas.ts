import { z } from 'zod';

export type JsonSchemas = ReturnType<typeof jsonSchemas>;

/** zod to JSON Schema 2020-12 for `#/components/schemas`; `input` allows unknown members, `output` does not. */
export function jsonSchemas(io: 'input' | 'output') {
  /** Keyed by `.meta({ id })`, nested ones included. */
  const components: Record<string, object> = {};
  return {
    components,
    /** A reference when it has an id. */
    of(schema: z.ZodType): Record<string, unknown> {
      const root = z.toJSONSchema(z.tuple([schema]), {
        io,
        // A base64 image is bytes to zod and a string on the wire, as its metadata says.
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

/** Client generators take a member with a default for required: the description has it instead. */
function describeDefault(schema: { default?: unknown; description?: string }): void {
  if (schema.default === undefined) return;
  const text = `default: ${JSON.stringify(schema.default)}`;
  schema.description = schema.description === undefined ? text : `${schema.description}; ${text}`;
  delete schema.default;
}
