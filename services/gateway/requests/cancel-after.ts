import type { IncomingHttpHeaders } from 'node:http';
import { limits } from '@styling/contracts';
import { ServiceError } from '@styling/service';

/** `90s`, `2m`, `1h`, `1h30m`: the units of Replicate's header of this name. */
const DURATION = /^(?=\d)(?:(\d{1,4})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s)?$/;

/**
 * The `Cancel-After` header of a request in ms, undefined without one: its work is cancelled so long after its arrival.
 *
 * @param mostSeconds longest duration that the request may have
 * @throws ServiceError `invalid_deadline`, also if it is sent twice
 */
export function readCancelAfter(headers: IncomingHttpHeaders, mostSeconds: number): number | undefined {
  const value = headers['cancel-after'];
  if (value === undefined) return undefined;
  const [matched, hours = 0, minutes = 0, seconds = 0] = DURATION.exec(String(value)) ?? [];
  const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  const min = limits.leastCancelAfterSeconds;
  if (matched === undefined || total < min || total > mostSeconds) {
    throw new ServiceError('invalid_deadline', { min, max: mostSeconds });
  }
  return total * 1000;
}
