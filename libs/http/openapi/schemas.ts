import { z } from 'zod';

/** The JSON Schemas of some zod schemas. */
export type JsonSchemas = {
  /** Schema of one of them: a reference when it has an id, else the schema itself. */
  of(schema: z.ZodType): object;
  /** Those with an id (`.meta({ id })`), nested ones included, by id. */
  readonly components: Readonly<Record<string, object>>;
};

/**
 * JSON Schemas (2020-12) for `#/components/schemas` of an OpenAPI document.
 *
 * @param io `input`: as clients write a request, unknown members allowed; `output`: as clients read a response, no others
 */
export function jsonSchemas(schemas: Iterable<z.ZodType>, io: 'input' | 'output'): JsonSchemas {
  const unique = [...new Set(schemas)];
  const root = z.toJSONSchema(z.tuple(unique as [z.ZodType]), {
    io,
    // A base64 image is bytes to the validation and a string on the wire, as its metadata says.
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      delete jsonSchema.id;
      // Bounds of a double's integers, not of the API.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (io === 'input') sayDefault(jsonSchema);
    },
  });
  const { prefixItems = [], $defs = {} } = JSON.parse(
    JSON.stringify(root).replaceAll('"#/$defs/', '"#/components/schemas/'),
  ) as { prefixItems?: object[]; $defs?: Record<string, object> };
  return {
    of(schema) {
      const found = prefixItems[unique.indexOf(schema)];
      if (!found) throw new TypeError('not one of these schemas');
      return found;
    },
    components: $defs,
  };
}

/** Generators of clients take a member with a default for one that must be sent: the description says it instead. */
function sayDefault(schema: { default?: unknown; description?: string }): void {
  if (schema.default === undefined) return;
  const said = `default: ${JSON.stringify(schema.default)}`;
  schema.description = schema.description === undefined ? said : `${schema.description}; ${said}`;
  delete schema.default;
}
