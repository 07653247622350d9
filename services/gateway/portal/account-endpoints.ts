import { readBody } from '@styling/http';
import { z } from 'zod';
import { findDeletionBySession } from './account-deletions.ts';
import { deleteAccount, deleting } from './delete-account.ts';
import type { PortalEndpoint } from './portal-endpoint.ts';
import { noSessionCookies, sessionCookieOf } from './session-cookie.ts';

export const accountEndpoints: readonly PortalEndpoint[] = [
  {
    method: 'delete',
    path: '/account',
    access: 'manager',
    async handle(call) {
      const { gateway, caller, request, response } = call;
      // Typed in by the user, so that nothing is deleted by a slip.
      await readBody(call, z.object({ user_id: z.enum([caller.user_id]) }));
      const deleted = await deleteAccount(gateway, caller.user_id);
      // While it goes on, the cookie of the session, which has ended, shows how far it is.
      if ('images_left' in deleted) response.statusCode = 202;
      else response.setHeader('Set-Cookie', noSessionCookies(request));
      return deleted;
    },
  },
  {
    // How far a deletion is; 204 without one, also when it is done.
    method: 'get',
    path: '/account',
    access: 'anyone',
    async handle({ gateway, request }) {
      const deletion = await findDeletionBySession(gateway.db, sessionCookieOf(request, gateway.portalUrl) ?? '');
      return deletion && deleting(deletion);
    },
  },
];
