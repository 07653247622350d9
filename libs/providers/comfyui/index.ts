export * from './editor.ts';
export * from './variables.ts';
