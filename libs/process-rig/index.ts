export * from './log-line.ts';
export * from './repository.ts';
export * from './run-once.ts';
export * from './service-process.ts';
