export * from './log.ts';
export * from './metrics.ts';
export * from './registry.ts';
export * from './start.ts';
export * from './trace.ts';
