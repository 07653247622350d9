import type { IncomingHttpHeaders } from 'node:http';
import { limits } from '@styling/contracts';
import { ServiceError } from '@styling/service';

/** That a client prefers a job to a long wait (`respond-async`, RFC 7240, section 4.1). */
export type Asynchronous = {
  /** How long it waits for the answer itself, in ms. */
  readonly waitMs: number;
};

/** A preference: no comma outside of a quoted string. */
const PREFERENCE = /(?:"(?:\\.|[^"\\])*"|[^,"])+/g;

/**
 * The preference `respond-async` of a request, with `wait` in seconds, if it has it. Other preferences are ignored; of one that is
 * given twice the first counts.
 *
 * @throws ServiceError `invalid_preference` when `wait` is not 0 to 60
 */
export function readAsynchronous({ prefer }: IncomingHttpHeaders): Asynchronous | undefined {
  if (prefer === undefined) return undefined;
  // Node joins headers of the same name, unless they are of one kind that this is not.
  const preferences = new Map([...String(prefer).matchAll(PREFERENCE)].reverse().map(([text]) => named(text)));
  if (!preferences.has('respond-async')) return undefined;
  const wait = preferences.get('wait');
  if (wait === undefined) return { waitMs: 0 };
  if (!/^\d{1,3}$/.test(wait) || Number(wait) > limits.preferredWaitSeconds) {
    throw new ServiceError('invalid_preference', { max: limits.preferredWaitSeconds });
  }
  return { waitMs: Number(wait) * 1000 };
}

/** Name, in lower case, and value of a preference; its parameters are left out. */
function named(preference: string): [string, string] {
  const [name = '', ...value] = (preference.split(';', 1)[0] ?? '').split('=');
  return [
    name.trim().toLowerCase(),
    value
      .join('=')
      .trim()
      .replace(/^"(.*)"$/, '$1'),
  ];
}
