import { ConnectionError } from '@styling/client';
import { filledPath } from './operation-code.ts';
import type { ApiOperation } from './read-operations.ts';

/** A request as it was filled in. */
export type FilledIn = {
  /** Of parameters, by name; those that are empty are left out. */
  readonly values: Readonly<Record<string, string>>;
  /** JSON; empty: none. */
  readonly body: string;
  readonly picture: Blob | undefined;
  /** Empty: the session's cookie takes its place. */
  readonly apiKey: string;
};

/** What came back. */
export type Answer = {
  readonly status: number;
  readonly tookMs: number;
  readonly requestId: string | null;
  readonly body: unknown;
};

const EXAMPLE_PICTURE = '/portal/examples/grace-hopper.jpg';

/**
 * Sends a request of the reference.
 *
 * @throws SyntaxError if the body is not JSON; ConnectionError if nothing came back; the reason of `signal`
 */
export async function sendExample(operation: ApiOperation, filled: FilledIn, signal: AbortSignal): Promise<Answer> {
  const { method, path, parameters } = operation;
  const { values, apiKey } = filled;
  const given = parameters.filter(({ name }) => (values[name] ?? '') !== '');
  const query = new URLSearchParams(
    given.filter((parameter) => parameter.in === 'query').map(({ name }) => [name, values[name] ?? '']),
  );
  const headers = new Headers(
    given.filter((parameter) => parameter.in === 'header').map(({ name }) => [name, values[name] ?? '']),
  );
  if (apiKey) headers.set('X-API-Key', apiKey);
  const body = await bodyOf(operation, filled);
  if (body) headers.set('Content-Type', body instanceof Blob ? body.type || 'image/*' : 'application/json');
  const url = filledPath(path, values) + (query.size > 0 ? `?${query}` : '');
  const begun = performance.now();
  const response = await fetch(url, { method, headers, signal, ...(body && { body }) }).catch((cause) => {
    signal.throwIfAborted();
    throw new ConnectionError('The service did not respond', { cause });
  });
  const text = await response.text();
  return {
    status: response.status,
    tookMs: performance.now() - begun,
    requestId: response.headers.get('X-Request-Id'),
    body: parsed(text),
  };
}

async function bodyOf({ body, method }: ApiOperation, filled: FilledIn): Promise<string | Blob | undefined> {
  if (!body || method === 'GET') return undefined;
  const picture = async () => filled.picture ?? (await fetch(EXAMPLE_PICTURE)).blob();
  if (body.type.startsWith('image/')) return picture();
  const fields = JSON.parse(filled.body || '{}') as Record<string, unknown>;
  for (const name of pictureFields(body.example)) {
    if (!(name in fields)) fields[name] = await dataUrlOf(await picture());
  }
  return JSON.stringify(fields);
}

/** The fields of an example that are pictures in base64: they are chosen, not written. */
export const pictureFields = (example: unknown): string[] =>
  Object.keys((example ?? {}) as object).filter((name) => name.endsWith('_base64'));

function dataUrlOf(picture: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(picture);
  });
}

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}
