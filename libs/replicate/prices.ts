/**
 * US dollars per image, by model and where it matters by resolution. Third-party readings of the vendor's model pages,
 * not a contract: check the page before relying on them for a budget. Models billed by token, and models whose price was
 * not found, are missing.
 */
const PRICES: Readonly<Record<string, number | Readonly<Record<string, number>>>> = {
  // Read February 2026.
  'google/nano-banana-2': { '1K': 0.067, '2K': 0.101, '4K': 0.151 },
  // Read 28 July 2026.
  'google/nano-banana-2-lite': 0.034,
  'google/nano-banana': 0.039,
};

/** The price of one prediction in US dollars; undefined when unknown. */
export function priceOf(model: string, input: object): number | undefined {
  const [name = ''] = model.split(':');
  const price = Object.hasOwn(PRICES, name) ? PRICES[name] : undefined;
  return typeof price === 'object' ? price[String((input as { resolution?: unknown }).resolution)] : price;
}
