export type { Request as HttpRequest } from 'express';
export * from './capacity.ts';
export * from './client-disconnected.ts';
export * from './create-app.ts';
export * from './discard-rest.ts';
export * from './listen.ts';
export * from './read-json-body.ts';
export * from './send.ts';
