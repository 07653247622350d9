export * from './service-plan.ts';
export * from './settings.ts';
export * from './stack.ts';
