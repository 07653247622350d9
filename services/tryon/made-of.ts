import type { PictureFacts } from '@styling/capability';
import { toServiceError } from '@styling/service';

/** What became of one picture. */
export type Tried = { readonly facts: PictureFacts | null; readonly error?: unknown };

/** The pictures of a try-on, null for one that could not be made, and what they cost of the day. */
export type MadePictures = { readonly facts: readonly (PictureFacts | null)[]; readonly cost: number };

/**
 * What a try-on that was asked for several pictures ends with: one that succeeded makes a success, of those that did. It costs
 * those, and what a paid model was asked for and refused.
 *
 * @throws an `unavailable` of any of them, so that it is tried again, unless this is the last attempt
 * @throws if none succeeded, a refusal, which counts, else the first error
 */
export function madeOf(tried: readonly Tried[], lastAttempt: boolean): MadePictures {
  const errors = tried.flatMap(({ error }) => (error === undefined ? [] : [error]));
  const withCode = (code: string) => errors.filter((error) => toServiceError(error).code === code);
  const [unavailable] = withCode('unavailable');
  if (unavailable !== undefined && !lastAttempt) throw unavailable;
  const refused = withCode('content_refused');
  const made = tried.filter(({ facts }) => facts).length;
  if (made === 0) throw refused[0] ?? errors[0] ?? new Error('no picture was asked for');
  return { facts: tried.map(({ facts }) => facts), cost: made + refused.length };
}
