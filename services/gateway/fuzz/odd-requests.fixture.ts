import fc from 'fast-check';
import { oddBodies } from './odd-bodies.fixture.ts';
import {
  contentTypes,
  type Framed,
  framing,
  framings,
  keyHeaders,
  often,
  otherHeaders,
} from './odd-headers.fixture.ts';
import { getTargets, oddTargets } from './odd-targets.fixture.ts';

/** A request as bytes, and what is known of it beforehand. */
export type OddRequest = {
  /** Which of the test's keys it carries, if any. */
  readonly key: 'first' | 'second' | 'other' | 'none';
  readonly bytes: (keys: Record<string, string>) => Buffer;
  readonly method: string;
  readonly path: string;
  /** The client gives up before it has sent all that it announced. */
  readonly isCutShort: boolean;
  readonly gateway: 0 | 1;
  toString(): string;
};

const POSTS = ['/try_on_outfit', '/generate_image', '/analyze_outfit', '/identify_clothing', '/style_me'] as const;

const METHODS = ['GET', 'POST', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE', 'PATCH', 'FOO', 'CONNECT', 'get'];

/** Requests to every endpoint and beside them, right and wrong in every part. `selfie` is a small picture that is taken. */
export function oddRequests(selfie: Buffer): fc.Arbitrary<OddRequest> {
  const posted = fc.constantFrom<string>(...POSTS).map((path) => ({ method: 'POST', path }));
  const gotten = getTargets.map((path) => ({ method: 'GET', path }));
  const odd = fc.record({
    method: fc.constantFrom(...METHODS),
    path: fc.oneof(oddTargets, getTargets, fc.constantFrom(...POSTS)),
  });
  const wandering = oddTargets.map((path) => ({ method: 'GET', path }));
  const line = fc.oneof(
    { weight: 8, arbitrary: posted },
    { weight: 2, arbitrary: gotten },
    { weight: 2, arbitrary: odd },
    { weight: 1, arbitrary: wandering },
  );
  return line.chain(({ method, path }) => {
    const content =
      method === 'POST' ? oddBodies(path, selfie) : often(Buffer.alloc(0), 4, oddBodies('/style_me', selfie));
    return fc
      .record({
        content,
        framing,
        keyHeaders,
        contentTypes,
        otherHeaders,
        gateway: fc.constantFrom<0 | 1>(0, 1),
      })
      .map(({ content, framing, keyHeaders, contentTypes, otherHeaders, gateway }) => {
        const framed = (
          framings[content.length === 0 && method !== 'POST' ? 'noLength' : framing] as (body: Buffer) => Framed
        )(content);
        const lines = [
          'Host: x',
          'Connection: close',
          ...keyHeaders.lines,
          ...contentTypes,
          // After an offer to upgrade Node keeps quiet about bytes that it cannot read, until the time for a request is up.
          ...(framing === 'whole' ? otherHeaders : otherHeaders.filter((line) => !line.startsWith('Upgrade:'))),
          ...framed.lines,
        ];
        const head = `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
        return {
          method,
          path,
          gateway,
          isCutShort: framed.isCutShort,
          key: keyHeaders.key as OddRequest['key'],
          bytes: (keys: Record<string, string>) =>
            Buffer.concat([
              Buffer.from(
                head.replace(/\{(\w+)\}/g, (all, name: string) => keys[name] ?? all),
                'latin1',
              ),
              framed.body,
            ]),
          toString: () =>
            `${JSON.stringify(head.slice(0, 600))} ${framing} ${JSON.stringify(content.toString('latin1').slice(0, 600))}`,
        };
      });
  });
}
