import type { Output } from '@styling/client';
import { text } from '#texts/usage.ts';
import { shortKeyId } from '../keys/key-list.ts';
import type { Portal, Session } from '../portal.ts';

/** What the page Usage shows: `GET /usage/days`, and how keys are called. */
export type LoadedUsage = Output<'getUsageDays'> & {
  /** How many days were asked for. */
  readonly span: number;
  readonly nameOf: (key_id: string) => string;
};

/** Reads the usage of the last days, and the names of keys and sessions if the session may. @throws ApiError, ConnectionError */
export async function loadUsage(
  { client, call, session }: Pick<Portal, 'client' | 'call' | 'session'>,
  span: number,
  signal: AbortSignal,
): Promise<LoadedUsage> {
  const [usage, { keys }, { sessions }] = await Promise.all([
    client.call('getUsageDays', { query: { days: span } }, { signal }),
    session.may_manage ? client.call('listKeys', {}, { signal }) : { keys: [] },
    session.may_manage ? call<{ sessions: Session[] }>('GET', '/sessions') : { sessions: [] },
  ]);
  return { ...usage, span, nameOf: keyNames(session, keys, sessions) };
}

/** What keys and sessions are called in usage. */
export function keyNames(
  session: Pick<Session, 'key_id'>,
  keys: readonly { readonly key_id: string; readonly name: string }[],
  sessions: readonly Pick<Session, 'key_id' | 'name'>[],
): (key_id: string) => string {
  const names = new Map([
    ...keys.map(({ key_id, name }) => [key_id, name] as const),
    ...sessions.map(({ key_id, name }) => [key_id, text.ofSession(name)] as const),
    [session.key_id, text.thisBrowser] as const,
  ]);
  return (key_id) => names.get(key_id) ?? shortKeyId(key_id);
}
