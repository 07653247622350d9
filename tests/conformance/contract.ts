import { AssertionError } from 'node:assert';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** A response as it came over the wire; `body` is undefined where there was none (HEAD). */
export type WireAnswer = { readonly status: number; readonly headers: Headers; readonly body: unknown };

type Referenced<T> = T | { readonly $ref: string };
type Header = { readonly required?: boolean; readonly schema: object };
type Example = { readonly value: { readonly error: string; readonly code: string } };
type Response = {
  readonly headers: Readonly<Record<string, Referenced<Header>>>;
  /** Absent where there is no body. */
  readonly content?: { readonly 'application/json': { readonly examples?: Readonly<Record<string, Example>> } };
};
type Operation = { readonly responses: Readonly<Record<string, Response>>; readonly requestBody?: object };
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

const undocumentedBody = ({ headers, body }: WireAnswer): string[] =>
  body === undefined && !headers.has('content-type') ? [] : ['a body does not belong here'];

/** Checks responses against an OpenAPI 3.1 document: status, headers, body. */
export class Contract {
  readonly #document: Document;
  readonly #ajv = addFormats.default(new Ajv2020.default({ strict: false, allErrors: true }));
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(document: object) {
    this.#document = document as Document;
    this.#ajv.addFormat('base64', true);
    this.#ajv.addSchema(document, 'openapi');
  }

  /** The documented errors of an operation, of one status. */
  errors(method: string, path: string, status: number): DocumentedError[] {
    const response = this.#document.paths[path]?.[method.toLowerCase()]?.responses[status];
    const { examples = {} } = response?.content?.['application/json'] ?? {};
    return Object.entries(examples).map(([name, { value }]) => ({ name, code: value.code, error: value.error }));
  }

  /**
   * @param path as it was requested; a path or method that the document does not have must be answered as not found
   * @throws AssertionError that lists every difference between the response and the document
   */
  check(method: string, path: string, answer: WireAnswer): void {
    const found = this.#find(method === 'HEAD' ? 'get' : method.toLowerCase(), path, answer.status);
    const violations = found
      ? [
          ...this.#headerViolations(found.response, answer.headers),
          ...(found.response.content ? this.#bodyViolations(found.pointer, answer) : undocumentedBody(answer)),
        ]
      : ['the document has no such status here'];
    if (violations.length === 0) return;
    const message = `${method} ${path} answered ${answer.status} against the document: ${violations.join('; ')}`;
    throw new AssertionError({ message, actual: answer.body, stackStartFn: this.check });
  }

  #find(method: string, path: string, status: number): { response: Response; pointer: string } | undefined {
    const { pathname } = new URL(path, 'http://host');
    const template = Object.keys(this.#document.paths).find((known) =>
      new RegExp(`^${known.replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
    );
    const operation = template === undefined ? undefined : this.#document.paths[template]?.[method];
    if (!operation) {
      const pointer = '/components/responses/NotFound';
      return status === 404 ? { response: this.#document.components.responses.NotFound, pointer } : undefined;
    }
    const response = operation.responses[status];
    const escaped = encodeURIComponent(String(template).replaceAll('/', '~1'));
    return response && { response, pointer: `/paths/${escaped}/${method}/responses/${status}` };
  }

  #headerViolations(response: Response, headers: Headers): string[] {
    const documented = Object.entries(response.headers).flatMap(([name, header]) => {
      const { required = false, schema } = this.#resolve(header);
      const text = headers.get(name);
      if (text === null) return required ? [`${name} is missing`] : [];
      const value = (schema as { type?: string }).type === 'integer' && /^\d+$/.test(text) ? Number(text) : text;
      return this.#ajv.validate(schema, value) ? [] : [`${name} ${this.#ajv.errorsText()}: ${text}`];
    });
    const undocumented = ALWAYS_DOCUMENTED.filter((name) => !(name in response.headers) && headers.has(name));
    return [...documented, ...undocumented.map((name) => `${name} does not belong here`)];
  }

  #bodyViolations(pointer: string, { headers, body }: WireAnswer): string[] {
    const type = headers.get('content-type');
    const violations = type === 'application/json; charset=utf-8' ? [] : [`Content-Type is ${type}`];
    if (body === undefined) return violations;
    const validate = this.#validator(`openapi#${pointer}/content/application~1json/schema`);
    const isValid = validate(body);
    const named = (body as { request_id?: unknown } | null)?.request_id;
    if (named !== undefined && named !== headers.get('x-request-id')) violations.push('request_id is not X-Request-Id');
    return isValid ? violations : [...violations, this.#ajv.errorsText(validate.errors, { dataVar: 'body' })];
  }

  #resolve(header: Referenced<Header>): Header {
    if (!('$ref' in header)) return header;
    const keys = header.$ref.slice(2).split('/');
    return keys.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], this.#document) as Header;
  }

  #validator($ref: string): ValidateFunction {
    const known = this.#validators.get($ref) ?? this.#ajv.compile({ $ref });
    this.#validators.set($ref, known);
    return known;
  }
}
