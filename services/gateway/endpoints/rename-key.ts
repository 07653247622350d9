import { readBody } from '@styling/http';
import { ServiceError } from '@styling/service';
import { z } from 'zod';
import { defineEndpoint } from '../http/define-endpoint.ts';
import {
  keyIdOf,
  keyName,
  keyParams,
  keyRecord,
  keyRecordExample,
  requireManagement,
  toKeyRecord,
} from '../keys/key-record.ts';
import { renameKey as rename } from '../keys/key-store.ts';

const body = z.object({ name: keyName }).meta({ id: 'RenameKeyRequest' });

export const renameKey = defineEndpoint({
  id: 'renameKey',
  method: 'patch',
  path: '/keys/:id',
  tag: 'Keys',
  summary: 'Rename a key',
  description: 'Changes what a key is called.',
  params: keyParams,
  body,
  example: { name: 'laptop' },
  responses: { 200: { description: 'The key', schema: keyRecord, example: keyRecordExample } },
  errors: [['key_not_found'], ['key_cannot_manage']],
  async handle(call) {
    requireManagement(call);
    const key_id = keyIdOf(call.request.params);
    const { name } = await readBody(call, body);
    const renamed = await rename(call.gateway.db, { key_id, user_id: call.caller.user_id, name });
    if (!renamed) throw new ServiceError('key_not_found');
    return toKeyRecord(renamed);
  },
});
