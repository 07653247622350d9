import { z } from 'zod';

const baseUrl = z.url({ protocol: /^https?$/ });

export const productSearchVariables = z.object({
  SERPAPI_KEY: z.string().optional().describe('searches Google Shopping through SerpApi, before eBay'),
  SERPAPI_BASE_URL: baseUrl.default('https://serpapi.com').describe('address of SerpApi'),
  EBAY_CLIENT_ID: z.string().optional().describe('searches eBay by its Browse API'),
  EBAY_CLIENT_SECRET: z.string().optional().describe('belongs to `EBAY_CLIENT_ID`'),
  EBAY_BASE_URL: baseUrl.default('https://api.ebay.com').describe('address of eBay'),
});
export type ProductSearchConfig = Readonly<z.output<typeof productSearchVariables>>;

type Keys = 'SERPAPI_KEY' | 'EBAY_CLIENT_ID' | 'EBAY_CLIENT_SECRET' | 'DATABASE_URL';

/** Missing variables that those which are set require. */
export function missingForProducts(config: Readonly<Partial<Record<Keys, string | undefined>>>): Keys[] {
  const isEbay = (config.EBAY_CLIENT_ID ?? config.EBAY_CLIENT_SECRET) !== undefined;
  const keys: readonly Keys[] = isEbay ? ['EBAY_CLIENT_ID', 'EBAY_CLIENT_SECRET'] : [];
  const needed: readonly Keys[] = isEbay || config.SERPAPI_KEY !== undefined ? [...keys, 'DATABASE_URL'] : [];
  return needed.filter((name) => config[name] === undefined);
}
