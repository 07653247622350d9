import { describe, expect, it } from 'vitest';
import { inputTransport } from './input-transport.ts';

describe('inputTransport', () => {
  it.each([
    [undefined, 'presigned'],
    ['https://s3.example.com', 'presigned'],
    ['https://93.184.216.34:9000', 'presigned'],
    ['http://s3.example.com', 'upload'],
    ['https://127.0.0.1:9000', 'upload'],
    ['https://10.1.2.3', 'upload'],
    ['https://[::1]:9000', 'upload'],
    ['https://[fd00::1]', 'upload'],
    ['https://localhost:9000', 'upload'],
    ['https://minio:9000', 'upload'],
    ['https://minio.storage.svc.cluster.local', 'upload'],
    ['https://minio.storage.svc', 'upload'],
    ['nonsense', 'upload'],
  ])('for a store at %s is %s', (S3_ENDPOINT, transport) => {
    expect(inputTransport({ S3_ENDPOINT, REPLICATE_INPUTS: undefined })).toBe(transport);
  });

  it.each(['presigned', 'upload'] as const)('is %s when the variable is set', (REPLICATE_INPUTS) => {
    expect(inputTransport({ REPLICATE_INPUTS, S3_ENDPOINT: 'https://localhost' })).toBe(REPLICATE_INPUTS);
    expect(inputTransport({ REPLICATE_INPUTS })).toBe(REPLICATE_INPUTS);
  });
});
