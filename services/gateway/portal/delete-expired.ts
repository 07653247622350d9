import type { GatewayDependencies } from '../gateway.ts';

/** Deletes invitations and challenges that were not used in time. */
export async function deleteExpired({ db, clock }: Pick<GatewayDependencies, 'db' | 'clock'>): Promise<void> {
  const now = clock();
  await db.deleteFrom('invitation').where('expires_at', '<=', now).execute();
  await db.deleteFrom('webauthn_challenge').where('expires_at', '<=', now).execute();
}
