export * from './bucket-access.ts';
export * from './connect.ts';
export * from './object-names.ts';
export { isRefusedByStore } from './reach-store.ts';
export * from './request-input.ts';
