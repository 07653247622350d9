import type { Kysely } from 'kysely';
import type { GatewayDependencies } from '../gateway.ts';
import type { GatewayTables } from '../tables.ts';

/** How long a challenge can be signed, in ms: somebody may have to look for their security key. */
const CHALLENGE_MS = 300_000;

/** Keeps a challenge. @param user_id who registers a passkey with it; null to sign in */
export async function keepChallenge(
  { db, clock, random }: Pick<GatewayDependencies, 'db' | 'clock' | 'random'>,
  challenge: string,
  user_id: string | null,
): Promise<string> {
  const challenge_id = Buffer.from(random(16)).toString('base64url');
  const expires_at = new Date(clock().getTime() + CHALLENGE_MS);
  await db.insertInto('webauthn_challenge').values({ challenge_id, challenge, user_id, expires_at }).execute();
  return challenge_id;
}

/** Uses up a challenge, whatever comes of it. Undefined of one that is unknown, used, expired, or for somebody else. */
export async function takeChallenge(
  db: Kysely<GatewayTables>,
  challenge_id: string,
  user_id: string | null,
  now: Date,
): Promise<string | undefined> {
  const taken = await db
    .deleteFrom('webauthn_challenge')
    .where('challenge_id', '=', challenge_id)
    .where('expires_at', '>', now)
    .where('user_id', user_id === null ? 'is' : '=', user_id)
    .returning('challenge')
    .executeTakeFirst();
  return taken?.challenge;
}
