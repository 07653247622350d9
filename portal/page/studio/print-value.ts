/** A piece of code that stands in a value, e.g. a call that reads a file. */
export class Expression {
  readonly code: string;

  constructor(code: string) {
    this.code = code;
  }
}

/** How a language writes values. */
export type Notation = {
  readonly string: (text: string) => string;
  readonly key: (name: string) => string;
  readonly true: string;
  readonly false: string;
};

/**
 * Writes a value of strings, numbers, booleans, lists and objects in a language, over several lines where it is nested.
 *
 * @param indent spaces before the line on which the value begins
 */
export function printValue(value: unknown, notation: Notation, indent = 0): string {
  if (value instanceof Expression) return value.code;
  if (typeof value === 'string') return notation.string(value);
  if (typeof value === 'boolean') return value ? notation.true : notation.false;
  if (typeof value !== 'object' || value === null) return String(value);
  const isList = Array.isArray(value);
  const items = isList
    ? value.map((item) => printValue(item, notation, indent + 2))
    : Object.entries(value).map(([key, item]) => `${notation.key(key)}: ${printValue(item, notation, indent + 2)}`);
  const [open, close] = isList ? '[]' : '{}';
  if (items.length === 0) return `${open}${close}`;
  const padding = ' '.repeat(indent + 2);
  return `${open}\n${items.map((item) => padding + item).join(',\n')}\n${' '.repeat(indent)}${close}`;
}
