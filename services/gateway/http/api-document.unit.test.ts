import { Validator } from '@seriousme/openapi-schema-validator';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { endpoints } from '../endpoints/all-endpoints.ts';
import { apiDocument } from './api-document.ts';

type Media = { schema: object; example?: unknown; examples?: Record<string, { value: unknown }> };
type Content = { content: { 'application/json': Media } };
type Response = Content & { description: string; headers: Record<string, unknown> };
type Operation = {
  operationId: string;
  tags: string[];
  security?: unknown[];
  parameters?: object[];
  requestBody?: Content;
  responses: Record<string, Response>;
};
type Document = {
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; responses: { NotFound: Response } };
};

// The document a client gets.
const written = JSON.parse(
  JSON.stringify(apiDocument('1.2.3', { dailyLimit: 20, requestTimeoutSeconds: 120 })),
) as Document;
/** With its references to responses resolved. */
const document = structuredClone(written);
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, path, operation })),
);
for (const { operation } of operations) {
  const { responses } = operation;
  for (const [status, response] of Object.entries(responses)) {
    if ('$ref' in response) responses[status] = document.components.responses.NotFound;
  }
}
const ajv = addFormats.default(new Ajv2020.default({ strict: true, allowUnionTypes: true, validateFormats: true }));
ajv.addFormat('base64', true);
ajv.addKeyword('components');
ajv.addSchema({ $id: 'openapi', components: document.components });
const inDocument = (schema: object) => JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/'));

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator({ strict: false }).validate(structuredClone(written));
    expect(valid, JSON.stringify(errors)).toBe(true);
  });

  it('has every endpoint, each once', () => {
    const declared = endpoints.map(({ method, path }) => `${method.toUpperCase()} ${path.replace(/:(\w+)/g, '{$1}')}`);
    expect(operations.map(({ name }) => name)).toEqual(declared);
    expect(new Set(declared.map((name) => name.replace(/\{\w+\}/g, '{}'))).size).toBe(operations.length);
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length);
  });

  it.each(operations)('$name is in a section that the document describes', ({ operation }) => {
    expect(written.tags.map(({ name }) => name)).toContain(operation.tags[0]);
  });

  it.each(operations)('$name has examples that its own schemas accept', ({ operation }) => {
    const { requestBody, responses } = operation;
    const contents = [...(requestBody ? [requestBody] : []), ...Object.values(responses)];
    for (const [type, one] of contents.flatMap(({ content }) => Object.entries(content ?? {}))) {
      // Uploads are no JSON.
      if (/^(image|multipart)\//.test(type)) continue;
      const { schema, example, examples = {} } = one;
      const values = [
        ...(example === undefined ? [] : [example]),
        ...Object.values(examples).map(({ value }) => value),
      ];
      expect(values.length).toBeGreaterThan(0);
      const validate = ajv.compile(inDocument(schema));
      for (const value of values) expect(validate(value), JSON.stringify(validate.errors)).toBe(true);
    }
  });

  it('asks for a key everywhere but at the health check', () => {
    const open = operations.filter(({ operation }) => operation.security?.length === 0).map(({ name }) => name);
    expect(open).toEqual(['GET /']);
  });

  it('lets responses have no members but those it names, and requests any', () => {
    const validates = (name: string, value: object) =>
      ajv.validate({ $ref: `openapi#/components/schemas/${name}` }, value);
    expect(validates('InProgressError', { error: 'x' })).toBe(true);
    expect(validates('InProgressError', { error: 'x', code: 'in_progress' })).toBe(false);
    expect(validates('DailyLimitError', { error: 'x', limit: 20, remaining: 0 })).toBe(false);
    expect(validates('Error', { error: 'x' })).toBe(true);
    expect(validates('Error', { code: 'internal' })).toBe(false);
    expect(validates('Error', { error: 'x', stack: 'y' })).toBe(false);
    expect(validates('AnalyzeOutfitRequest', { image_url: 'https://a.example/b', more: 1 })).toBe(true);
  });
});
