import { ServiceError } from '@styling/service';
import { expect, it } from 'vitest';
import { isRefusal, isRefusedByStore } from './reach-store.ts';

const answered = (httpStatusCode: number | undefined, name: string) =>
  Object.assign(new Error(name), { name, $metadata: { httpStatusCode } });

it.each([
  [413, 'EntityTooLarge'],
  [403, 'AccessDenied'],
  [400, 'InvalidRequest'],
  [501, 'NotImplemented'],
  [301, 'PermanentRedirect'],
])('given status %s and code %s, then the store refused the call', (status, code) => {
  expect(isRefusal(answered(status, code))).toBe(true);
});

it.each([
  [403, 'RequestTimeTooSkewed'],
  [400, 'ExpiredToken'],
  [400, 'Unknown'],
  [404, 'NoSuchBucket'],
  [429, 'TooManyRequests'],
  [503, 'SlowDown'],
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
