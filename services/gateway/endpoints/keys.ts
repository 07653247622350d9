import { keyId, limits, timestamp } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { z } from 'zod';
import { defineEndpoint } from '../http/define-endpoint.ts';
import { idInPath, pageParameters } from '../http/parameters.ts';
import { createOwnKey, revoke } from '../keys/key-administration.ts';
import { type ListedKey, readKeyPage, renameKey } from '../keys/key-store.ts';

const name = z
  .string()
  .trim()
  .min(1)
  .max(limits.keyNameLength)
  .meta({ description: 'What you call it', examples: ['laptop'] });

const record = z
  .object({
    key_id: keyId,
    name,
    status: z.enum(['active', 'inactive', 'revoked']),
    may_manage: z.boolean().meta({ description: 'Whether it may list, create, rename and revoke keys' }),
    created_at: timestamp,
    last_used_at: timestamp.nullable().meta({ description: 'To the minute; null if it was never used' }),
    revoked_at: timestamp.nullable(),
  })
  .meta({ id: 'Key' });

const example: z.output<typeof record> = {
  key_id: 'key_5f2b8c1d9e3a4f6071829304',
  name: 'laptop',
  status: 'active',
  may_manage: false,
  created_at: '2026-01-02T03:04:05.678Z',
  last_used_at: '2026-01-02T09:00:12.345Z',
  revoked_at: null,
};

const toRecord = ({ user_id: _, created_at, last_used_at, revoked_at, ...key }: ListedKey) => ({
  ...key,
  created_at: created_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
  revoked_at: revoked_at?.toISOString() ?? null,
});

const params = z.object({
  id: idInPath(keyId, 'key_not_found', 'Key id, as returned by `GET /keys`', example.key_id),
});

export const keyEndpoints = [
  defineEndpoint({
    id: 'listKeys',
    method: 'get',
    path: '/keys',
    managesKeys: true,
    summary: 'List your keys',
    description: `The keys of the user in pages, revoked ones too. Keys that are not revoked are on the first pages, then come revoked ones,
the newest first; each page is in the order of creation, oldest first. \`limit\` is ${limits.pageSize} by default, so that the first page has every
key that works. \`next_cursor\` is present if there are more: pass it as \`cursor\` to get the next page.`,
    query: z.object(pageParameters),
    success: {
      description: 'The keys',
      schema: z.object({ keys: z.array(record), next_cursor: z.string().optional() }).meta({ id: 'Keys' }),
      example: { keys: [example] },
    },
    async handle({ gateway: { db }, caller: { user_id } }, { limit = limits.pageSize, cursor }) {
      const { keys, next_cursor } = await readKeyPage(db, user_id, limit, cursor);
      return { keys: keys.map(toRecord), ...(next_cursor !== null && { next_cursor }) };
    },
  }),
  defineEndpoint({
    id: 'createKey',
    method: 'post',
    path: '/keys',
    managesKeys: true,
    summary: 'Create a key',
    description: `Creates a key of the same user, which cannot manage keys itself: only the operator makes one that can. A user may have
${limits.activeKeys} keys that are not revoked.`,
    body: z.object({ name }).meta({ id: 'CreateKeyRequest' }),
    example: { name: 'laptop' },
    success: {
      status: 201,
      description: 'The key',
      schema: z
        .object({
          key_id: z.string(),
          name,
          key: z.string().meta({ description: 'The secret, which is not shown again' }),
        })
        .meta({ id: 'CreatedKey' }),
      example: { key_id: example.key_id, name: 'laptop', key: 'iss_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA3Ae0o2' },
    },
    errors: [['too_many_keys'], ['too_many_changes']],
    async handle({ gateway, caller: { user_id } }, { name }) {
      const { key_id, key } = await createOwnKey(gateway, user_id, name);
      return { key_id, name, key };
    },
  }),
  defineEndpoint({
    id: 'renameKey',
    method: 'patch',
    path: '/keys/:id',
    managesKeys: true,
    summary: 'Rename a key',
    description: 'Changes what a key is called.',
    params,
    body: z.object({ name }).meta({ id: 'RenameKeyRequest' }),
    example: { name: 'laptop' },
    success: { description: 'The key', schema: record, example },
    async handle({ gateway: { db }, caller: { user_id } }, { id: key_id, name }) {
      const renamed = await renameKey(db, user_id, key_id, name);
      if (!renamed) throw new ServiceError('key_not_found');
      return toRecord(renamed);
    },
  }),
  defineEndpoint({
    id: 'revokeKey',
    method: 'delete',
    path: '/keys/:id',
    managesKeys: true,
    summary: 'Revoke a key',
    description: `Revokes a key for good, also the one of this request: no later request with it is accepted. Those that run complete. Revoking it
again changes nothing.`,
    params,
    success: { status: 204, description: 'It is revoked' },
    async handle({ gateway, caller: { user_id } }, { id }) {
      if (!(await revoke(gateway, id, user_id))) throw new ServiceError('key_not_found');
    },
  }),
];
