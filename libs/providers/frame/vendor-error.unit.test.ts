import { describe, expect, test } from 'vitest';
import { VendorError, vendorName, vendorText } from './vendor-error.ts';

test('given a code by a vendor, then only a short name of it is kept', () => {
  const error = new VendorError('failed', 'prediction failed', { code: `größe r8_abcdefgh\n${'x'.repeat(1_000_000)}` });
  expect(error.code).toMatch(/^gretokenx{0,100}$/);
  expect(error.code).toHaveLength(100);
  expect(error.message).toBe(`prediction failed (${error.code})`);
});

test('given the text of a vendor, then a redacted start of it is the cause, and none of it the message', () => {
  const cause = `no file at https://api.example/v1/files/1 ${'x'.repeat(1_000_000)}`;
  const error = new VendorError('failed', 'prediction failed', { cause });
  expect((error.cause as Error).message).toMatch(/^no file at <url> x+…$/);
  expect((error.cause as Error).message.length).toBeLessThan(300);
  expect(error.message).toBe('prediction failed');
});

describe('vendorText', () => {
  test.each([
    ['could not fetch https://store.example/selfie.jpg?X-Amz-Signature=abc now', 'could not fetch <url> now'],
    ['bad input data:image/png;base64,iVBORw0KGgo= here', 'bad input <data> here'],
    ['token r8_AbC123 is wrong', 'token <token> is wrong'],
    ['header Authorization: Bearer abc.def', 'header Authorization: <token>'],
    ['key sk-proj-abcdefgh1234 is wrong', 'key <token> is wrong'],
    ['AKIAIOSFODNN7EXAMPLE is unknown', '<token> is unknown'],
    ['API key AIzaSyA1234567890abcdefghij not valid', 'API key <token> not valid'],
    ['fa-AbCdEf123456 is wrong', '<token> is wrong'],
    ['?api_key=abc123&q=hat', '?api_key=<token>&q=hat'],
    ['{"password": "hunter2"}', '{"password": "<token>"}'],
    ['plain words', 'plain words'],
  ])('given %s, then nothing secret is left', (text, expected) => {
    expect(vendorText(text)).toBe(expected);
  });

  test('given a long text, then it is cut', () => {
    expect(vendorText('x'.repeat(5_000))).toHaveLength(201);
  });
});

describe('vendorName', () => {
  test.each([
    [
      '5c7d5dc6dd8bf75c1acaa8565735e7986bc5b66206b55cca93cb72c9bf15ccaa',
      '5c7d5dc6dd8bf75c1acaa8565735e7986bc5b66206b55cca93cb72c9bf15ccaa',
    ],
    ['v1.2\nnext line', 'v1.2nextline'],
    ['größe', 'gre'],
    ['x'.repeat(1_200_000), 'x'.repeat(100)],
    ['at r8_AbC123', 'attoken'],
    ['', 'unknown'],
    [null, 'unknown'],
  ])('given %j, then a short name in ASCII', (value, expected) => {
    expect(vendorName(value)).toBe(expected);
  });
});
