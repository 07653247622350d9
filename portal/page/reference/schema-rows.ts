import { type OpenApiDocument, type Reference, resolved, type Schema } from './openapi.ts';

/** A member of a body. */
export type SchemaRow = {
  /** With those of the objects around it, e.g. `items[].products[].price`. */
  readonly name: string;
  readonly depth: number;
  /** In words, e.g. `list of strings`, `integer, 1 to 4`. */
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
  readonly values: readonly string[];
};

const DEEPEST = 4;

/** The members of an object, each followed by those of its own; of alternatives, those of all. */
export function schemaRows(document: OpenApiDocument, schema: Schema | Reference, prefix = '', depth = 0): SchemaRow[] {
  if (depth > DEEPEST) return [];
  const whole = resolved<Schema>(document, schema);
  if (whole.type === 'array' && whole.items) return schemaRows(document, whole.items, `${prefix}[]`, depth);
  if (whole.anyOf) {
    const rows = whole.anyOf.flatMap((each) => schemaRows(document, each, prefix, depth));
    return rows.filter(({ name }, index) => rows.findIndex((row) => row.name === name) === index);
  }
  return Object.entries(whole.properties ?? {}).flatMap(([key, member]) => {
    const name = prefix ? `${prefix}.${key}` : key;
    const { description = '', ...own } = resolved<Schema>(document, member);
    return [
      {
        name,
        depth,
        type: typeInWords(document, own),
        isRequired: whole.required?.includes(key) ?? false,
        description: 'description' in member ? ((member as Schema).description ?? description) : description,
        values: valuesOf(document, own),
      },
      ...schemaRows(document, own, name, depth + 1),
    ];
  });
}

/** What values of a schema are, e.g. `string, at most 2000 characters`. */
export function typeInWords(document: OpenApiDocument, schema: Schema | Reference): string {
  const own = resolved<Schema>(document, schema);
  if (own.anyOf) {
    const words = own.anyOf.map((each) => typeInWords(document, each));
    return [...new Set(words)].join(' or ');
  }
  if (own.const !== undefined) return JSON.stringify(own.const);
  const kind = own.contentEncoding ?? (own.format === 'date-time' ? 'time' : (own.type ?? 'any'));
  if (own.type === 'array')
    return `list of ${own.items ? typeInWords(document, own.items) : 'any'}${range(own.minItems, own.maxItems)}`;
  if (own.type === 'string') return `${kind}${range(own.minLength, own.maxLength, ' characters')}`;
  return `${kind}${range(own.minimum, own.maximum)}`;
}

function range(from: number | undefined, to: number | undefined, unit = ''): string {
  // The least and the greatest that JavaScript can tell apart are no bounds that somebody set.
  const least = from === undefined || from <= -Number.MAX_SAFE_INTEGER ? undefined : from;
  const most = to === undefined || to >= Number.MAX_SAFE_INTEGER ? undefined : to;
  if (least !== undefined && most !== undefined) return `, ${least} to ${most}${unit}`;
  if (most !== undefined) return `, at most ${most}${unit}`;
  return least ? `, at least ${least}${unit}` : '';
}

function valuesOf(document: OpenApiDocument, schema: Schema): string[] {
  if (schema.enum) return schema.enum.map(String);
  if (schema.items) return valuesOf(document, resolved<Schema>(document, schema.items));
  return (schema.anyOf ?? []).flatMap((each) => valuesOf(document, resolved<Schema>(document, each)));
}
