import { expect, it } from 'vitest';
import { noSessionCookie, sessionCookie, sessionCookieOf } from './session-cookie.ts';
import { SESSION_IDLE_MS, SESSION_MS, sessionExpiry } from './session-life.ts';

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

it('is kept from scripts and other sites, and from http where there is https', () => {
  const attributes = 'Path=/; HttpOnly; SameSite=Strict; Max-Age=7776000';
  expect(sessionCookie('isss_a', false)).toBe(`styling_session=isss_a; ${attributes}`);
  expect(sessionCookie('isss_a', true)).toBe(`styling_session=isss_a; ${attributes}; Secure`);
  expect(noSessionCookie).toBe('styling_session=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0');
});

it('lives for 30 days after its last use, and for 90 at most', () => {
  const begun = new Date('2026-01-01T00:00:00Z');
  const later = (ms: number) => new Date(begun.getTime() + ms);
  expect(sessionExpiry(begun, begun)).toEqual(new Date('2026-01-31T00:00:00Z'));
  expect(sessionExpiry(begun, later(SESSION_IDLE_MS))).toEqual(later(2 * SESSION_IDLE_MS));
  expect(sessionExpiry(begun, later(SESSION_MS - 1))).toEqual(new Date('2026-04-01T00:00:00Z'));
});
