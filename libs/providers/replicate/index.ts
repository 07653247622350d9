export * from './hosted-models.ts';
export * from './variables.ts';
