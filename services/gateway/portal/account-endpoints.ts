import { readBody } from '@styling/http';
import { z } from 'zod';
import { deleteAccount } from './delete-account.ts';
import type { PortalEndpoint } from './portal-endpoint.ts';
import { noSessionCookies } from './session-cookie.ts';

export const accountEndpoints: readonly PortalEndpoint[] = [
  {
    method: 'delete',
    path: '/account',
    access: 'manager',
    async handle(call) {
      const { gateway, caller, request, response } = call;
      // Typed in by the user, so that nothing is deleted by a slip.
      await readBody(call, z.object({ user_id: z.enum([caller.user_id]) }));
      const deleted = await deleteAccount(gateway, caller);
      response.setHeader('Set-Cookie', noSessionCookies(request));
      return deleted;
    },
  },
];
