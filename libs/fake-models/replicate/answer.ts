type JsonSchema = {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
};

/** Values for the fields of an answer, by field name; the nth element of a list takes the nth value. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  item: ['blazer', 'straight trousers', 'leather sneakers'],
  description: ['a tailored single-breasted blazer', 'high-waisted straight trousers', 'plain low-top sneakers'],
  color: ['navy', 'beige', 'white'],
  category: ['top', 'bottom', 'shoes'],
  style_tags: ['smart casual', 'minimal'],
  search_query: ['navy tailored blazer', 'beige straight trousers', 'white leather sneakers'],
  'outfits.description': [
    'A navy suit over a white shirt, for evenings and offices.',
    'A linen shirt with chinos, light and easy.',
    'A dark knit with grey trousers, quiet and warm.',
    'A denim jacket over a striped top, for the weekend.',
  ],
  'outfits.items': ['navy blazer', 'white shirt', 'grey trousers', 'brown loafers'],
  items: ['navy blazer', 'white shirt', 'grey trousers'],
  style: ['formal', 'smart casual', 'minimal', 'casual'],
  clothing: [
    'navy blazer, white shirt and grey trousers',
    'beige linen shirt and blue chinos',
    'black knitted sweater and grey trousers',
    'denim jacket and striped top',
  ],
};

/**
 * Stands in for a language model: builds an answer that conforms to `schema` (objects, arrays, strings, enums, numbers,
 * booleans).
 *
 * @param count length of arrays of objects
 * @param first index of the first value, so that different prompts get different answers
 */
export function answer(schema: JsonSchema, count: number, first = 0): unknown {
  return conforming(schema, '', '', 0);

  function conforming({ type, enum: options, properties, items }: JsonSchema, key: string, list: string, at: number) {
    if (options) return options[at % options.length];
    if (type === 'object') {
      const values: Record<string, unknown> = {};
      for (const [name, of] of Object.entries(properties ?? {})) values[name] = conforming(of, name, list, at);
      return values;
    }
    if (type === 'array') {
      const length = items?.type === 'object' ? count : 2;
      const inner = items?.type === 'object' ? key : list;
      return Array.from({ length }, (_, nth): unknown => conforming(items ?? {}, key, inner, nth));
    }
    if (type === 'boolean') return true;
    if (type === 'number' || type === 'integer') return at + 1;
    const words = WORDS[`${list}.${key}`] ?? WORDS[key] ?? [`some ${key}`];
    return words[(first + at) % words.length];
  }
}

/** The schema inside a prompt: the first line that parses as one. */
export function schemaInText(text: string): JsonSchema | undefined {
  for (const line of text.split('\n').filter((candidate) => candidate.startsWith('{'))) {
    try {
      const schema = JSON.parse(line) as JsonSchema;
      if (schema.type === 'object') return schema;
    } catch {
      // Not this line.
    }
  }
  return undefined;
}
