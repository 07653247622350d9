import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { freeBytes } from '@styling/local-servers';
import type { StackSettings } from './settings.ts';

/** A new cluster (50 MB) and a full write-ahead log (`max_wal_size`, 1 GB). */
const POSTGRES_BYTES = 1.1e9;
/** Reads are dropped beyond this, see deploy/provision. */
const READS_BYTES = 1024 ** 3;
/** Events and pictures of a first day; they are never dropped, and take what there is. */
const CONTENT_BYTES = 0.3e9;

/**
 * Refuses a first start, in the existing folder `dataDir`, on a disk that the servers of the stack would fill by themselves.
 * @throws Error of one line that says how much is free, and how much is needed for what
 */
export async function requireRoom(
  settings: Pick<StackSettings, 'dataDir' | 'natsUrl' | 'databaseUrl' | 'environment'>,
): Promise<void> {
  const { dataDir, natsUrl, databaseUrl, environment } = settings;
  if (['nats', 'postgres', 'objects'].some((folder) => existsSync(join(dataDir, folder)))) return;
  const parts = {
    'for Postgres': databaseUrl ? 0 : POSTGRES_BYTES,
    'for reads (READS_MAX_BYTES)': natsUrl ? 0 : Number(environment.READS_MAX_BYTES) || READS_BYTES,
    'for events and pictures': CONTENT_BYTES,
  };
  const needed = Object.values(parts).reduce((sum, bytes) => sum + bytes, 0);
  const free = await freeBytes(dataDir);
  if (free >= needed) return;
  const uses = Object.entries(parts).filter(([, bytes]) => bytes > 0);
  const words = uses.map(([use, bytes]) => `${gigabytes(bytes)} ${use}`).join(', ');
  throw new Error(`${dataDir} has ${gigabytes(free)} free, and a first start needs ${gigabytes(needed)}: ${words}`);
}

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;
