import { describe, expect, it } from 'vitest';
import {
  isSameOrigin,
  isSecure,
  noSessionCookies,
  ownOrigin,
  SESSION_IDLE_MS,
  SESSION_MS,
  sessionCookie,
  sessionCookieOf,
  sessionExpiry,
} from './session-cookie.ts';

it.each([
  [undefined, undefined],
  ['styling_session=isss_a', 'isss_a'],
  ['a=1; styling_session=isss_a; b=2', 'isss_a'],
  ['xstyling_session=isss_a', undefined],
  ['styling_session=isss_a; styling_session=isss_b', ''],
])('of the cookies %j the session is %j', (cookie, found) => {
  expect(sessionCookieOf({ headers: cookie === undefined ? {} : { cookie } })).toBe(found);
});

it.each([
  ['__Host-styling_session=isss_a', 'isss_a'],
  ['styling_session=isss_b; __Host-styling_session=isss_a', 'isss_a'],
  ['__Host-styling_session=isss_a; styling_session=isss_b; styling_session=isss_c', 'isss_a'],
  ['__Host-styling_session=isss_a; __Host-styling_session=isss_b', ''],
  ['styling_session=isss_b', undefined],
  ['__host-styling_session=isss_b', undefined],
])('behind https, of the cookies %j the session is %j: a host beside this one can set the other', (cookie, found) => {
  expect(sessionCookieOf({ headers: { cookie } }, 'https://styling.example.com')).toBe(found);
  const headers = { cookie, origin: 'https://a.example', host: 'a.example' };
  expect(sessionCookieOf({ headers })).toBe(found);
});

it('that only comes by https counts where nothing says that the request did', () => {
  const cookie = 'styling_session=isss_b; __Host-styling_session=isss_a';
  expect(sessionCookieOf({ headers: { cookie, host: 'a.example' } })).toBe('isss_a');
});

it.each<[boolean, Record<string, string>, string?]>([
  [false, {}],
  [false, { host: 'localhost:8080', origin: 'http://localhost:8080' }],
  [false, { host: 'a.example', origin: 'https://evil.example' }],
  [true, { host: 'a.example', origin: 'https://a.example' }],
  [true, { host: '127.0.0.1:8080' }, 'https://a.example'],
])('is behind https: %j, for %j and PORTAL_URL %j', (expected, headers, portalUrl) => {
  expect(isSecure({ headers }, portalUrl)).toBe(expected);
});

it('is kept from scripts and other sites, and from http where there is https', () => {
  const attributes = 'Path=/; HttpOnly; SameSite=Strict; Max-Age=7776000';
  expect(sessionCookie('isss_a', false)).toBe(`styling_session=isss_a; ${attributes}`);
  expect(sessionCookie('isss_a', true)).toBe(`__Host-styling_session=isss_a; ${attributes}; Secure`);
});

it('is forgotten by each name that it came with', () => {
  const gone = (cookie?: string) => noSessionCookies({ headers: cookie === undefined ? {} : { cookie } });
  const ended = 'Path=/; HttpOnly; SameSite=Strict; Max-Age=0';
  expect(gone()).toEqual([]);
  expect(gone('a=1; styling_session=isss_a')).toEqual([`styling_session=; ${ended}`]);
  expect(gone('__Host-styling_session=isss_a')).toEqual([`__Host-styling_session=; ${ended}; Secure`]);
  expect(gone('styling_session=b; __Host-styling_session=a; styling_session=c')).toHaveLength(2);
});

it('lives for 30 days after its last use, and for 90 at most', () => {
  const begun = new Date('2026-01-01T00:00:00Z');
  const later = (ms: number) => new Date(begun.getTime() + ms);
  expect(sessionExpiry(begun, begun)).toEqual(new Date('2026-01-31T00:00:00Z'));
  expect(sessionExpiry(begun, later(SESSION_IDLE_MS))).toEqual(later(2 * SESSION_IDLE_MS));
  expect(sessionExpiry(begun, later(SESSION_MS - 1))).toEqual(new Date('2026-04-01T00:00:00Z'));
});

const host = 'styling.example.com';
const origin = `https://${host}`;

describe('a request with a session', () => {
  it.each([
    ['POST', { 'sec-fetch-site': 'same-origin' }, true],
    ['GET', { 'sec-fetch-site': 'same-origin' }, true],
    ['GET', { 'sec-fetch-site': 'none' }, true],
    ['POST', { 'sec-fetch-site': 'none' }, false],
    ['GET', { 'sec-fetch-site': 'cross-site' }, false],
    ['POST', { 'sec-fetch-site': 'same-site' }, false],
    // Sec-Fetch-Site takes precedence over Origin.
    ['POST', { 'sec-fetch-site': 'cross-site', origin, host }, false],
  ])('%s with %j: accepted %s', (method, headers, accepted) => {
    expect(isSameOrigin({ method, headers })).toBe(accepted);
  });

  it.each([
    ['POST', { origin, host }, true],
    ['POST', { origin, host: `${host}:443` }, true],
    ['POST', { origin, host: 'Styling.Example.com' }, true],
    ['POST', { origin: 'http://[::1]:8080', host: '[::1]:8080' }, true],
    ['POST', { origin, host: `${host}:8443` }, false],
    ['POST', { origin: 'https://evil.example', host }, false],
    ['POST', { origin: `https://evil.${host}`, host }, false],
    ['POST', { origin: 'null', host: 'null' }, false],
    ['POST', { origin: `ftp://${host}`, host }, false],
    ['POST', { origin }, false],
    ['POST', { host }, false],
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
