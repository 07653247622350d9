export * from './fetch-image.ts';
export type * from './guarded-lookup.ts';
export * from './public-address.ts';
export * from './url-policy.ts';
