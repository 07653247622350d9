import { anywhere, publicOnly } from '@styling/fetching';
import { expect, test } from 'vitest';
import { checkAddress } from './check-address.ts';

const refusal = (url: string, policy = publicOnly) => {
  try {
    checkAddress(url, policy);
    return undefined;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

test.each([
  ['https://hooks.example.com/styling?x=1', undefined],
  ['https://hooks.example.com:443/', undefined],
  ['http://hooks.example.com/', 'not_https'],
  ['https://hooks.example.com:80/', 'forbidden_url'],
  ['https://hooks.example.com:8443/', 'forbidden_url'],
  ['https://127.0.0.1/', 'forbidden_url'],
  ['https://0x7f.1/', 'forbidden_url'],
  ['https://[::1]/', 'forbidden_url'],
  ['https://[::ffff:10.0.0.1]/', 'forbidden_url'],
  ['https://169.254.169.254/latest/meta-data', 'forbidden_url'],
  ['https://user:password@hooks.example.com/', 'invalid_url'],
  ['ftp://hooks.example.com/', 'invalid_url'],
  ['hooks.example.com', 'invalid_url'],
  ['', 'invalid_url'],
])('given %s, then the error is %s', (url, code) => {
  expect(refusal(url)).toBe(code);
});

test('given port 80 for https, then the details name the port that is allowed', () => {
  expect(() => checkAddress('https://hooks.example.com:80/', publicOnly)).toThrow(
    expect.objectContaining({ details: 'the port must be 443' }),
  );
});

test('given private addresses are allowed, then http and any port are, too, but still nothing but the web', () => {
  expect(refusal('http://127.0.0.1:3000/hook', anywhere)).toBeUndefined();
  expect(refusal('ftp://127.0.0.1/', anywhere)).toBe('invalid_url');
});
