export type { Request as HttpRequest } from 'express';
export * from './base64-image.ts';
export { announcedLength, type BodyCount, ClientDisconnected } from './body-chunks.ts';
export * from './capacity.ts';
export * from './create-app.ts';
export * from './drained.ts';
export * from './endpoint-declaration.ts';
export * from './field-error.ts';
export * from './json-string-source.ts';
export * from './listen.ts';
export {
  type ConfiguredLimits,
  dailyLimitResponse,
  errorResponse,
  inProgressResponse,
} from './openapi/error-responses.ts';
export { type JsonSchemas, jsonSchemas } from './openapi/json-schemas.ts';
export * from './openapi/openapi-document.ts';
export * from './places.ts';
export * from './read-body.ts';
export * from './read-json-body.ts';
export * from './read-upload.ts';
export * from './send.ts';
export * from './turns.ts';
