import { AssertionError } from 'node:assert';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** Bodies are checked against the document, not by types. */
export type Json = ReturnType<typeof JSON.parse>;
/** `body` is undefined where there was none (HEAD). */
export type Answer = { readonly status: number; readonly headers: Headers; readonly body: Json };

type Header = { readonly $ref?: string; readonly required?: boolean; readonly schema: { readonly type?: string } };

/** May only be where the document has them. */
const ALWAYS_DOCUMENTED = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'Idempotent-Replayed',
  'Styling-Approximations',
];

/** Checks responses against an OpenAPI 3.1 document: status, headers, body. */
export type Contract = ReturnType<typeof createContract>;

export function createContract(document: Json) {
  const ajv = addFormats.default(new Ajv2020.default({ strict: false, allErrors: true }));
  ajv.addFormat('base64', true);
  ajv.addSchema(document, 'openapi');

  function find(method: string, path: string, status: number): { response?: Json; pointer: string } {
    const { pathname } = new URL(path, 'http://host');
    const template = Object.keys(document.paths).find((known) =>
      new RegExp(`^${known.replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
    );
    const operation = document.paths[template ?? '']?.[method];
    const { NotFound } = document.components.responses;
    if (!operation)
      return { response: status === 404 ? NotFound : undefined, pointer: '/components/responses/NotFound' };
    const escaped = encodeURIComponent(String(template).replaceAll('/', '~1'));
    return { response: operation.responses[status], pointer: `/paths/${escaped}/${method}/responses/${status}` };
  }

  function headerViolations(response: Json, headers: Headers): string[] {
    const documented = Object.entries<Header>(response.headers).flatMap(([name, header]) => {
      const shared = header.$ref && document.components.headers[header.$ref.replace(/^.*\//, '')];
      const { required = false, schema }: Header = shared || header;
      const text = headers.get(name);
      if (text === null) return required ? `${name} is missing` : [];
      const value = schema.type === 'integer' && /^\d+$/.test(text) ? Number(text) : text;
      return ajv.validate(schema, value) ? [] : `${name} ${ajv.errorsText()}: ${text}`;
    });
    const undocumented = ALWAYS_DOCUMENTED.filter((name) => !(name in response.headers) && headers.has(name));
    return [...documented, ...undocumented.map((name) => `${name} does not belong here`)];
  }

  function bodyViolations(response: Json, pointer: string, { headers, body }: Answer): string[] {
    const type = headers.get('content-type');
    if (!response.content) return body === undefined && type === null ? [] : ['a body does not belong here'];
    const violations = type === 'application/json; charset=utf-8' ? [] : [`Content-Type is ${type}`];
    if (body === undefined) return violations;
    const named = body?.request_id;
    if (named !== undefined && named !== headers.get('x-request-id')) violations.push('request_id is not X-Request-Id');
    const isValid = ajv.validate(`openapi#${pointer}/content/application~1json/schema`, body);
    return isValid ? violations : [...violations, ajv.errorsText(ajv.errors, { dataVar: 'body' })];
  }

  return {
    errors(method: string, path: string, status: number): Json[] {
      const response = document.paths[path]?.[method.toLowerCase()]?.responses[status];
      const { examples = {} } = response?.content?.['application/json'] ?? {};
      return Object.entries<Json>(examples).map(([name, { value }]) => ({
        name,
        code: value.code,
        error: value.error,
      }));
    },
    /** Undocumented paths and methods must be answered as not found. @throws AssertionError of all differences */
    check(method: string, path: string, answer: Answer): void {
      const { response, pointer } = find(method === 'HEAD' ? 'get' : method.toLowerCase(), path, answer.status);
      const violations = response
        ? [...headerViolations(response, answer.headers), ...bodyViolations(response, pointer, answer)]
        : ['the document has no such status here'];
      if (violations.length === 0) return;
      const message = `${method} ${path} answered ${answer.status} against the document: ${violations.join('; ')}`;
      throw new AssertionError({ message, actual: answer.body });
    },
  };
}
