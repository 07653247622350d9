import { ServiceError } from '@styling/service';
import type { Gateway } from '../gateway.ts';

/** @throws ServiceError `unavailable`, with the reason as its cause, while the gateway is not ready */
export function requireReady({ notReady }: Pick<Gateway, 'notReady'>): void {
  const reason = notReady();
  if (reason !== undefined) throw new ServiceError('unavailable', {}, { cause: new Error(reason) });
}
