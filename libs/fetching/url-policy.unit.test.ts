import { expect, test } from 'vitest';
import { anywhere, checkUrl, isPublicAddress, publicOnly } from './url-policy.ts';

const codeOf = (url: string, policy = publicOnly) => {
  try {
    checkUrl(url, 'image_url', policy);
    return 'allowed';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

test.each([
  'https://example.com/a.jpg',
  'http://example.com:80/a.jpg?size=large#top',
  'http://example.com:443/',
  'https://1.1.1.1/a.jpg',
  'https://[2606:4700:4700::1111]/',
  'https://bücher.example/',
])('given %s, then it may be fetched', (url) => {
  expect(codeOf(url)).toBe('allowed');
});

test.each([
  '',
  'outfit.jpg',
  '//example.com/a.jpg',
  'http:///',
  'http://[::1',
  'http://256.1.1.1/',
  'file:///etc/passwd',
  'data:image/png;base64,QUJD',
  'https://user@example.com/',
  'https://example.com@127.0.0.1/',
])('given "%s", then it is an invalid URL', (url) => {
  expect(codeOf(url)).toBe('invalid_url');
});

test.each([
  'http://example.com:8080/',
  'http://example.com:0/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://0/',
  'http://127.0.0.1./',
  'http://１２７.０.０.１/',
  'http://127%2e0%2e0%2e1/',
  'http:\\\\127.0.0.1\\',
  'http://\t127.0.0.1/',
  'http://127.0.0.1\\@example.com/',
  'http://169.254.169.254/latest/meta-data/',
  'http://[::1]/',
  'http://[0:0:0:0:0:ffff:7f00:0001]/',
  'http://[64:ff9b::127.0.0.1]/',
  'http://168.63.129.16/',
])('given %s, then it is forbidden', (url) => {
  expect(codeOf(url)).toBe('forbidden_url');
});

test.each(['9.255.255.255', '100.128.0.0', '2a00:1450::1', '::ffff:8.8.8.8'])(
  'given %s, then it is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test.each([
  ['private', '10.0.0.1'],
  ["shared, a cloud's metadata", '100.100.100.200'],
  ['protocol assignments, Oracle metadata', '192.0.0.192'],
  ['mapped loopback', '::ffff:7f00:1'],
  ['mapped Azure', '::ffff:168.63.129.16'],
  ['compatible public', '::808:808'],
  ['translated metadata (NAT64)', '64:ff9b::a9fe:a9fe'],
  ['tunnelled loopback (6to4)', '2002:7f00:1::'],
  ['unique local, AWS metadata', 'fd00:ec2::254'],
  ['link-local with a zone', 'fe80::1%eth0'],
  ['unassigned', '4000::1'],
  ['no address', 'localhost'],
])('given %s (%s), then it is not public', (_, address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test('given credentials, then the details say so, and repeat none of them', () => {
  expect(() => checkUrl('https://user:secret@example.com/', 'image_url', publicOnly)).toThrow(
    expect.objectContaining({ details: 'a user name or password in the URL is not accepted' }),
  );
});

test('given the policy anywhere, then all addresses and ports are allowed, other protocols are not', () => {
  expect(codeOf('http://127.0.0.1:8080/', anywhere)).toBe('allowed');
  expect(codeOf('file:///etc/passwd', anywhere)).toBe('invalid_url');
});

test('given a relative redirect, then it is resolved against the redirecting URL', () => {
  const base = new URL('https://example.com/shop/a');
  expect(checkUrl('../b.jpg', 'image_url', publicOnly, base).href).toBe('https://example.com/b.jpg');
  expect(() => checkUrl('//10.0.0.1/b.jpg', 'image_url', publicOnly, base)).toThrow(
    'image_url must be a public address',
  );
});
