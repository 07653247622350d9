import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ebayFaults, type FakeModels, serpApiFaults, startFakeModels } from './index.ts';

let fakes: FakeModels;
beforeAll(async () => {
  fakes = await startFakeModels();
});
afterAll(() => fakes.stop());

async function said(response: Promise<Response>): Promise<{ status: number; body: Record<string, unknown> }> {
  const { status } = await response;
  return { status, body: (await (await response).json()) as Record<string, unknown> };
}

describe('SerpApi', () => {
  beforeEach(() => fakes.serpApi.script([]));
  const search = (q: string, key = fakes.variables.SERPAPI_KEY) =>
    said(fetch(`${fakes.variables.SERPAPI_BASE_URL}/search.json?${new URLSearchParams({ q, api_key: key })}`));

  test('given a query, then products, with some of each kind that must be filtered', async () => {
    const { status, body } = await search('red hat');
    expect(status).toBe(200);
    const results = body.shopping_results as Record<string, string | undefined>[];
    expect(results.filter(({ title }) => title === undefined)).toHaveLength(1);
    expect(results.filter(({ link }) => link === undefined)).toHaveLength(1);
    expect(results.filter(({ link }) => link?.startsWith('javascript:'))).toHaveLength(1);
    expect(results.filter(({ thumbnail }) => thumbnail?.startsWith('data:'))).toHaveLength(1);
    expect(results.filter(({ link }) => link?.includes(fakes.variables.SERPAPI_KEY))).toHaveLength(1);
    expect(results.filter(({ link }) => link === results[0]?.link)).toHaveLength(2);
    expect(fakes.serpApi.asked).toEqual(['red hat']);
  });

  test('given a script, then empty results, errors, garbage and resets in turn', async () => {
    fakes.serpApi.script(['empty', serpApiFaults.outOfSearches, serpApiFaults.broken, 'garbage', 'reset']);
    expect(await search('hat')).toMatchObject({
      status: 200,
      body: { search_metadata: { status: 'Success' }, error: expect.any(String) },
    });
    expect(await search('hat')).toMatchObject({ status: 429 });
    expect(await search('hat')).toMatchObject({ status: 503 });
    await expect(search('hat')).rejects.toThrow('JSON');
    await expect(search('hat')).rejects.toThrow('fetch failed');
    expect(await search('hat')).toMatchObject({ status: 200 });
  });

  test('given a wrong key or no query, then an error', async () => {
    expect(await search('hat', 'wrong')).toMatchObject(serpApiFaults.invalidKey);
    expect(await search('')).toMatchObject({ status: 400 });
  });
});

describe('eBay', () => {
  beforeEach(() => fakes.ebay.script([]));
  const stringify = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
  const token = (body = 'grant_type=client_credentials&scope=x', secret = fakes.variables.EBAY_CLIENT_SECRET) =>
    said(
      fetch(`${fakes.variables.EBAY_BASE_URL}/identity/v1/oauth2/token`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`${fakes.variables.EBAY_CLIENT_ID}:${secret}`).toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body,
      }),
    );
  const search = (bearer: unknown, fields: Record<string, string> = { q: 'hat' }) =>
    said(
      fetch(`${fakes.variables.EBAY_BASE_URL}/buy/browse/v1/item_summary/search?${stringify(fields)}`, {
        headers: { authorization: `Bearer ${bearer}` },
      }),
    );

  test('given a token, then products, some of which must be filtered', async () => {
    const { access_token } = (await token()).body;
    const { body } = await search(access_token, { q: 'hat', limit: '3' });
    expect(body.itemSummaries).toEqual([
      expect.objectContaining({ itemAffiliateWebUrl: expect.any(String) }),
      expect.objectContaining({ itemWebUrl: 'javascript:alert(1)' }),
      expect.not.objectContaining({ price: expect.anything() }),
    ]);
  });

  test('given a script, then no results and errors in turn', async () => {
    const { access_token } = (await token()).body;
    fakes.ebay.script(['empty', ebayFaults.tooMany, ebayFaults.broken]);
    expect(await search(access_token)).toEqual({ status: 200, body: { total: 0, limit: 5, offset: 0 } });
    expect(await search(access_token)).toMatchObject({ status: 429 });
    expect(await search(access_token)).toMatchObject({ status: 500 });
  });

  test('given an unknown or revoked token, then 401', async () => {
    const { access_token } = (await token()).body;
    fakes.ebay.revokeTokens();
    expect(await search(access_token)).toMatchObject(ebayFaults.invalidToken);
    expect(await token('grant_type=client_credentials&scope=x', 'wrong')).toMatchObject({ status: 401 });
    expect(await token('grant_type=password')).toMatchObject({ status: 400 });
  });
});

test('given any other path, then 404', async () => {
  expect((await fetch(`${fakes.variables.EBAY_BASE_URL}/elsewhere`)).status).toBe(404);
});
