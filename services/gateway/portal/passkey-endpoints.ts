import { limits, passkeyId } from '@styling/contracts';
import { readBody } from '@styling/http';
import { ServiceError } from '@styling/service';
import { z } from 'zod';
import { passkeyOptions, registerPasskey } from './passkey-ceremonies.ts';
import { deletePasskey, listPasskeys, toPasskey } from './passkeys.ts';
import { forManagers } from './portal-endpoint.ts';
import { requireOrigin } from './sign-in.ts';

const body = z.object({
  challenge_id: z.string().min(1).max(200),
  response: z.record(z.string(), z.unknown()),
  name: z.string().trim().min(1).max(limits.keyNameLength),
});

export const passkeyEndpoints = [
  forManagers('post', '/passkeys/options', async ({ gateway, caller, request }) =>
    passkeyOptions(gateway, caller.user_id, requireOrigin(gateway, request)),
  ),
  forManagers('post', '/passkeys', async (call) => {
    const { gateway, caller, request, response } = call;
    const origin = requireOrigin(gateway, request);
    const passkey = await registerPasskey(gateway, caller.user_id, await readBody(call, body), origin);
    response.statusCode = 201;
    return toPasskey(passkey);
  }),
  forManagers('get', '/passkeys', async ({ gateway, caller }) => ({
    passkeys: (await listPasskeys(gateway.db, caller.user_id)).map(toPasskey),
  })),
  forManagers('delete', '/passkeys/:id', async ({ gateway, caller: { user_id }, request: { params } }) => {
    const { data: passkey_id } = passkeyId.safeParse(params.id);
    const deleted = passkey_id !== undefined && (await deletePasskey(gateway.db, { user_id, passkey_id }));
    if (!deleted) throw new ServiceError('passkey_not_found');
    return undefined;
  }),
];
