export * from './environment.ts';
export * from './log-line.ts';
export * from './repository.ts';
export * from './run-script.ts';
export * from './service-process.ts';
export * from './service-spec.ts';
export * from './stop-in-stages.ts';
