import { VendorError } from '@styling/model-api';
import type { ObjectStore } from '@styling/objectstore';

/** The circumstances of one question. */
export type Asking = {
  readonly store: ObjectStore;
  /** Prefix of the objects that hold what is known of the request; deleted with it. */
  readonly prefix: string;
  /** Whether an answer costs money. */
  readonly isPaid: boolean;
};

/** Stored before a request is sent to a paid server: it may have been paid once, or twice. */
const FIRST = '1';
const SECOND = '2';
/** The first ended with a 503: mostly nothing was made, but a proxy that failed later answers it, too. */
const ONCE_MORE = 'once more';

const nameOf = (prefix: string): string => `${prefix}asked`;

/** Whether a question to a paid server was sent, and may have been paid. @throws ServiceError `unavailable` */
export const mayBePaid = async ({ store, prefix }: Omit<Asking, 'isPaid'>): Promise<boolean> =>
  (await store.head(nameOf(prefix))) !== null;

/**
 * Asks a server that answers while the connection stands: there is no id by which a redelivery could resume. That it was asked
 * is stored before, and the answer after, so that a redelivery takes an answer that came. Where none came, and the server may have
 * made one, one's own hardware is asked again. A paid one is not, but once more after a 503.
 *
 * @throws VendorError `ambiguous` and `unavailable` in place of asking, and paying, again; what `ask` throws
 */
export async function askOnce({ store, prefix, isPaid }: Asking, ask: () => Promise<Uint8Array>): Promise<Uint8Array> {
  const answer = `${prefix}answer`;
  const kept = await store.get(answer);
  if (kept) return kept.bytes;
  const bytes = isPaid ? await askPaid(store, nameOf(prefix), ask) : await ask();
  await store.put(answer, bytes, 'application/octet-stream');
  return bytes;
}

async function askPaid(store: ObjectStore, name: string, ask: () => Promise<Uint8Array>): Promise<Uint8Array> {
  const found = await store.get(name);
  const before = found && Buffer.from(found.bytes).toString();
  if (before === FIRST) throw new VendorError('ambiguous', 'asked before, without an answer');
  if (before === SECOND) throw new VendorError('unavailable', 'asked twice, without an answer');
  const note = (state: string) => store.put(name, Buffer.from(state), 'text/plain');
  await note(before ? SECOND : FIRST);
  try {
    return await ask();
  } catch (error) {
    if (error instanceof VendorError) {
      if (error.nothingPaid) await (before ? note(before) : store.delete(name));
      else if (error.kind === 'unavailable' && !before) await note(ONCE_MORE);
    }
    throw error;
  }
}
