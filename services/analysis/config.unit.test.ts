import { readCapabilityConfig } from '@styling/capability';
import { ConfigError } from '@styling/service';
import { describe, expect, it } from 'vitest';
import { variables } from './config.ts';

const needed = { NATS_URL: 'nats://x', S3_BUCKET: 'b', IMAGE_STORE_URL: 'http://x/b' };
const read = (more: Record<string, string> = {}) => readCapabilityConfig(variables, { ...needed, ...more });

describe('configuration of the analysis service', () => {
  it('given no keys, needs no database', () => {
    expect(read()).not.toHaveProperty('DATABASE_URL');
  });

  it.each([
    [{ SERPAPI_KEY: 'k' }, 'DATABASE_URL is not set'],
    [{ EBAY_CLIENT_ID: 'i', EBAY_CLIENT_SECRET: 's' }, 'DATABASE_URL is not set'],
    [{ EBAY_CLIENT_ID: 'i', DATABASE_URL: 'd' }, 'EBAY_CLIENT_SECRET is not set'],
  ])('given %j, names the missing variable', (set, message) => {
    expect(() => read(set)).toThrow(new ConfigError(message));
  });

  it('given keys and a database, is accepted', () => {
    expect(read({ SERPAPI_KEY: 'k', DATABASE_URL: 'd' })).toMatchObject({ SERPAPI_KEY: 'k', DATABASE_URL: 'd' });
  });
});
