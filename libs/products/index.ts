export * from './cache.ts';
export * from './product-search.ts';
export * from './variables.ts';
