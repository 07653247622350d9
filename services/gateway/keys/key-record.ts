import { keyId, limits, timestamp } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { z } from 'zod';
import type { Call } from '../http/define-endpoint.ts';
import { idParameter, pathId } from '../http/path-id.ts';
import type { ListedKey } from './key-store.ts';

/** Name that its owner gives a key. */
export const keyName = z
  .string()
  .trim()
  .min(1)
  .max(limits.keyNameLength)
  .meta({ description: 'What you call it', examples: ['laptop'] });

/** A key as its user sees it, without its secret. */
export const keyRecord = z
  .object({
    key_id: keyId,
    name: keyName,
    status: z.enum(['active', 'inactive', 'revoked']),
    may_manage: z.boolean().meta({ description: 'Whether it may list, create, rename and revoke keys' }),
    created_at: timestamp,
    last_used_at: timestamp.nullable().meta({ description: 'To the minute; null if it was never used' }),
    revoked_at: timestamp.nullable(),
  })
  .meta({ id: 'Key' });

/** Example for the documentation. */
export const keyRecordExample: z.output<typeof keyRecord> = {
  key_id: 'key_5f2b8c1d9e3a4f6071829304',
  name: 'laptop',
  status: 'active',
  may_manage: false,
  created_at: '2026-01-02T03:04:05.678Z',
  last_used_at: '2026-01-02T09:00:12.345Z',
  revoked_at: null,
};

/** Path parameters of an endpoint about one key. */
export const keyParams = z.object({
  id: idParameter('Key id, as returned by `GET /keys`', keyRecordExample.key_id),
});

/** The public record of a key. */
export const toKeyRecord = ({ user_id: _, created_at, last_used_at, revoked_at, ...key }: ListedKey) => ({
  ...key,
  created_at: created_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
  revoked_at: revoked_at?.toISOString() ?? null,
});

/** @throws ServiceError `key_cannot_manage` unless the request was made with a key that may manage keys */
export function requireManagement({ may_manage }: Pick<Call, 'may_manage'>): void {
  if (!may_manage) throw new ServiceError('key_cannot_manage');
}

export const keyIdOf = pathId(keyId, 'key_not_found');
