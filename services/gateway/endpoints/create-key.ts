import { limits } from '@styling/contracts';
import { readBody } from '@styling/http';
import { z } from 'zod';
import { defineEndpoint } from '../http/define-endpoint.ts';
import { createOwnKey } from '../keys/key-administration.ts';
import { keyName, keyRecordExample, requireManagement } from '../keys/key-record.ts';

const body = z.object({ name: keyName }).meta({ id: 'CreateKeyRequest' });

const created = z
  .object({
    key_id: z.string(),
    name: keyName,
    key: z.string().meta({ description: 'The secret, which is not shown again' }),
  })
  .meta({ id: 'CreatedKey' });

export const createKey = defineEndpoint({
  id: 'createKey',
  method: 'post',
  path: '/keys',
  tag: 'Keys',
  summary: 'Create a key',
  description: `Creates a key of the same user, which cannot manage keys itself: only the operator makes one that can. A user may have
${limits.activeKeys} keys that are not revoked.`,
  body,
  example: { name: 'laptop' },
  responses: {
    201: {
      description: 'The key',
      schema: created,
      example: { key_id: keyRecordExample.key_id, name: 'laptop', key: 'iss_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA3Ae0o2' },
    },
  },
  errors: [['too_many_keys'], ['key_cannot_manage'], ['too_many_changes']],
  async handle(call) {
    requireManagement(call);
    const { gateway, caller } = call;
    const { name } = await readBody(call, body);
    const { key_id, key } = await createOwnKey(gateway, caller.user_id, name);
    return { key_id, name, key };
  },
});
