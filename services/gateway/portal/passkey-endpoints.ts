import { limits, passkeyId } from '@styling/contracts';
import { readBody } from '@styling/http';
import { ServiceError } from '@styling/service';
import { z } from 'zod';
import { passkeyOptions, registerPasskey } from './passkey-ceremonies.ts';
import { deletePasskey, listPasskeys, toPasskey } from './passkeys.ts';
import type { PortalEndpoint } from './portal-endpoint.ts';
import { requireOrigin } from './sign-in.ts';

const body = z.object({
  challenge_id: z.string().min(1).max(200),
  response: z.record(z.string(), z.unknown()),
  name: z.string().trim().min(1).max(limits.keyNameLength),
});

export const passkeyEndpoints: readonly PortalEndpoint[] = [
  {
    method: 'post',
    path: '/passkeys/options',
    access: 'manager',
    handle: ({ gateway, caller, request }) => passkeyOptions(gateway, caller.user_id, requireOrigin(gateway, request)),
  },
  {
    method: 'post',
    path: '/passkeys',
    access: 'manager',
    status: 201,
    async handle(call) {
      const { gateway, caller, request } = call;
      const origin = requireOrigin(gateway, request);
      return toPasskey(await registerPasskey(gateway, caller.user_id, await readBody(call, body), origin));
    },
  },
  {
    method: 'get',
    path: '/passkeys',
    access: 'manager',
    handle: async ({ gateway, caller }) => ({
      passkeys: (await listPasskeys(gateway.db, caller.user_id)).map(toPasskey),
    }),
  },
  {
    method: 'delete',
    path: '/passkeys/:id',
    access: 'manager',
    async handle({ gateway, caller: { user_id }, request: { params } }) {
      const { data: passkey_id } = passkeyId.safeParse(params.id);
      const deleted = passkey_id !== undefined && (await deletePasskey(gateway.db, { user_id, passkey_id }));
      if (!deleted) throw new ServiceError('passkey_not_found');
      return undefined;
    },
  },
];
