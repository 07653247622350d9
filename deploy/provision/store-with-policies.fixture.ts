import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

type Statement = { readonly Effect: string; readonly Action: string; readonly Resource: string };

/**
 * The store at `origin` as one that knows bucket policies: what has no signature is answered as the policy says, by the
 * store itself. It ends with the test.
 */
export async function storeWithPolicies(origin: string, statements: readonly Statement[]) {
  let policy = JSON.stringify({ Version: '2012-10-17', Statement: statements });
  const statementsNow = (): Statement[] => JSON.parse(policy).Statement;
  const isAllowed = ({ method, url = '/' }: IncomingMessage) => {
    const { pathname } = new URL(url, origin);
    const [, , key] = pathname.split('/');
    const [action, resource] = key ? ['s3:GetObject', pathname.slice(1)] : ['s3:ListBucket', pathname.slice(1, -1)];
    const isMeant = ({ Effect, Action, Resource }: Statement) =>
      Effect === 'Allow' && Action === action && `arn:aws:s3:::${resource}`.startsWith(Resource.replace(/\*$/, ''));
    return method === 'GET' && statementsNow().some(isMeant);
  };
  const server = createServer(async (request, response) => {
    const { method = '', url = '/', headers } = request;
    if (new URL(url, origin).searchParams.has('policy')) {
      if (method === 'PUT') policy = await text(request);
      response.writeHead(200).end(method === 'PUT' ? '' : policy);
    } else if (headers.authorization === undefined && !isAllowed(request)) {
      response.writeHead(403).end();
    } else {
      const forwarded = httpRequest(origin + url, { method, headers: { ...headers, authorization: 'signed' } });
      forwarded.on('response', (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
      request.pipe(forwarded);
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, statements: statementsNow };
}
