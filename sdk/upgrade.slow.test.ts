import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type OwnStack, startOwnStack } from '@styling/local-stack/own-stack.fixture.ts';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generatedFiles } from './generate.ts';
import { smallSelfie } from './small-selfie.fixture.ts';

// A client that was generated when the service had its first document, against the service of today: each of its operations is still
// there, and every response has the members that its types require. What was added since it has to ignore: members, and values of
// enumerations such as codes of errors.

const EARLIER = join(import.meta.dirname, 'earlier/openapi-2026-11-21.json');
type Called = { readonly status: number; readonly body: Record<string, unknown> };
type Given = {
  readonly body?: object;
  readonly path?: Record<string, string>;
  readonly query?: string;
  readonly key?: string;
};
type Operation = { readonly method: string; readonly path: string };

let folder: string;
let stack: OwnStack;
let operations: Readonly<Record<string, Operation>>;
let ajv: Ajv2020.default;
let selfie_base64: string;
const called = new Set<string>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'styling-upgrade-'));
  const text = await readFile(EARLIER, 'utf8');
  for (const [name, source] of Object.entries(await generatedFiles(JSON.parse(text)))) {
    await writeFile(join(folder, name), source);
  }
  ({ operations } = await import(pathToFileURL(join(folder, 'operations.gen.ts')).href));
  ajv = addFormats.default(new Ajv2020.default({ strict: false, allErrors: true }));
  ajv.addFormat('base64', true);
  ajv.addSchema(
    JSON.parse(text, (name, value) => (isClosed(name, value) ? undefined : value)),
    'earlier',
  );
  selfie_base64 = (await smallSelfie()).toString('base64');
  stack = await startOwnStack({ DAILY_LIMIT: '50' });
});
afterAll(async () => {
  await stack.stop();
  await rm(folder, { recursive: true, force: true });
});

/** What a schema says against members and values that were added later. */
const isClosed = (name: string, value: unknown): boolean =>
  (name === 'additionalProperties' && value === false) || (name === 'enum' && Array.isArray(value));

/** Calls an operation as that client does, and compares the response with its document. */
async function call(id: string, { body, path = {}, query = '', key = stack.demoKey }: Given = {}): Promise<Called> {
  const operation = operations[id];
  if (!operation) throw new Error(`the earlier document has no ${id}`);
  called.add(id);
  const { method } = operation;
  const filled = operation.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(path[name])));
  const response = await fetch(`${stack.apiUrl}${filled}${query}`, {
    method,
    headers: { ...(key && { 'X-API-Key': key }), ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = { status: response.status, body: (await response.json()) as Called['body'] };
  const pointer = ['paths', operation.path, method.toLowerCase(), 'responses', String(answer.status)]
    .concat('content', 'application/json', 'schema')
    .map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'));
  const validate = ajv.compile({ $ref: `earlier#/${pointer.map(encodeURIComponent).join('/')}` });
  validate(answer.body);
  expect(validate.errors ?? []).toEqual([]);
  return answer;
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
    expect(await call('getImage', { path: { id: String(made.image_id) } })).toMatchObject({ status: 200 });
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
      call('getImage', { path: { id: 'img_000000000000000000000000' } }),
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
