import { ApiError, ConnectionError } from '@styling/client';
import type { OpenApiDocument } from './openapi.ts';

let loaded: Promise<OpenApiDocument> | undefined;

/** The OpenAPI document of this service; it is asked for once. @throws ApiError, ConnectionError */
export function loadDocument(): Promise<OpenApiDocument> {
  loaded ??= read().catch((error) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

async function read(): Promise<OpenApiDocument> {
  const response = await fetch('/openapi.json').catch((cause) => {
    throw new ConnectionError('The service did not respond', { cause });
  });
  const requestId = response.headers.get('X-Request-Id') ?? undefined;
  if (!response.ok)
    throw new ApiError({ status: response.status, body: undefined, requestId, retryAfterSeconds: undefined });
  return response.json();
}
