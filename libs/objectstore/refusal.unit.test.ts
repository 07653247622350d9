import { ServiceError } from '@styling/service';
import { expect, it } from 'vitest';
import { isRefusal, isRefusedByStore } from './reach-store.ts';

const answered = (httpStatusCode: number | undefined, name: string) =>
  Object.assign(new Error(name), { name, $metadata: { httpStatusCode } });

it.each([
  [413, 'EntityTooLarge'],
  [413, 'SyntaxError'],
  [403, 'AccessDenied'],
  [403, 'InvalidAccessKeyId'],
  [403, 'Unknown'],
  [400, 'InvalidRequest'],
  [405, 'MethodNotAllowed'],
  [411, 'MissingContentLength'],
  [501, 'NotImplemented'],
  [301, 'PermanentRedirect'],
])('given status %s and code %s, then the store refused the call', (status, code) => {
  expect(isRefusal(answered(status, code))).toBe(true);
});

it.each([
  [403, 'RequestTimeTooSkewed'],
  [400, 'ExpiredToken'],
  [400, 'RequestTimeout'],
  [400, 'BadDigest'],
  [400, 'Unknown'],
  [404, 'NoSuchBucket'],
  [408, 'RequestTimeout'],
  [409, 'OperationAborted'],
  [429, 'TooManyRequests'],
  [500, 'InternalError'],
  [503, 'SlowDown'],
  [507, 'XMinioStorageFull'],
  [undefined, 'TimeoutError'],
])('given status %s and code %s, then it may succeed later', (status, code) => {
  expect(isRefusal(answered(status, code))).toBe(false);
});

it('given the error of a service, then its cause decides', () => {
  const caused = (code: 'internal' | 'unavailable', cause: unknown) => new ServiceError(code, {}, { cause });
  expect(isRefusedByStore(caused('internal', answered(403, 'AccessDenied')))).toBe(true);
  expect(isRefusedByStore(caused('unavailable', answered(503, 'SlowDown')))).toBe(false);
  expect(isRefusedByStore(new Error('something else'))).toBe(false);
});
