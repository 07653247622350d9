import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { type Contract, createContract } from './contract.ts';

let contract: Contract;
beforeAll(async () => {
  contract = createContract(JSON.parse(await readFile(new URL('../../docs/openapi.json', import.meta.url), 'utf8')));
});

const ID = 'req_0123456789abcdef01234567';
const always = { 'content-type': 'application/json; charset=utf-8', 'x-request-id': ID };
const rate = { ...always, 'x-ratelimit-limit': '20', 'x-ratelimit-remaining': '3' };
const refused = { ...rate, 'x-ratelimit-reset': '2026-01-03T00:00:00.000Z', 'retry-after': '5' };
const result = {
  image_url: 'https://images.example.com/a.jpg',
  image_id: 'img_0123456789abcdef01234567',
  mime_type: 'image/jpeg',
};
const image = {
  ...result,
  category: 'try-on',
  endpoint: '/try_on_outfit',
  created_at: '2026-01-02T03:04:05.678Z',
  persistent: true,
  expires_at: null,
  width: 3,
  height: 4,
  provider: 'p',
  model: 'm',
  approximations: [],
  job_id: ID,
};
const health = { status: 'ok', service: 'image-styling-service', version: '1.2.3' };
const error = { error: 'x', code: 'internal', request_id: ID };

type Case = readonly [what: string, call: string, status: number, headers: Record<string, string>, body: unknown];
const check = ([, call, status, headers, body]: Case) => {
  const [method = '', path = ''] = call.split(' ');
  contract.check(method, path, { status, headers: new Headers(headers), body });
};

it.each<Case>([
  ['a success', 'POST /try_on_outfit', 200, rate, result],
  ['an error with code and request_id', 'GET /usage', 500, always, error],
  ['an error without them', 'GET /usage', 500, always, { error: 'x' }],
  ['an error found before admission', 'POST /style_me', 400, always, error],
  ['an error found after it', 'POST /style_me', 400, rate, error],
  ['the concurrency 429', 'POST /style_me', 429, refused, { error: 'x' }],
  ['a path with an id, and a query', 'GET /images/img_x?a=b', 200, always, image],
  ['an unknown path', 'GET /nothing', 404, always, { error: 'Not found' }],
  ['HEAD, without a body', 'HEAD /', 200, always, undefined],
  ['a 204', 'DELETE /images/img_x', 204, { 'x-request-id': ID }, undefined],
])('accepts %s', (...answer) => {
  expect(() => check(answer)).not.toThrow();
});

const page = { ...always, 'content-type': 'text/html' };
const unlimited = { ...rate, 'retry-after': '5' };
const noWait = { ...refused, 'retry-after': '0' };
const daily = { error: 'x', limit: 20, remaining: 0 };
it.each<[...Case, violation: string]>([
  ['a missing field', 'GET /', 200, always, { status: 'ok', service: 'x' }, 'version'],
  ['a field too many', 'GET /', 200, always, { ...health, up: true }, 'additional'],
  ['a field of another type', 'GET /images/x', 200, always, { ...image, persistent: 'no' }, 'persistent'],
  [
    'a time without milliseconds',
    'GET /images/x',
    200,
    always,
    { ...image, created_at: '2026-01-02T03:04:05Z' },
    'created_at',
  ],
  ['a 204 with a body', 'DELETE /images/img_x', 204, always, {}, 'a body does not belong here'],
  ['a status that is not documented', 'GET /usage', 418, always, error, 'no such status'],
  ['a success of an unknown path', 'GET /nothing', 200, always, {}, 'no such status'],
  ['no request id', 'GET /', 200, { 'content-type': always['content-type'] }, health, 'X-Request-Id is missing'],
  ['a request id of another form', 'GET /', 200, { ...always, 'x-request-id': '7' }, health, 'X-Request-Id'],
  [
    'another request id in the body',
    'GET /usage',
    500,
    always,
    { ...error, request_id: ID.replace('0', '1') },
    'request_id',
  ],
  ['another media type', 'GET /', 200, page, health, 'Content-Type is text/html'],
  ['no rate-limit header', 'POST /try_on_outfit', 200, always, result, 'X-RateLimit-Limit is missing'],
  ['a rate-limit header of a free endpoint', 'GET /', 200, rate, health, 'X-RateLimit-Limit does not belong here'],
  ['Retry-After where nothing was refused', 'POST /style_me', 400, unlimited, error, 'Retry-After'],
  ['a 429 with a wrong Retry-After', 'POST /style_me', 429, noWait, { error: 'x' }, 'Retry-After'],
  ['a daily 429 without reset', 'POST /style_me', 429, refused, daily, 'body'],
])('refuses %s', (...answer) => {
  const [what, call, status, headers, body, violation] = answer;
  expect(() => check([what, call, status, headers, body])).toThrow(violation);
});

it('lists the errors of an endpoint', () => {
  expect(contract.errors('GET', '/images/{id}', 404)).toEqual([
    { name: 'image_not_found', code: 'image_not_found', error: 'Image not found' },
  ]);
  expect(contract.errors('POST', '/nothing', 400)).toEqual([]);
});
