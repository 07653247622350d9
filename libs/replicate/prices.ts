type Price = (input: object) => number | undefined;

const flat =
  (dollars: number): Price =>
  () =>
    dollars;
const byField =
  (field: string, dollars: Readonly<Record<string, number>>): Price =>
  (input) =>
    dollars[String((input as Record<string, unknown>)[field])];

/**
 * US dollars per picture. They are third-party readings of the vendor's model pages and no contract: check them against
 * the page before a budget rests on them. Models that bill by token or whose price was not found are left out.
 */
const PRICES: Readonly<Record<string, Price>> = {
  // Read February 2026.
  'google/nano-banana-2': byField('resolution', { '1K': 0.067, '2K': 0.101, '4K': 0.151 }),
  // Read 28 July 2026.
  'google/nano-banana-2-lite': flat(0.034),
  'google/nano-banana': flat(0.039),
};

/** The price of one prediction in US dollars; undefined when it is not known. */
export function priceOf(model: string, input: object): number | undefined {
  const [name = ''] = model.split(':');
  return Object.hasOwn(PRICES, name) ? PRICES[name]?.(input) : undefined;
}
