import type { Session } from '../portal.ts';

/** What is known of the user's keys and sessions; a session that may not manage reads neither. */
export type Known = {
  readonly session: Pick<Session, 'key_id'>;
  readonly keys: readonly { readonly key_id: string; readonly name: string }[];
  readonly sessions: readonly Pick<Session, 'key_id' | 'name'>[];
};

/** The words in which keys are named. */
export type KeyWords = {
  readonly thisBrowser: string;
  readonly session: (name: string) => string;
  /** Of a key whose name is not known. */
  readonly unnamed: (id: string) => string;
};

/** What a key of a row of usage is called. */
export function keyNames({ session, keys, sessions }: Known, words: KeyWords): (key_id: string) => string {
  const names = new Map([
    ...keys.map(({ key_id, name }) => [key_id, name] as const),
    ...sessions.map(({ key_id, name }) => [key_id, words.session(name)] as const),
    [session.key_id, words.thisBrowser] as const,
  ]);
  return (key_id) => names.get(key_id) ?? words.unnamed(shortKeyId(key_id));
}

/** The beginning and end of a key's id, e.g. `key_5f2b…9304`. */
export const shortKeyId = (key_id: string): string => `${key_id.slice(0, 8)}…${key_id.slice(-4)}`;
