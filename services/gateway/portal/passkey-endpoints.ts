import { limits, passkeyId } from '@styling/contracts';
import { readBody } from '@styling/http';
import { ServiceError } from '@styling/service';
import { z } from 'zod';
import { listPasskeys, type Passkey, passkeyOptions, registerPasskey } from './passkeys.ts';
import { forManagers } from './portal-endpoint.ts';
import { requireOrigin } from './session-cookie.ts';

const registration = z.object({
  challenge_id: z.string().min(1).max(200),
  response: z.record(z.string(), z.unknown()),
  name: z.string().trim().min(1).max(limits.keyNameLength),
});

/** The public record of a passkey. */
const toRecord = ({ passkey_id, name, created_at, last_used_at }: Passkey) => ({
  passkey_id,
  name,
  created_at: created_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
});

export const passkeyEndpoints = [
  forManagers('post', '/passkeys/options', ({ gateway, caller, request }) =>
    passkeyOptions(gateway, caller.user_id, requireOrigin(request, gateway.portalUrl)),
  ),
  forManagers('post', '/passkeys', async (call) => {
    const { gateway, caller, request, response } = call;
    const origin = requireOrigin(request, gateway.portalUrl);
    const passkey = await registerPasskey(gateway, caller.user_id, await readBody(call, registration), origin);
    response.statusCode = 201;
    return toRecord(passkey);
  }),
  forManagers('get', '/passkeys', async ({ gateway, caller }) => ({
    passkeys: (await listPasskeys(gateway.db, caller.user_id)).map(toRecord),
  })),
  forManagers('delete', '/passkeys/:id', async ({ gateway, caller: { user_id }, request: { params } }) => {
    const { numDeletedRows } = await gateway.db
      .deleteFrom('passkey')
      .where('user_id', '=', user_id)
      .where('passkey_id', '=', passkeyId.safeParse(params.id).data ?? '')
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new ServiceError('passkey_not_found');
    return undefined;
  }),
];
