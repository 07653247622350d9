/** The pictures of an order, in the order in which a prompt counts them: the selfie, then the garments. */
export const PICTURES = [
  'selfie',
  'garment_1',
  'garment_2',
  'garment_3',
  'garment_4',
  'garment_5',
  'garment_6',
] as const;
const TEXTS = ['prompt', 'description'] as const;
const NUMBERS = ['seed', 'width', 'height'] as const;

export type PicturePlaceholder = (typeof PICTURES)[number];
/** A value of an order that a workflow can take, written `{{name}}` in an input of a node. */
export type Placeholder = PicturePlaceholder | (typeof TEXTS)[number] | (typeof NUMBERS)[number];
/** The values of an order; a picture that it does not have is absent. */
export type PlaceholderValues = Readonly<Partial<Record<Placeholder, string | number>>>;

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g;
const ALL: readonly string[] = [...PICTURES, ...TEXTS, ...NUMBERS];

export const isPlaceholder = (name: string): name is Placeholder => ALL.includes(name);

/** The names of all placeholders in a value and what it contains. */
export function placeholdersOf(value: unknown): string[] {
  if (typeof value === 'string') return [...value.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(placeholdersOf) : [];
}

/**
 * A value with its placeholders replaced. A string that is nothing but a placeholder becomes its value, a number if that is
 * one; inside of a longer string it becomes text.
 */
export function filled(value: unknown, values: PlaceholderValues): unknown {
  const lookUp = (name: string) => (isPlaceholder(name) ? (values[name] ?? '') : '');
  if (typeof value === 'string') {
    const [match] = value.matchAll(PLACEHOLDER);
    if (match && match[0] === value.trim()) return lookUp(match[1] ?? '');
    return value.replaceAll(PLACEHOLDER, (_, name: string) => String(lookUp(name)));
  }
  if (Array.isArray(value)) return value.map((item) => filled(item, values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, filled(item, values)]));
}
