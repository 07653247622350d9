import assert from 'node:assert/strict';
import type { Usage } from './bodies.ts';
import type { Contract } from './contract.ts';

/** Timeout of a response, in ms: over the 90 s that the spec allows the slowest endpoint. */
const ANSWER_WITHIN_MS = 100_000;

/** What a request is made of; `json` is sent as it is where it is text. */
export type Call = {
  readonly key?: string | undefined;
  readonly json?: object | string | undefined;
  /** In place of `json`: a picture with its media type, or a form. */
  readonly upload?: Blob | FormData;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A response that conforms to the document. */
export type Answer<Body = Record<string, unknown>> = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
};

/** The API of a running system; every response is checked against the document first. */
export class Api {
  readonly url: string;
  readonly contract: Contract;
  readonly #requestIds = new Set<string>();

  constructor(url: string, contract: Contract) {
    this.url = url;
    this.contract = contract;
  }

  /** @throws AssertionError when the response does not conform to the document, or repeats an X-Request-Id */
  async call<Body = Record<string, unknown>>(method: string, path: string, call: Call = {}): Promise<Answer<Body>> {
    const { key, json, upload, headers } = call;
    const response = await fetch(this.url + path, {
      method,
      headers: {
        ...(key === undefined ? {} : { 'X-API-Key': key }),
        ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(upload && { body: upload }),
      ...(json === undefined ? {} : { body: typeof json === 'string' ? json : JSON.stringify(json) }),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const text = await response.text();
    assert.ok(method !== 'HEAD' || text === '', 'an answer to HEAD has no body');
    const answer = { status: response.status, headers: response.headers, body: text === '' ? undefined : parse(text) };
    this.contract.check(method, path, answer);
    const id = String(response.headers.get('x-request-id'));
    assert.ok(!this.#requestIds.has(id), 'every request has its own X-Request-Id');
    this.#requestIds.add(id);
    return answer as Answer<Body>;
  }

  get<Body = Record<string, unknown>>(path: string, key?: string): Promise<Answer<Body>> {
    return this.call<Body>('GET', path, { key });
  }

  post<Body = Record<string, unknown>>(path: string, key: string, json: object | string): Promise<Answer<Body>> {
    return this.call<Body>('POST', path, { key, json });
  }

  async usage(key: string): Promise<Usage> {
    return (await this.get<Usage>('/usage', key)).body;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    assert.fail(`a body that is not JSON: ${text.slice(0, 80)}`);
  }
}
