export * from './connect.ts';
export * from './object-names.ts';
