export * from './progress.ts';
export * from './projection.ts';
export * from './read-model.ts';
export * from './rebuild.ts';
export * from './run-projection.ts';
export * from './user-lists.ts';
