import { describe, expect, test } from 'vitest';
import { anywhere, checkUrl, publicOnly } from './url-policy.ts';

const codeOf = (url: string, policy = publicOnly) => {
  try {
    checkUrl(url, 'image_url', policy);
    return 'allowed';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('checkUrl', () => {
  test.each([
    'https://example.com/a.jpg',
    'http://example.com:80/a.jpg?size=large#top',
    'https://example.com:443',
    'http://example.com:443/',
    'HTTPS://EXAMPLE.COM/',
    'https://1.1.1.1/a.jpg',
    'https://[2606:4700:4700::1111]/',
    'https://bücher.example/',
  ])('given %s, then it may be fetched', (url) => {
    expect(codeOf(url)).toBe('allowed');
  });

  test.each([
    '',
    'outfit.jpg',
    '/outfit.jpg',
    '//example.com/a.jpg',
    'http://',
    'http:///',
    'http://exa mple.com/',
    'http://[::1',
    'http://256.1.1.1/',
    'ftp://example.com/a.jpg',
    'file:///etc/passwd',
    'data:image/png;base64,QUJD',
    'javascript:alert(1)',
    'gopher://example.com/',
    'https://user@example.com/',
    'https://user:secret@example.com/',
    'https://example.com@127.0.0.1/',
    'http://[fe80::1%25eth0]/',
  ])('given "%s", then it is an invalid URL', (url) => {
    expect(codeOf(url)).toBe('invalid_url');
  });

  test.each([
    'http://example.com:8080/',
    'https://example.com:22/',
    'http://example.com:6379/',
    'http://example.com:0/',
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.1/',
    'http://017700000001/',
    'http://0177.0.0.1/',
    'http://0/',
    'http://0.0.0.0/',
    'http://127.0.0.1./',
    'http://１２７.０.０.１/',
    'http://127%2e0%2e0%2e1/',
    'http:\\\\127.0.0.1\\',
    'http:127.0.0.1',
    'http://\t127.0.0.1/',
    'http://127.0.0.1\\@example.com/',
    'http://169.254.169.254/latest/meta-data/',
    'http://0xa9fea9fe/',
    'http://10.0.0.1/',
    'http://192.168.0.1:443/',
    'http://[::]/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[0:0:0:0:0:ffff:7f00:0001]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::127.0.0.1]/',
    'http://[2002:7f00:1::]/',
    'http://[fd00:ec2::254]/',
    'http://[fe80::1]/',
    'http://[fec0::1]/',
    'http://168.63.129.16/',
  ])('given %s, then it is forbidden', (url) => {
    expect(codeOf(url)).toBe('forbidden_url');
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
});
