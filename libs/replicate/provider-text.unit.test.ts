import { describe, expect, test } from 'vitest';
import { providerText } from './provider-text.ts';

describe('providerText', () => {
  test.each([
    ['could not fetch https://store.example/selfie.jpg?X-Amz-Signature=abc now', 'could not fetch <url> now'],
    ['bad input data:image/png;base64,iVBORw0KGgo= here', 'bad input <data> here'],
    ['token r8_AbC123 is wrong', 'token <token> is wrong'],
    ['header Authorization: Bearer abc.def', 'header Authorization: <token>'],
    ['plain words', 'plain words'],
  ])('given %s, then nothing secret is left', (text, expected) => {
    expect(providerText(text)).toBe(expected);
  });

  test('given a long text, then it is cut', () => {
    expect(providerText('x'.repeat(5_000))).toHaveLength(201);
  });
});
