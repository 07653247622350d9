export * from './environment.ts';
export * from './settings.ts';
export * from './stack.ts';
