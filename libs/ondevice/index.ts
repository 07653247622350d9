export * from './engine.ts';
export type { TryOnPicture, TryOnRequest } from './try-on.ts';
