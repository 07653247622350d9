export * from './cached-products.ts';
export type { EbayOptions } from './ebay-token.ts';
export * from './product-search.ts';
export * from './product-table.ts';
export type { SerpApiOptions } from './serpapi.ts';
export * from './variables.ts';
