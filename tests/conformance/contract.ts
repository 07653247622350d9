import { AssertionError } from 'node:assert';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** A response as it came over the wire; `body` is undefined where there was none (HEAD). */
export type WireAnswer = { readonly status: number; readonly headers: Headers; readonly body: unknown };

type Header = { readonly required?: boolean; readonly schema: { readonly type?: string } };
type Example = { readonly value: { readonly error: string; readonly code: string } };
type Response = {
  readonly headers: Readonly<Record<string, Header | { readonly $ref: string }>>;
  /** Absent where there is no body. */
  readonly content?: { readonly 'application/json': { readonly examples?: Readonly<Record<string, Example>> } };
};
type Operation = { readonly responses: Readonly<Record<string, Response>> };
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly responses: { readonly NotFound: Response } };
};

/** An error response that the document has for an operation. */
export type DocumentedError = { readonly name: string; readonly code: string; readonly error: string };

/** Headers that may only be where the document has them. */
const ALWAYS_DOCUMENTED = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'Idempotent-Replayed',
  'Styling-Approximations',
];

/** An OpenAPI 3.1 document, by which responses are checked: status, headers, body. */
export type Contract = ReturnType<typeof createContract>;

export function createContract(source: object) {
  const document = source as Document;
  const ajv = addFormats.default(new Ajv2020.default({ strict: false, allErrors: true }));
  ajv.addFormat('base64', true);
  ajv.addSchema(source, 'openapi');

  function find(method: string, path: string, status: number): { response?: Response | undefined; pointer: string } {
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

  function resolve(header: Response['headers'][string]): Header {
    if (!('$ref' in header)) return header;
    const keys = header.$ref.slice(2).split('/');
    return keys.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], document) as Header;
  }

  function headerViolations(response: Response, headers: Headers): string[] {
    const documented = Object.entries(response.headers).flatMap(([name, header]) => {
      const { required = false, schema } = resolve(header);
      const text = headers.get(name);
      if (text === null) return required ? `${name} is missing` : [];
      const value = schema.type === 'integer' && /^\d+$/.test(text) ? Number(text) : text;
      return ajv.validate(schema, value) ? [] : `${name} ${ajv.errorsText()}: ${text}`;
    });
    const undocumented = ALWAYS_DOCUMENTED.filter((name) => !(name in response.headers) && headers.has(name));
    return [...documented, ...undocumented.map((name) => `${name} does not belong here`)];
  }

  function bodyViolations(response: Response, pointer: string, { headers, body }: WireAnswer): string[] {
    const type = headers.get('content-type');
    if (!response.content) return body === undefined && type === null ? [] : ['a body does not belong here'];
    const violations = type === 'application/json; charset=utf-8' ? [] : [`Content-Type is ${type}`];
    if (body === undefined) return violations;
    const named = (body as { request_id?: unknown } | null)?.request_id;
    if (named !== undefined && named !== headers.get('x-request-id')) violations.push('request_id is not X-Request-Id');
    const isValid = ajv.validate(`openapi#${pointer}/content/application~1json/schema`, body);
    return isValid ? violations : [...violations, ajv.errorsText(ajv.errors, { dataVar: 'body' })];
  }

  return {
    /** The documented errors of an operation, of one status. */
    errors(method: string, path: string, status: number): DocumentedError[] {
      const response = document.paths[path]?.[method.toLowerCase()]?.responses[status];
      const { examples = {} } = response?.content?.['application/json'] ?? {};
      return Object.entries(examples).map(([name, { value }]) => ({ name, code: value.code, error: value.error }));
    },
    /**
     * @param path as it was requested; a path or method that the document does not have must be answered as not found
     * @throws AssertionError that lists every difference between the response and the document
     */
    check(method: string, path: string, answer: WireAnswer): void {
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
