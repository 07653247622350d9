export * from './settings.ts';
export * from './stack.ts';
