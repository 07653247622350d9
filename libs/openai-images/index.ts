export * from './connect.ts';
export * from './variables.ts';
