export * from './config.ts';
export * from './errors.ts';
export * from './failure-line.ts';
export * from './health.ts';
export * from './in-batches.ts';
export * from './pause.ts';
export * from './repeat.ts';
export * from './run.ts';
