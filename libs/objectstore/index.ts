export * from './connect.ts';
export { crossOriginReads } from './cross-origin-reads.ts';
export * from './object-names.ts';
export * from './object-store.ts';
export * from './public-reads.ts';
export { isRefusedByStore } from './refusal.ts';
export * from './request-input.ts';
export * from './upload-mark.ts';
