import type { Bus } from '@styling/bus';
import type { ObjectStore } from '@styling/objectstore';
import type { Logger } from '@styling/telemetry';
import type { Kysely } from 'kysely';
import type { settingsOf } from './config.ts';

/** CloudEvents source of the gateway's events. */
export const SOURCE = '/services/gateway';

/** Time-out of publishing an event that a client waits for. */
export const PUBLISH_TIMEOUT_MS = 3_000;

export type GatewayDependencies = Readonly<ReturnType<typeof settingsOf>> & {
  /** Name of this process in subjects, random: the completions that it waits for are published to it alone. */
  readonly name: string;
  readonly bus: Bus;
  readonly db: Kysely<unknown>;
  readonly store: ObjectStore;
  readonly log: Logger;
  readonly clock: () => Date;
  readonly random: (bytes: number) => Uint8Array;
  readonly version: string;
};
