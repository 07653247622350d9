import { z } from 'zod';
import { defineEndpoint } from '../http/define-endpoint.ts';
import { keyRecord, keyRecordExample, requireManagement, toKeyRecord } from '../keys/key-record.ts';
import { listKeys as keysOf } from '../keys/key-store.ts';

export const listKeys = defineEndpoint({
  id: 'listKeys',
  method: 'get',
  path: '/keys',
  tag: 'Keys',
  counted: false,
  summary: 'List your keys',
  description: 'All keys of the user, revoked ones too, oldest first.',
  responses: {
    200: {
      description: 'The keys',
      schema: z.object({ keys: z.array(keyRecord) }).meta({ id: 'Keys' }),
      example: { keys: [keyRecordExample] },
    },
  },
  errors: [['key_cannot_manage']],
  async handle(call) {
    requireManagement(call);
    return { keys: (await keysOf(call.gateway.db, call.caller.user_id)).map(toKeyRecord) };
  },
});
