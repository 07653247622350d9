import assert from 'node:assert/strict';
import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream';
import type { Answer, Contract, Json } from './contract.ts';

/** Over the 90 s that the spec allows the slowest endpoint. */
const ANSWER_WITHIN_MS = 100_000;

export type Call = {
  readonly key?: string | undefined;
  /** A text is sent as it is. */
  readonly json?: object | string | undefined;
  /** In place of `json`. */
  readonly upload?: Blob | FormData;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Every response is checked against the document first. */
export type Api = ReturnType<typeof createApi>;

export function createApi(url: string, contract: Contract) {
  const requestIds = new Set<string>();

  /** @throws AssertionError when the response does not conform to the document, or repeats an X-Request-Id */
  async function call(method: string, path: string, { key, json, upload, headers }: Call = {}): Promise<Answer> {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(key !== undefined && { 'X-API-Key': key }),
        ...(json !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: upload ?? (typeof json === 'object' ? JSON.stringify(json) : (json ?? null)),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const text = await response.text();
    assert.ok(method !== 'HEAD' || text === '', 'an answer to HEAD has no body');
    const body = text === '' ? undefined : JSON.parse(text);
    const answer = { status: response.status, headers: response.headers, body };
    contract.check(method, path, answer);
    const id = String(response.headers.get('x-request-id'));
    assert.ok(!requestIds.has(id), 'every request has its own X-Request-Id');
    requestIds.add(id);
    return answer;
  }
  const get = (path: string, key?: string) => call('GET', path, { key });

  return {
    url,
    contract,
    call,
    get,
    post: (path: string, key: string, json: object | string) => call('POST', path, { key, json }),
    usage: async (key: string): Promise<Json> => (await get('/usage', key)).body,
    /** Server-sent events from behind the event `lastId`. */
    async stream(path: string, key: string, lastId?: string): Promise<AsyncIterable<EventSourceMessage>> {
      const from = lastId !== undefined && { 'Last-Event-ID': lastId };
      const headers = { 'X-API-Key': key, Accept: 'text/event-stream', ...from };
      const response = await fetch(url + path, { headers });
      assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8');
      assert.ok(response.body);
      return response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
    },
  };
}
