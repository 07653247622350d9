import type { Bus } from '@styling/bus';
import { waitForHeads } from '@styling/projections';
import { backoff, pause } from '@styling/service';
import type { Logger } from '@styling/telemetry';
import type { Kysely } from 'kysely';
import { gatewayProjection } from './gateway-projection.ts';
import type { GatewayTables } from './tables.ts';

/**
 * Waits until what the log holds now is projected, by any replica: an older copy of the tables may have keys that the log
 * revoked. Retries without end.
 */
export async function catchUp(bus: Bus, db: Kysely<GatewayTables>, log: Logger, stopping: AbortSignal): Promise<void> {
  for (let failures = 0; !stopping.aborted; failures++) {
    try {
      return await waitForHeads(bus, db, gatewayProjection);
    } catch (error) {
      log.warn({ err: error, failures }, 'not caught up with the log; will retry');
      await pause(backoff(failures, 100, 2_000, Math.random()), stopping);
    }
  }
}
