import { expect, it } from 'vitest';
import {
  isSecure,
  noSessionCookies,
  SESSION_IDLE_MS,
  SESSION_MS,
  sessionCookie,
  sessionCookieOf,
  sessionExpiry,
} from './session-cookie.ts';

it.each([
  [undefined, undefined],
  ['', undefined],
  ['other=1', undefined],
  ['styling_session=isss_a', 'isss_a'],
  ['a=1; styling_session=isss_a; b=2', 'isss_a'],
  ['a=1;styling_session=isss_a', 'isss_a'],
  ['xstyling_session=isss_a', undefined],
  ['styling_session=', ''],
  ['styling_session=isss_a; styling_session=isss_b', ''],
])('of the cookies %j the session is %j', (cookie, found) => {
  expect(sessionCookieOf({ headers: cookie === undefined ? {} : { cookie } })).toBe(found);
});

it.each([
  ['__Host-styling_session=isss_a', 'isss_a'],
  ['a=1; __Host-styling_session=isss_a; b=2', 'isss_a'],
  ['styling_session=isss_b; __Host-styling_session=isss_a', 'isss_a'],
  ['__Host-styling_session=isss_a; styling_session=isss_b; styling_session=isss_c', 'isss_a'],
  ['__Host-styling_session=isss_a; __Host-styling_session=isss_b', ''],
  ['styling_session=isss_b', undefined],
  ['styling_session=isss_b; styling_session=isss_c', undefined],
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
  [false, { host: 'localhost:8080' }, 'http://localhost:8080'],
  [false, { host: 'a.example', origin: 'https://evil.example' }],
  [true, { host: 'a.example', origin: 'https://a.example' }],
  [true, { host: '127.0.0.1:8080' }, 'https://a.example'],
  [true, { host: '127.0.0.1:8080', origin: 'https://a.example' }, 'https://a.example'],
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
