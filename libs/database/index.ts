export * from './connect.ts';
export * from './migrate.ts';
export * from './reach-database.ts';
export * from './roles.ts';
export * from './shared-statement.ts';
