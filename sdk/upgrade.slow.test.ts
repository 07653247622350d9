import { joinSharedStack, type SharedStack } from '@styling/local-stack/shared-stack.fixture.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { smallSelfie } from './small-selfie.fixture.ts';

// A client of the first document that the API had, of 2026-11-21, against the service of today: each of its operations is still there,
// and every response has the members that it required. What was added since a client has to ignore: members, and values of
// enumerations such as codes of errors.

const image_id = z.string().regex(/^img_[0-9a-f]{24}$/);
const time = z.iso.datetime({ precision: 3 });

const generatedImage = z.looseObject({ image_base64: z.base64(), mime_type: z.string() });
const imageRecord = z.looseObject({
  image_id,
  mime_type: z.string(),
  category: z.string(),
  endpoint: z.string(),
  created_at: time,
  persistent: z.boolean(),
  image_url: z.url(),
});
const product = z.looseObject({
  title: z.string(),
  url: z.url(),
  thumbnail: z.string(),
  price: z.string(),
  store: z.string(),
  snippet: z.string(),
});
const outfitAnalysis = z.looseObject({
  items: z.array(
    z.looseObject({
      item: z.string(),
      description: z.string(),
      color: z.string(),
      style_tags: z.array(z.string()),
      category: z.string(),
      price_range: z.string(),
      products: z.array(product),
    }),
  ),
});
const usage = z.looseObject({
  total_requests: z.int(),
  requests_by_endpoint: z.record(z.string(), z.int()),
  requests_today: z.int(),
  recent_requests: z.array(
    z.looseObject({ endpoint: z.string(), timestamp: time, latency_ms: z.number(), status: z.number() }),
  ),
  rate_limit: z.looseObject({ daily_limit: z.int(), used_today: z.int(), remaining: z.int() }),
});
const refusal = z.looseObject({
  error: z.string(),
  code: z.string().optional(),
  request_id: z
    .string()
    .regex(/^req_[0-9a-f]{24}$/)
    .optional(),
});

/** Its operations, and what their successes were. */
const operations = {
  tryOnOutfit: {
    at: 'POST /try_on_outfit',
    success: z.looseObject({ image_url: z.url(), image_id, mime_type: z.string() }),
  },
  generateImage: { at: 'POST /generate_image', success: generatedImage },
  styleMe: {
    at: 'POST /style_me',
    success: z.looseObject({
      outfits: z.array(
        generatedImage.extend({ description: z.string(), items: z.array(z.string()), style: z.string() }),
      ),
    }),
  },
  analyzeOutfit: { at: 'POST /analyze_outfit', success: outfitAnalysis },
  identifyClothing: { at: 'POST /identify_clothing', success: outfitAnalysis },
  listImages: {
    at: 'GET /images',
    success: z.looseObject({ images: z.array(imageRecord), next_cursor: z.string().optional() }),
  },
  getImage: { at: 'GET /images/{id}', success: imageRecord },
  getUsage: { at: 'GET /usage', success: usage },
  getHealth: {
    at: 'GET /',
    success: z.looseObject({ status: z.literal('ok'), service: z.string(), version: z.string() }),
  },
};

type Called = { readonly status: number; readonly body: Record<string, unknown> };
type Given = { readonly body?: object; readonly id?: unknown; readonly query?: string; readonly key?: string };

let stack: SharedStack;
let selfie_base64: string;
const called = new Set<string>();

beforeAll(async () => {
  selfie_base64 = (await smallSelfie()).toString('base64');
  stack = await joinSharedStack('upgrade');
});

/** Calls an operation as that client does, and compares the response with the document. */
async function call(name: keyof typeof operations, given: Given = {}): Promise<Called> {
  const { body, id = '', query = '', key = stack.apiKey } = given;
  const { at, success } = operations[name];
  called.add(name);
  const [method = '', path = ''] = at.split(' ');
  const response = await fetch(`${stack.apiUrl}${path.replace('{id}', String(id))}${query}`, {
    method,
    headers: { ...(key && { 'X-API-Key': key }), ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { status } = response;
  return { status, body: (status === 200 ? success : refusal).parse(await response.json()) };
}

describe('a client of the first document', () => {
  const clothing_description = 'a camel coat';
  let made: Called['body'];

  it('makes images, and finds them again', async () => {
    const order = { selfie_base64, clothing_description };
    made = (await call('tryOnOutfit', { body: { ...order, mode: 'model_shot' } })).body;
    const kept = { ...order, mode: 'reference_environment', store_image: true };
    expect(await call('tryOnOutfit', { body: kept })).toMatchObject({ status: 200 });
    expect(await call('generateImage', { body: { ...order, mode: 'studio' } })).toMatchObject({ status: 200 });
    expect(await call('getImage', { id: made.image_id })).toMatchObject({ status: 200 });
    const { body: listed } = await call('listImages', { query: '?limit=1' });
    expect(listed.images).toHaveLength(1);
    expect(await call('listImages', { query: `?limit=1&cursor=${listed.next_cursor}` })).toMatchObject({ status: 200 });
  });

  it('has its images read, gets outfits, and sees what it used', async () => {
    expect(await call('analyzeOutfit', { body: { image_url: made.image_url } })).toMatchObject({ status: 200 });
    expect(await call('identifyClothing', { body: { image_url: made.image_url } })).toMatchObject({ status: 200 });
    expect(await call('styleMe', { body: { selfie_base64, num_outfits: 1 } })).toMatchObject({ status: 200 });
    expect(await call('getUsage')).toMatchObject({ status: 200 });
    expect(await call('getHealth', { key: '' })).toMatchObject({ status: 200 });
  });

  it('is refused as it was', async () => {
    const refusals = await Promise.all([
      call('tryOnOutfit', { body: { clothing_description, mode: 'model_shot' } }),
      call('styleMe', { body: { selfie_base64: 'me!', num_outfits: 1 } }),
      call('getUsage', { key: '' }),
      call('getUsage', { key: 'iss_wrong' }),
      call('getImage', { id: 'img_000000000000000000000000' }),
    ]);
    expect(refusals.map(({ status, body }) => [status, body.code])).toEqual([
      [400, 'required'],
      [400, 'invalid_base64'],
      [401, 'missing_api_key'],
      [403, 'invalid_api_key'],
      [404, 'image_not_found'],
    ]);
  });

  it('has no other operation', () => expect([...called].sort()).toEqual(Object.keys(operations).sort()));
});
