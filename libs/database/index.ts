export * from './connect.ts';
export * from './migrate.ts';
export { isBehindPooler } from './pooler.ts';
export * from './reach-database.ts';
export * from './roles.ts';
