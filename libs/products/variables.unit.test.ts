import { readConfig } from '@styling/service';
import { describe, expect, it } from 'vitest';
import { missingForProducts, productSearchVariables, productSources } from './variables.ts';

describe('variables of product search', () => {
  it('given no keys, name no sources and miss nothing', () => {
    const config = readConfig(productSearchVariables, {});
    expect(productSources(config)).toEqual({});
    expect(missingForProducts(config)).toEqual([]);
  });

  it('given all keys, name both sources with their own addresses', () => {
    const config = readConfig(productSearchVariables, {
      SERPAPI_KEY: 'k',
      EBAY_CLIENT_ID: 'i',
      EBAY_CLIENT_SECRET: 's',
    });
    expect(productSources(config)).toEqual({
      serpApi: { key: 'k', baseUrl: 'https://serpapi.com' },
      ebay: { clientId: 'i', clientSecret: 's', baseUrl: 'https://api.ebay.com' },
    });
    expect(missingForProducts({ ...config, DATABASE_URL: 'x' })).toEqual([]);
  });

  it('given an address that is none, name it', () => {
    expect(() => readConfig(productSearchVariables, { SERPAPI_BASE_URL: 'ftp://x' })).toThrow(/SERPAPI_BASE_URL/);
  });
});
