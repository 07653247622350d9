export * from './bucket-access.ts';
export * from './connect.ts';
export * from './object-names.ts';
export * from './request-input.ts';
export { isRefusedByStore } from './s3-client.ts';
