import type { Output } from '@styling/client';
import { text } from '#texts/usage.ts';
import type { Portal, Session } from '../portal.ts';
import { keyNames } from './key-names.ts';

/** What the page Usage shows: `GET /usage/days`, and how keys are called. */
export type LoadedUsage = Output<'getUsageDays'> & {
  /** How many days were asked for. */
  readonly span: number;
  readonly nameOf: (key_id: string) => string;
};

/**
 * Reads the usage of the last days, and the names of keys and sessions if the session may.
 *
 * @throws ApiError, ConnectionError
 */
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
  return { ...usage, span, nameOf: keyNames({ session, keys, sessions }, text.keyWords) };
}
