import { limits, publicMessage } from '@styling/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { base64Image } from '../base64-image.ts';
import type { EndpointDeclaration } from '../endpoint-declaration.ts';
import { openapiDocument } from './document.ts';
import { fieldErrors } from './operation.ts';

const part = z.object({ name: z.string() }).meta({ id: 'Part' });
const getThing: EndpointDeclaration = {
  id: 'getThing',
  method: 'get',
  path: '/things/:id',
  tag: 'Things',
  summary: 'Get a thing',
  description: 'A thing.',
  counted: false,
  params: z.object({ id: z.string().meta({ description: 'Its id', examples: ['a'] }) }),
  query: z.object({ depth: z.string().pipe(z.coerce.number<string>().int().min(1).max(9)).optional() }),
  responses: { 200: { description: 'It', schema: z.object({ part }), example: { part: { name: 'x' } } } },
  errors: [['image_not_found']],
};
const makeThing: EndpointDeclaration = {
  ...getThing,
  id: 'makeThing',
  method: 'post',
  path: '/things',
  counted: true,
  body: z.object({ name: z.string().max(5), size: z.enum(['s', 'm']).optional() }),
  example: { name: 'x' },
  errors: [['no_person', { field: 'name' }], ['content_refused']],
};
const { params: _, query: __, ...post } = makeThing;
const configured = { dailyLimit: 7, requestTimeoutSeconds: 33 };
const info = { title: 'Things', version: '1.0.0', description: '', tags: [] };
// biome-ignore lint/suspicious/noExplicitAny: a document is read here as a client reads it
const documentOf = (endpoints: EndpointDeclaration[]): any =>
  JSON.parse(JSON.stringify(openapiDocument(info, endpoints, configured)));

describe('an OpenAPI document', () => {
  it('has a path with an operation for each method', () => {
    const { paths } = documentOf([getThing, { ...getThing, id: 'deleteThing', method: 'delete' }, post]);
    expect(Object.keys(paths)).toEqual(['/things/{id}', '/things']);
    expect(paths['/things/{id}'].delete.operationId).toBe('deleteThing');
    expect(paths['/things/{id}'].get.operationId).toBe('getThing');
  });

  it('has the parameters of path and query with the bounds that are validated', () => {
    const { parameters } = documentOf([getThing]).paths['/things/{id}'].get;
    expect(parameters).toEqual([
      { name: 'id', in: 'path', required: true, description: 'Its id', schema: { type: 'string' }, example: 'a' },
      { name: 'depth', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 9 } },
    ]);
  });

  it('refers to schemas that have an id, and contains those that have none', () => {
    const { paths, components } = documentOf([getThing]);
    const { schema } = paths['/things/{id}'].get.responses[200].content['application/json'];
    expect(schema.properties.part).toEqual({ $ref: '#/components/schemas/Part' });
    expect(components.schemas.Part).toMatchObject({ type: 'object', additionalProperties: false });
  });

  it('has the configured limits', () => {
    const { post: operation } = documentOf([post]).paths['/things'];
    expect(operation.description).toContain('(7 requests a user)');
    expect(operation.responses[504].description).toContain('longer than 33 seconds');
    const { daily_limit } = operation.responses[429].content['application/json'].examples;
    expect(daily_limit.value).toMatchObject({ limit: 7, error: publicMessage('daily_limit', { limit: 7 }) });
  });

  it('lists the errors of body and fields in the order of the checks, those listed by hand after their field', () => {
    const { description, content } = documentOf([post]).paths['/things'].post.responses[400];
    expect(description).toContain('does not count toward the daily limit, unless its code is `content_refused`.');
    const { examples } = content['application/json'];
    expect(Object.keys(examples)).toEqual([
      ...[
        'wrong_media_type',
        'encoded_body',
        'body_too_large',
        'fields_too_large',
        'body_too_complex',
        'invalid_json',
        'not_an_object',
      ],
      ...['required_name', 'not_a_string_name', 'too_long_name', 'no_person_name'],
      ...['not_a_string_size', 'not_one_of_size'],
      ...['content_refused', 'invalid_preference', 'invalid_deadline'],
      ...['invalid_idempotency_key', 'idempotency_key_reused'],
    ]);
    expect(examples.not_one_of_size.value.error).toBe('size must be one of: s, m');
    expect(examples.too_long_name.value.error).toBe('name must be at most 5 characters');
  });
});

describe('the errors of a field', () => {
  const codesOf = (field: z.ZodType) =>
    fieldErrors(z.object({ field }))
      .get('field')
      ?.map(([code]) => code);
  const image = ['not_an_image', 'incomplete_image', 'bad_image_size'];

  it.each([
    ['a string', z.string(), ['required', 'not_a_string']],
    ['an optional string with a maximum', z.string().max(9).optional(), ['not_a_string', 'too_long']],
    ['a boolean with a default', z.boolean().default(false), ['not_a_boolean']],
    ['an integer', z.number().int().min(1).max(4).default(3), ['not_an_integer_between']],
    ['an image', base64Image, ['required', 'not_a_string', 'invalid_base64', ...image]],
    [
      'a URL',
      z.url().max(limits.urlLength),
      [
        ...['required', 'not_a_string', 'too_long', 'invalid_url'],
        ...['forbidden_url', 'unreachable_url', 'url_unavailable', 'image_too_large', ...image],
      ],
    ],
    ['a field that names its own error', z.string('invalid_cursor').max(9, 'invalid_cursor'), ['invalid_cursor']],
  ])('given %s, are those that its validation gives', (_, field, codes) => {
    expect(codesOf(field)).toEqual(codes);
  });
});
