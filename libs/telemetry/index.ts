export * from './error-type.ts';
export * from './log.ts';
export * from './metrics.ts';
export * from './prometheus-name.ts';
export * from './registry.ts';
export * from './start.ts';
export * from './trace.ts';
