import { ask } from '@styling/bus';
import { limits, listAssets as listAssetsQuery } from '@styling/contracts';
import { parseFields } from '@styling/http';
import { z } from 'zod';
import { assetRecord, assetRecordExample } from '../http/asset-record.ts';
import { defineEndpoint } from '../http/define-endpoint.ts';
import { cursorParameter, limitParameter } from '../http/query-parameters.ts';

const query = z.object({ limit: limitParameter, cursor: cursorParameter });

export const listAssets = defineEndpoint({
  id: 'listAssets',
  method: 'get',
  path: '/assets',
  tag: 'Assets',
  summary: 'List your assets',
  description: `All pictures uploaded with any of your keys, newest first. With \`limit\`, \`next_cursor\` is present if there are
more: pass it as \`cursor\` to get the next page.`,
  query,
  responses: {
    200: {
      description: 'The assets',
      schema: z.object({ assets: z.array(assetRecord), next_cursor: z.string().optional() }).meta({ id: 'Assets' }),
      example: { assets: [assetRecordExample] },
    },
  },
  async handle({ gateway: { bus }, caller: { user_id }, request }) {
    const { limit = limits.pageSize, cursor = null } = parseFields(query, request.query);
    const { assets, next_cursor } = await ask(bus, listAssetsQuery, { user_id, limit, cursor });
    return { assets, ...(next_cursor !== null && { next_cursor }) };
  },
});
