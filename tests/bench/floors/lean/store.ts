import { createHash, createHmac } from 'node:crypto';
import { Pool } from 'undici';
import type { Environment } from './environment.ts';

/** A bucket, by as little as S3 takes: signature version 4 over the fewest headers, the body not signed, connections kept. */
export function connectStore({ S3_ENDPOINT, S3_BUCKET, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY }: Environment) {
  const { origin, host } = new URL(S3_ENDPOINT);
  const pool = new Pool(origin, { connections: 50 });
  const key = signingKeys(AWS_SECRET_ACCESS_KEY);

  async function call(method: 'PUT' | 'GET' | 'DELETE', name: string, body: Uint8Array | null = null) {
    const path = `/${S3_BUCKET}/${name}`;
    const time = `${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}`;
    const scope = `${time.slice(0, 8)}/${REGION}/s3/aws4_request`;
    const signed = { host, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD', 'x-amz-date': time };
    const names = Object.keys(signed).join(';');
    const lines = Object.entries(signed).map(([header, value]) => `${header}:${value}\n`);
    const canonical = `${method}\n${path}\n\n${lines.join('')}\n${names}\nUNSIGNED-PAYLOAD`;
    const text = `AWS4-HMAC-SHA256\n${time}\n${scope}\n${createHash('sha256').update(canonical).digest('hex')}`;
    const signature = createHmac('sha256', key(time.slice(0, 8)))
      .update(text)
      .digest('hex');
    const authorization = `AWS4-HMAC-SHA256 Credential=${AWS_ACCESS_KEY_ID}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
    const headers = { ...signed, authorization, ...(body && { 'content-type': 'image/jpeg' }) };
    const response = await pool.request({ method, path, body, headers });
    const bytes = Buffer.from(await response.body.arrayBuffer());
    if (response.statusCode >= 300) throw new Error(`${method} ${path}: ${response.statusCode} ${bytes}`);
    return bytes;
  }
  return {
    put: (name: string, bytes: Uint8Array) => call('PUT', name, bytes),
    get: (name: string) => call('GET', name),
    delete: (name: string) => call('DELETE', name),
  };
}

const REGION = 'us-east-1';

/** Signing keys of a secret by day, YYYYMMDD. */
function signingKeys(secret: string): (day: string) => Buffer {
  const keys = new Map<string, Buffer>();
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  return (day) => {
    const known = keys.get(day) ?? [REGION, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${secret}`, day));
    keys.set(day, known);
    return known;
  };
}
