export * from './connect.ts';
export * from './object-names.ts';
export * from './request-input.ts';
