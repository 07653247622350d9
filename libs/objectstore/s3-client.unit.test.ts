import { S3Client } from '@aws-sdk/client-s3';
import { ServiceError } from '@styling/service';
import { expect, it } from 'vitest';
import { isRefusal, isRefusedByStore, withoutIdleWork } from './s3-client.ts';

it('given credentials that are replaced, then one signer signs by those of the moment', async () => {
  let accessKeyId = 'first';
  const credentials = async () => ({ accessKeyId, secretAccessKey: 'secret', expiration: new Date(0) });
  const client = withoutIdleWork(new S3Client({ region: 'eu-west-1', credentials }));
  const signed = async () => {
    const signer = await client.config.signer();
    const request = { method: 'GET', protocol: 'https:', hostname: 'store', path: '/', query: {}, headers: {} };
    return { signer, header: (await signer.sign(request)).headers.authorization };
  };
  const before = await signed();
  accessKeyId = 'second';
  const after = await signed();
  expect(after.signer).toBe(before.signer);
  expect(before.header).toContain('Credential=first/');
  expect(after.header).toContain('Credential=second/');
});

it('given a version of the SDK without one of them, then its name is reported', () => {
  const client = new S3Client({ region: 'eu-west-1' });
  withoutIdleWork(client);
  expect(() => withoutIdleWork(client)).toThrow('the SDK has no loggerMiddleware');
});

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
