import type { Kysely } from 'kysely';
import type { GatewayDependencies } from '../gateway.ts';
import { digestOf, isWellFormed, KEY_RANDOM_BYTES, newSecret } from '../keys/api-key.ts';
import type { GatewayTables } from '../tables.ts';

/** How long an invitation can be used, in ms. */
const INVITATION_MS = 3_600_000;

/**
 * Makes a link with which its holder signs in as the user, once within an hour. The token is in the fragment, which browsers
 * send to nobody.
 *
 * @param portalUrl the address of the gateway as browsers see it
 */
export async function invite(
  { db, clock, random }: Pick<GatewayDependencies, 'db' | 'clock' | 'random'>,
  user_id: string,
  portalUrl: string,
): Promise<{ user_id: string; link: string; expires_at: Date }> {
  const created_at = clock();
  const expires_at = new Date(created_at.getTime() + INVITATION_MS);
  const token = newSecret('invitation', random(KEY_RANDOM_BYTES));
  await db
    .insertInto('invitation')
    .values({ user_id, digest: digestOf(token), created_at, expires_at })
    .execute();
  return { user_id, link: `${new URL('/portal/sign-in', portalUrl)}#token=${token}`, expires_at };
}

/** Uses up an invitation. @returns its user; undefined of one that is unknown, used or expired */
export async function useInvitation(db: Kysely<GatewayTables>, token: string, now: Date): Promise<string | undefined> {
  if (!isWellFormed(token, 'invitation')) return undefined;
  // The row goes with its use: of two requests with it, one finds it.
  const used = await db
    .deleteFrom('invitation')
    .where('digest', '=', digestOf(token))
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst();
  return used?.user_id;
}
