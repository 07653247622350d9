import { S3Client } from '@aws-sdk/client-s3';
import { expect, it } from 'vitest';
import { withoutIdleWork } from './s3-client.ts';

it('given credentials that are replaced, then one signer signs by those of the moment', async () => {
  let accessKeyId = 'first';
  const credentials = async () => ({ accessKeyId, secretAccessKey: 'secret', expiration: new Date(0) });
  const client = withoutIdleWork(new S3Client({ region: 'eu-west-1', credentials }));
  const signed = async () => {
    const signer = await client.config.signer();
    const request = { method: 'GET', protocol: 'https:', hostname: 'store', path: '/', query: {}, headers: {} };
    return { signer, header: (await signer.sign(request)).headers.authorization };
  };
  const before = await signed();
  accessKeyId = 'second';
  const after = await signed();
  expect(after.signer).toBe(before.signer);
  expect(before.header).toContain('Credential=first/');
  expect(after.header).toContain('Credential=second/');
});

it('given a version of the SDK without one of them, then its name is reported', () => {
  const client = new S3Client({ region: 'eu-west-1' });
  withoutIdleWork(client);
  expect(() => withoutIdleWork(client)).toThrow('the SDK has no loggerMiddleware');
});
