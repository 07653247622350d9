import { expect, test } from 'vitest';
import { isSigned, signatureError } from './verify-signature.ts';

// The examples of Amazon: docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html and sigv4-query-string-auth.html.
const credentials = {
  AWS_ACCESS_KEY_ID: 'AKIAIOSFODNN7EXAMPLE',
  AWS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const signedAt = new Date('2013-05-24T00:00:00Z');
const later = (minutes: number) => new Date(signedAt.getTime() + minutes * 60_000);
const host = 'examplebucket.s3.amazonaws.com';
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

const byHeaders = (query: string, signature: string, more: Record<string, string> = {}, path = '/') => {
  const signed = { host, ...more, 'x-amz-content-sha256': EMPTY, 'x-amz-date': '20130524T000000Z' };
  const names = Object.keys(signed).join(';');
  const credential = `${credentials.AWS_ACCESS_KEY_ID}/20130524/us-east-1/s3/aws4_request`;
  const authorization = `AWS4-HMAC-SHA256 Credential=${credential},SignedHeaders=${names},Signature=${signature}`;
  return { method: 'GET', path, query, headers: { ...signed, authorization } };
};
const ranged = byHeaders(
  ...['', 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41'],
  ...[{ range: 'bytes=0-9' }, '/test.txt'],
);
const presigned = {
  ...{ method: 'GET', path: '/test.txt', headers: { host } },
  query:
    'X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request' +
    '&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host' +
    '&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
};

test.each([
  ['an object', ranged],
  [
    'a parameter without a value',
    byHeaders('lifecycle', 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'),
  ],
  ['a list', byHeaders('max-keys=2&prefix=J', '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7')],
  [
    'parameters in another order',
    byHeaders('prefix=J&max-keys=2', '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'),
  ],
  ['a presigned URL', presigned],
])("given Amazon's example of %s, then its signature counts", (_, request) => {
  expect(isSigned(request)).toBe(true);
  expect(signatureError(request, credentials, signedAt)).toBeUndefined();
});

test('given the time, then a presigned URL counts for its own, a signature in headers always', () => {
  const of = (request: typeof presigned, minutes: number) => signatureError(request, credentials, later(minutes));
  expect([-1500, 1500].map((minutes) => of(ranged, minutes))).toEqual([undefined, undefined]);
  expect([-15, 1440].map((minutes) => of(presigned, minutes))).toEqual([undefined, undefined]);
  expect([-16, 1441].map((minutes) => of(presigned, minutes))).toEqual(['AccessDenied', 'AccessDenied']);
});

test.each([
  ['20130524T000000Z', 'yesterday'],
  ['20130524T000000Z', '20130524T999999Z'],
  ['20130524%2Fus-east-1', '20130525%2Fus-east-1'],
  ['%2Fs3%2F', '%2Fsts%2F'],
  ['Expires=86400', 'Expires=-1'],
  ['Expires=86400', 'Expires=Infinity'],
  ['AWS4-HMAC-SHA256', 'AWS4-ECDSA-P256-SHA256'],
  ['Signature=aeee', 'Signature=AEEE'],
])('given a presigned URL with another %s (%s), then it is refused', (part, other) => {
  const request = { ...presigned, query: presigned.query.replace(part, other) };
  expect(request.query).not.toBe(presigned.query);
  expect(signatureError(request, credentials, signedAt)).toMatch(/^(AccessDenied|SignatureDoesNotMatch)$/);
});
