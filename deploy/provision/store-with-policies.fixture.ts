import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { onTestFinished } from 'vitest';

type Statement = { readonly Effect: string; readonly Action: string; readonly Resource: string };

/**
 * The store at `origin` as one that knows bucket policies, and rules for pages of other sites: what has no signature is answered as
 * they say, by the store itself. It ends with the test.
 *
 * @param takesRules whether it takes such rules: else it refuses them, as some stores do
 */
export async function storeWithPolicies(origin: string, statements: readonly Statement[], takesRules = true) {
  const client = new S3Client({ endpoint: origin, forcePathStyle: true, region: 'us-east-1' });
  let rules = '';
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
  /** The address of an object, or of the bucket's list, as the store itself answers it. */
  const signed = ({ pathname }: URL): Promise<string> => {
    const [, Bucket, Key] = pathname.split(/^\/([^/]*)\//);
    return Key
      ? getSignedUrl(client, new GetObjectCommand({ Bucket, Key }))
      : getSignedUrl(client, new ListObjectsV2Command({ Bucket }));
  };
  const server = createServer(async (request, response) => {
    const { method = '', url = '/', headers } = request;
    const { searchParams } = new URL(url, origin);
    if (searchParams.has('cors')) {
      if (method === 'PUT' && takesRules) rules = await text(request);
      const status = method === 'PUT' ? (takesRules ? 200 : 501) : rules === '' ? 404 : 200;
      response.writeHead(status).end(method === 'GET' ? rules : '');
    } else if (searchParams.has('policy')) {
      if (method === 'PUT') policy = await text(request);
      response.writeHead(200).end(method === 'PUT' ? '' : policy);
    } else if (headers.authorization === undefined && !isAllowed(request)) {
      response.writeHead(403).end();
    } else {
      const target = headers.authorization === undefined ? await signed(new URL(url, origin)) : origin + url;
      const forwarded = httpRequest(target, { method, ...(headers.authorization !== undefined && { headers }) });
      forwarded.on('response', (answer) => {
        const { 'access-control-allow-origin': _, ...kept } = answer.headers;
        const allowed = headers.origin && rules.includes('<AllowedOrigin>*<') && { 'access-control-allow-origin': '*' };
        response.writeHead(answer.statusCode ?? 500, { ...kept, ...allowed });
        answer.pipe(response);
      });
      request.pipe(forwarded);
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    statements: statementsNow,
    rules: () => rules,
  };
}
