import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { OpenApiDocument } from './openapi.ts';
import { codeLanguages, exampleInput, filledPath, operationCode } from './operation-code.ts';
import { type ApiOperation, readOperations } from './read-operations.ts';
import { schemaRows, typeInWords } from './schema-rows.ts';

// On the document that the service serves.

const BASE = 'http://localhost:8080';
const document = JSON.parse(
  readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'),
) as OpenApiDocument;
const groups = readOperations(document);
const operations = groups.flatMap((group) => group.operations);
const operation = (id: string) => operations.find((each) => each.id === id) as ApiOperation;

describe('the operations of the document', () => {
  it('are all there, in groups that say what they are about', () => {
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(operations.map(({ id }) => id).sort()).toEqual(ids.sort());
    for (const { name, about } of groups) expect([name, about]).not.toContain('');
  });

  it('have what they take and return, with references resolved', () => {
    const { method, path, needsKey, parameters, body, responses } = operation('tryOnOutfit');
    expect([method, path, needsKey, body?.type]).toEqual(['POST', '/try_on_outfit', true, 'application/json']);
    expect(parameters.map(({ name }) => name)).toEqual(['Idempotency-Key', 'Cancel-After', 'Prefer']);
    expect(responses.map(({ status }) => status)).toEqual(expect.arrayContaining(['200', '202', '400', '429']));
    expect(responses.find(({ status }) => status === '400')?.codes).toContain('no_person');
    expect(operation('getHealth').needsKey).toBe(false);
    expect(operation('deleteImage').responses[0]).toMatchObject({ status: '204', body: undefined, codes: [] });
  });
});

describe('the fields of a body', () => {
  it('are those of its objects and lists, each below the one it belongs to', () => {
    const rows = schemaRows(document, { $ref: '#/components/schemas/TryOnOutfitRequest' });
    const names = rows.map(({ name }) => name);
    expect(names.indexOf('garments[].category')).toBeGreaterThan(names.indexOf('garments'));
    expect(rows.find(({ name }) => name === 'mode')).toMatchObject({ isRequired: true, depth: 0 });
    expect(rows.find(({ name }) => name === 'mode')?.values).toEqual(['reference_environment', 'model_shot']);
    expect(rows.find(({ name }) => name === 'garments[].category')?.depth).toBe(1);
  });

  it('given a reference that leads nowhere, then an error that names it', () => {
    expect(() => schemaRows(document, { $ref: '#/components/schemas/Nothing' })).toThrow(
      '#/components/schemas/Nothing is not in the document',
    );
  });

  it.each([
    [{ type: 'string', maxLength: 2000 }, 'string, at most 2000 characters'],
    [{ type: 'integer', minimum: 1, maximum: 4 }, 'integer, 1 to 4'],
    [{ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }, 'integer'],
    [{ type: 'string', format: 'date-time' }, 'time'],
    [{ type: 'string', contentEncoding: 'base64' }, 'base64'],
    [{ anyOf: [{ type: 'number' }, { type: 'null' }] }, 'number or null'],
    [{ type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 6 }, 'list of string, 1 to 6'],
    [{ const: '2.0' }, '"2.0"'],
    [{}, 'any'],
  ])('%j is %s', (schema, words) => {
    expect(typeInWords(document, schema)).toBe(words);
  });
});

describe('code for every endpoint', () => {
  it.each(operations.map(({ id }) => id))('%s: a shell that runs the curl sends the example', (id) => {
    const one = operation(id);
    const { path, body } = exampleInput(one);
    const script = `curl() { printf '%s\\n' "$@"; cat 2>/dev/null; }; base64() { printf /9j/; }; cd /dev/fd
${operationCode(one, 'curl', BASE).replace(/< me\.jpg/g, '</dev/null')}`;
    const [flags, ...rest] = execFileSync('bash', ['--norc', '-c', script], {
      ...{ encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
      env: { PATH: '/usr/bin:/bin', STYLING_API_KEY: 'key_1' },
    }).split('\n');
    expect(flags).toMatch(/^-sN?$/);
    expect(rest).toContain(BASE + filledPath(one.path, path));
    expect(rest.includes('X-API-Key: key_1')).toBe(one.needsKey);
    const [, stated] = [...rest.entries()].find(([index]) => rest[index - 1] === '-X') ?? [];
    expect(stated ?? (rest.includes('--data-binary') ? 'POST' : 'GET')).toBe(one.method);
    if (!body) return;
    const sent = JSON.parse(rest.slice(rest.indexOf('@-') + 1).join('\n'));
    const expected = Object.entries(body).map(([key, value]) => [key, key.endsWith('_base64') ? '/9j/' : value]);
    expect(sent).toEqual(Object.fromEntries(expected));
  });

  it.each(codeLanguages)('in %s has no key and no picture in it', (language) => {
    for (const one of operations) {
      const code = operationCode(one, language, BASE);
      expect(code).not.toMatch(/isk_|JFIF|4AAQSkZ/);
      expect(code.includes('STYLING_API_KEY')).toBe(one.needsKey || language === 'typescript');
    }
  });

  it('in Python names what it uses, and nothing else', () => {
    expect(operationCode(operation('tryOnOutfit'), 'python', BASE)).toContain('"selfie_base64": base64_of("me.jpg")');
    const code = operationCode(operation('getImage'), 'python', BASE);
    expect(code).not.toContain('base64');
    expect(code).toContain('method="GET"');
    expect(code).not.toContain('data=');
    expect(operationCode(operation('changeWebhook'), 'python', BASE)).toContain('"enabled": True');
    expect(operationCode(operation('getHealth'), 'python', BASE)).not.toContain('os.environ');
  });
});
