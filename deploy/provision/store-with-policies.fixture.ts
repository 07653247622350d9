import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { onTestFinished } from 'vitest';

type Statement = { readonly Effect: string; readonly Action: string; readonly Resource: string };

/** Puts bucket policies and CORS rules in front of a store until the test ends; only those in `takes` can be set. */
export async function storeWithPolicies(
  origin: string,
  statements: readonly Statement[],
  takes: readonly ('policies' | 'rules')[] = ['policies', 'rules'],
) {
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
  const signed = ({ pathname }: URL): Promise<string> => {
    const [, Bucket, Key] = pathname.split(/^\/([^/]*)\//);
    return Key
      ? getSignedUrl(client, new GetObjectCommand({ Bucket, Key }))
      : getSignedUrl(client, new ListObjectsV2Command({ Bucket }));
  };
  const server = createServer(async (request, response) => {
    const { method = '', url = '/', headers } = request;
    const { searchParams } = new URL(url, origin);
    const isSigned = headers.authorization !== undefined || searchParams.has('X-Amz-Signature');
    if (searchParams.has('cors')) {
      const isTaken = takes.includes('rules');
      if (method === 'PUT' && isTaken) rules = await text(request);
      const status = method === 'PUT' ? (isTaken ? 200 : 501) : rules === '' ? 404 : 200;
      response.writeHead(status).end(method === 'GET' ? rules : '');
    } else if (searchParams.has('policy')) {
      const isRefused = method === 'PUT' && !takes.includes('policies');
      if (method === 'PUT' && !isRefused) policy = await text(request);
      response.writeHead(isRefused ? 403 : 200).end(method === 'PUT' ? '' : policy);
    } else if (!isSigned && !isAllowed(request)) {
      response.writeHead(403).end();
    } else {
      const target = isSigned ? origin + url : await signed(new URL(url, origin));
      const forwarded = httpRequest(target, { method, ...(isSigned && { headers }) });
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
