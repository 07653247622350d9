import { limits } from '@styling/contracts';
import { parseFields } from '@styling/http';
import { z } from 'zod';
import { defineEndpoint } from '../http/define-endpoint.ts';
import { cursorParameter, limitParameter } from '../http/query-parameters.ts';
import { keyRecord, keyRecordExample, requireManagement, toKeyRecord } from '../keys/key-record.ts';
import { readKeyPage } from '../keys/key-store.ts';

const query = z.object({ limit: limitParameter, cursor: cursorParameter });

export const listKeys = defineEndpoint({
  id: 'listKeys',
  method: 'get',
  path: '/keys',
  tag: 'Keys',
  summary: 'List your keys',
  description: `The keys of the user in pages, revoked ones too. Keys that are not revoked are on the first pages, then come revoked ones,
the newest first; each page is in the order of creation, oldest first. \`limit\` is ${limits.pageSize} by default, so that the first page has every
key that works. \`next_cursor\` is present if there are more: pass it as \`cursor\` to get the next page.`,
  query,
  responses: {
    200: {
      description: 'The keys',
      schema: z.object({ keys: z.array(keyRecord), next_cursor: z.string().optional() }).meta({ id: 'Keys' }),
      example: { keys: [keyRecordExample] },
    },
  },
  errors: [['key_cannot_manage']],
  async handle(call) {
    requireManagement(call);
    const { gateway, caller, request } = call;
    const { limit = limits.pageSize, cursor } = parseFields(query, request.query);
    const { keys, next_cursor } = await readKeyPage(gateway.db, caller.user_id, limit, cursor);
    return { keys: keys.map(toKeyRecord), ...(next_cursor !== null && { next_cursor }) };
  },
});
