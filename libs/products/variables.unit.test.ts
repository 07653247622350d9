import { readConfig } from '@styling/service';
import { describe, expect, it } from 'vitest';
import { missingForProducts, productSearchVariables } from './variables.ts';

describe('variables of product search', () => {
  it.each([
    [{}, []],
    [{ SERPAPI_KEY: 'k' }, ['DATABASE_URL']],
    [{ EBAY_CLIENT_ID: 'i' }, ['EBAY_CLIENT_SECRET', 'DATABASE_URL']],
    [{ SERPAPI_KEY: 'k', EBAY_CLIENT_ID: 'i', EBAY_CLIENT_SECRET: 's', DATABASE_URL: 'x' }, []],
  ])('given %j, miss %j', (variables, missing) => {
    expect(missingForProducts(variables)).toEqual(missing);
  });

  it('given an address that is none, name it', () => {
    expect(() => readConfig(productSearchVariables, { SERPAPI_BASE_URL: 'ftp://x' })).toThrow(/SERPAPI_BASE_URL/);
  });
});
