export * from './checkpoint.ts';
export * from './heads.ts';
export * from './observe-lag.ts';
export * from './projection.ts';
export * from './read-model.ts';
export * from './rebuild.ts';
export * from './run-projection.ts';
export * from './user-lists.ts';
