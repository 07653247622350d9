import fc from 'fast-check';
import { often } from './often.fixture.ts';

/** What the header lines say of a body's type: nothing, the truth, or something else. */
export const contentTypes = often<string[]>(
  ['Content-Type: application/json'],
  6,
  fc.constantFrom<string[][]>(
    [],
    ['Content-Type:'],
    ['Content-Type: text/plain'],
    ['Content-Type: application/json; charset=utf-8'],
    ['Content-Type: application/json; charset=UTF-16'],
    ['Content-Type: application/json; charset="utf-8"; x=y'],
    ['Content-Type: multipart/form-data; boundary=application/json'],
    ['Content-Type: application/json', 'Content-Type: text/plain'],
    ['Content-Type: text/plain', 'content-type: application/json'],
    [`Content-Type: application/json;${' '.repeat(8_000)}x`],
    ['Content-Type: \xff\xfe'],
  ),
);

/** Header lines with a key or without; `{first}` and the like stand for the test's keys. */
export const keyHeaders = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom('first', 'second', 'other').map((key) => ({ key, lines: [`X-API-Key: {${key}}`] })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom<string[][]>(
        [],
        ['X-API-Key:'],
        ['X-API-Key: iss_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA3Ae0o2'],
        ['X-API-Key: {first}', 'X-API-Key: {second}'],
        ['X-API-Key: {first}', 'x-api-key: {first}'],
        ['X-API-Key: {first}, {first}'],
        ['X-API-Key: {first}x'],
        [`X-API-Key: ${'x'.repeat(12_000)}`],
        [`X-API-Key: ${'x'.repeat(20_000)}`],
        ['X-API-Key: \xff\0'],
        ['X-API-Key: __proto__'],
        ['Authorization: Bearer {first}'],
      )
      .map((lines) => ({ key: 'none', lines })),
  },
);

/** Header lines that should change nothing, or that cannot be read. */
export const otherHeaders = often<string[]>(
  [],
  6,
  fc.constantFrom<string[][]>(
    ['Content-Encoding: gzip'],
    ['Prefer: respond-async, wait=60'],
    ['Prefer: wait = "60";x=y', 'Prefer: ,"a, b, respond-async'],
    ['Prefer: respond-async, wait=abc'],
    [`Prefer: respond-async, wait=${'9'.repeat(8_000)}`],
    [`Prefer: ${'"\\'.repeat(4_000)}`],
    ['Cancel-After: 15s'],
    ['Cancel-After: 1h', 'Cancel-After: 5s'],
    [`Cancel-After: ${'9'.repeat(8_000)}s`],
    ['Content-Encoding: identity'],
    ['Content-Encoding: br, gzip'],
    ['Expect: 100-continue'],
    ['Expect: the unexpected'],
    ['Upgrade: websocket', 'Connection: Upgrade'],
    ['X-Request-Id: mine', 'X-Request-Id: \r\n folded'],
    ['Host: y'],
    [`X-Long: ${'x'.repeat(30_000)}`],
    Array.from({ length: 300 }, (_, index) => `X-${index}: y`),
    ['No colon'],
    [': no name'],
    ['Bad name : x'],
    ['X-Nul: \0'],
    ['Accept: text/html', 'Accept-Encoding: gzip', 'Origin: https://a.example', 'If-None-Match: *', 'Range: bytes=0-1'],
    ['X-HTTP-Method-Override: DELETE', 'X-Forwarded-Host: evil.example', 'X-Original-URL: /usage'],
  ),
);
