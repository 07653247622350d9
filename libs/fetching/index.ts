export { retryAfterMs, UnexpectedStatus } from './failure.ts';
export * from './fetch-image.ts';
export * from './post-guarded.ts';
export * from './resolve-host.ts';
export * from './url-policy.ts';
