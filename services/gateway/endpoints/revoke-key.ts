import { ServiceError } from '@styling/service';
import { defineEndpoint } from '../http/define-endpoint.ts';
import { revoke } from '../keys/key-administration.ts';
import { keyIdOf, keyParams, requireManagement } from '../keys/key-record.ts';

export const revokeKey = defineEndpoint({
  id: 'revokeKey',
  method: 'delete',
  path: '/keys/:id',
  tag: 'Keys',
  summary: 'Revoke a key',
  description: `Revokes a key for good, also the one of this request: no later request with it is accepted. Those that run complete. Revoking it
again changes nothing.`,
  params: keyParams,
  responses: { 204: { description: 'It is revoked' } },
  errors: [['key_not_found'], ['key_cannot_manage']],
  async handle(call) {
    requireManagement(call);
    const { gateway, caller } = call;
    const revoked = await revoke(gateway, keyIdOf(call.request.params), caller.user_id);
    if (!revoked) throw new ServiceError('key_not_found');
    return undefined;
  },
});
