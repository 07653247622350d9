export * from './config.ts';
export * from './errors.ts';
export * from './in-batches.ts';
export * from './repeat.ts';
export * from './run.ts';
