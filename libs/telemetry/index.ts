export * from './log.ts';
export * from './start.ts';
export * from './trace.ts';
