import type { Kysely } from 'kysely';
import type { GatewayTables } from '../tables.ts';
import { endAllSessions } from './sessions.ts';

/** Ends all sessions of a user, and deletes what new ones could be begun with. @returns how many sessions were ended */
export async function withdrawSignIn(db: Kysely<GatewayTables>, user_id: string, now: Date): Promise<number> {
  // First, as who signs in at this moment holds the row: the session that follows is then ended, too.
  await forgetSignIn(db, user_id);
  return endAllSessions(db, user_id, now);
}

/** Deletes a user's invitations, passkeys and challenges. */
export async function forgetSignIn(db: Kysely<GatewayTables>, user_id: string): Promise<void> {
  await db.deleteFrom('invitation').where('user_id', '=', user_id).execute();
  await db.deleteFrom('passkey').where('user_id', '=', user_id).execute();
  await db.deleteFrom('webauthn_challenge').where('user_id', '=', user_id).execute();
}
