export * from './checkpoint.ts';
export * from './dump.ts';
export * from './observe-lag.ts';
export * from './projection.ts';
export * from './rebuild.ts';
export * from './rebuild-command.ts';
export * from './run-projection.ts';
export * from './wait-for-checkpoint.ts';
