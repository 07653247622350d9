import { VendorError } from '@styling/model-api';
import type { ObjectStore } from '@styling/objectstore';

/** The circumstances of one question. */
export type Asking = {
  readonly store: ObjectStore;
  /** Of the objects that hold what is known of it; deleted with the request. */
  readonly prefix: string;
  /** Whether an answer costs money. */
  readonly isPaid: boolean;
};

/**
 * Asks a server that answers while the connection stands: there is no id by which a redelivery could resume. That it was asked
 * is stored before, and the answer after, so that a redelivery takes an answer that came. Where none came, and the server may have
 * made one, one's own hardware is asked again, and a paid one is not.
 *
 * @throws VendorError `ambiguous` in place of asking, and paying, twice; what `ask` throws
 */
export async function askOnce({ store, prefix, isPaid }: Asking, ask: () => Promise<Uint8Array>): Promise<Uint8Array> {
  const asked = `${prefix}asked`;
  const answer = `${prefix}answer`;
  const kept = await store.get(answer);
  if (kept) return kept.bytes;
  if (isPaid) {
    if (await store.head(asked)) throw new VendorError('ambiguous', 'asked before, without an answer');
    await store.put(asked, Buffer.from('1'), 'text/plain');
  }
  try {
    const bytes = await ask();
    await store.put(answer, bytes, 'application/octet-stream');
    return bytes;
  } catch (error) {
    if (isPaid && error instanceof VendorError && error.nothingPaid) await store.delete(asked);
    throw error;
  }
}
