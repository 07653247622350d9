import { describe, expect, it } from 'vitest';
import { isSameOrigin, ownOrigin } from './session-cookie.ts';

const host = 'styling.example.com';
const origin = `https://${host}`;

describe('a request with a session', () => {
  it.each([
    ['POST', { 'sec-fetch-site': 'same-origin' }, true],
    ['GET', { 'sec-fetch-site': 'same-origin' }, true],
    ['GET', { 'sec-fetch-site': 'none' }, true],
    ['HEAD', { 'sec-fetch-site': 'none' }, true],
    ['POST', { 'sec-fetch-site': 'none' }, false],
    ['DELETE', { 'sec-fetch-site': 'none' }, false],
    ['GET', { 'sec-fetch-site': 'cross-site' }, false],
    ['GET', { 'sec-fetch-site': 'same-site' }, false],
    ['POST', { 'sec-fetch-site': 'cross-site' }, false],
    ['POST', { 'sec-fetch-site': 'same-site' }, false],
    // Whatever Origin says.
    ['POST', { 'sec-fetch-site': 'cross-site', origin, host }, false],
    ['POST', { 'sec-fetch-site': ['same-origin', 'cross-site'].join(', ') }, false],
  ])('%s with %j: accepted %s', (method, headers, accepted) => {
    expect(isSameOrigin({ method, headers })).toBe(accepted);
  });

  it.each([
    ['POST', { origin, host }, true],
    ['PATCH', { origin: 'http://localhost:8080', host: 'localhost:8080' }, true],
    ['POST', { origin, host: `${host}:443` }, true],
    ['POST', { origin, host: 'Styling.Example.com' }, true],
    ['POST', { origin: 'http://[::1]:8080', host: '[::1]:8080' }, true],
    ['POST', { origin, host: `${host}:8443` }, false],
    ['POST', { origin: 'https://evil.example', host }, false],
    ['POST', { origin: `https://${host}.evil.example`, host }, false],
    ['POST', { origin: `https://evil.${host}`, host }, false],
    ['POST', { origin: 'null', host }, false],
    ['POST', { origin: 'null', host: 'null' }, false],
    ['POST', { origin: '', host }, false],
    ['POST', { origin: `ftp://${host}`, host }, false],
    ['POST', { origin }, false],
    ['POST', { origin, host: 'no host' }, false],
    ['POST', { host }, false],
    ['DELETE', { host }, false],
    ['GET', { host }, true],
    ['GET', { origin: 'https://evil.example', host }, false],
  ])('without Sec-Fetch-Site: %s with %j: accepted %s', (method, headers, accepted) => {
    expect(isSameOrigin({ method, headers })).toBe(accepted);
  });

  it('given a proxy that changes Host, then the configured address is accepted, and no other', () => {
    const headers = { origin, host: 'gateway:8080' };
    expect(isSameOrigin({ method: 'POST', headers })).toBe(false);
    expect(isSameOrigin({ method: 'POST', headers }, `${origin}/`)).toBe(true);
    expect(isSameOrigin({ method: 'POST', headers }, 'https://other.example.com')).toBe(false);
    expect(ownOrigin({ headers }, origin)?.hostname).toBe(host);
  });
});
