import { inBatches } from '@styling/service';
import type { Kysely } from 'kysely';
import type { GatewayTables } from '../tables.ts';
import { type Ending, release } from './release.ts';
import { releaseAll } from './release-all.ts';

/** Maximum number of endings per statement, to bound how long it locks rows. */
const MOST = 200;

/**
 * Releases slots as `release` does, but those of requests that end while a statement is in flight by one statement, the next. A
 * single one is not delayed. If a statement fails, all calls that share it throw its error.
 *
 * @returns a function for one ending, which returns whether its call released the slot
 */
export const releaseQueue = (db: Kysely<GatewayTables>): ((ending: Ending) => Promise<boolean>) =>
  inBatches(
    async (endings: readonly Ending[]) => {
      const [ending, ...others] = endings;
      if (ending && others.length === 0) return [await release(db, ending)];
      const released = new Set(await releaseAll(db, endings));
      return endings.map(({ request_id }) => released.delete(request_id));
    },
    { most: MOST },
  );
