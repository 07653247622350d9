import type { Measure } from '../bench.ts';
import { cost, readCost } from './cost.ts';
import { deliveries } from './deliveries.ts';
import { expiry } from './expiry.ts';
import { floors } from './floors.ts';
import { growth } from './growth.ts';
import { idleGateways } from './idle-gateways.ts';
import { noisyNeighbour } from './noisy-neighbour.ts';
import { objectStore } from './object-store.ts';
import { projection } from './projection.ts';
import { reads } from './reads.ts';
import { selfies } from './selfies.ts';
import { startUp } from './start-up.ts';
import { syncedLog } from './synced-log.ts';
import { telemetry } from './telemetry.ts';
import { tryOn } from './try-on.ts';
import { waiting } from './waiting.ts';
import { watching } from './watching.ts';
import { workers } from './workers.ts';

/** Every measure, in the order of the table. */
export const measures: readonly Measure[] = [
  floors,
  tryOn,
  syncedLog,
  cost,
  objectStore,
  selfies,
  waiting,
  watching,
  reads,
  readCost,
  projection,
  idleGateways,
  noisyNeighbour,
  growth,
  telemetry,
  startUp,
  workers,
  expiry,
  deliveries,
];
