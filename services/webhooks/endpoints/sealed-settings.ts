import { z } from 'zod';
import type { Keyring } from './keyring.ts';

const signingSecret = z.object({
  secret: z.string(),
  /** ISO 8601; null of the current one. */
  until: z.string().nullable(),
});

/** What of a webhook only its user and its receiver may know. */
const settings = z.object({
  url: z.string(),
  description: z.string(),
  /** Newest first. */
  secrets: z.array(signingSecret),
});
export type Settings = z.output<typeof settings>;

/** The row that sealed settings belong to. */
type Place = { readonly user_id: string; readonly webhook_id: string };

/** Most secrets that sign at the same time: each is a signature in a header. */
const MOST_SECRETS = 8;

const placeOf = ({ user_id, webhook_id }: Place): string => `${user_id}/${webhook_id}`;

/** Settings as they are stored. */
export const sealSettings = (keyring: Keyring, place: Place, value: Settings): Buffer =>
  keyring.seal(JSON.stringify(value), placeOf(place));

/** @throws SealError */
export const openSettings = (keyring: Keyring, row: Place & { readonly sealed: Uint8Array }): Settings =>
  settings.parse(JSON.parse(keyring.open(row.sealed, placeOf(row))));

/** The secrets that sign at `now`, the newest first. */
export const liveSecrets = ({ secrets }: Settings, now: Date): string[] =>
  secrets.filter(({ until }) => until === null || Date.parse(until) > now.getTime()).map(({ secret }) => secret);

/** Settings with another secret; the earlier ones sign until `until`, if they did not end sooner. */
export function withSecret(value: Settings, secret: string, until: Date, now: Date): Settings {
  const limit = until.toISOString();
  const earlier = value.secrets
    .map((old) => ({ ...old, until: old.until !== null && old.until < limit ? old.until : limit }))
    .filter((old) => old.until > now.toISOString());
  return { ...value, secrets: [{ secret, until: null }, ...earlier].slice(0, MOST_SECRETS) };
}
