import assert from 'node:assert/strict';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { EVENTS_STREAM, servicesOfKind } from '@styling/contracts';
import type { NatsSettings, Server } from '@styling/local-servers';
import { rebuild } from '../accounting/gather.ts';
import { eventually } from '../eventually.ts';
import { type Client, statusOf } from '../load/client.ts';
import type { Replica } from '../system/replica.ts';
import type { System } from '../system/system.ts';
import { succeeded } from './expect.ts';

/** A system whose log can be damaged; `nats` keeps it in `dataDir`. */
export type LogScene = {
  readonly system: System;
  readonly client: Client;
  readonly nats: Server<NatsSettings>;
  readonly dataDir: string;
};

/** A way to lose a log, or its end, while the services run. */
export type Loss = {
  readonly id: string;
  readonly name: string;
  /** Loses what `makeEvents` puts into the log. */
  lose(scene: LogScene, makeEvents: () => Promise<void>): Promise<void>;
};

export const LOSSES: readonly Loss[] = [
  {
    id: 'log-anew',
    name: 'the log is deleted and made anew under live services',
    async lose({ system }, makeEvents) {
      await makeEvents();
      const nc = await connect({ servers: system.natsUrl });
      const jsm = await jetstreamManager(nc, { checkAPI: false });
      await jsm.streams.delete(EVENTS_STREAM);
      await nc.close();
      await system.run('deploy/provision/main.ts', 'streams');
    },
  },
  {
    id: 'log-older',
    name: 'the log is restored from an older copy, without its end, under live services',
    async lose({ nats, dataDir }, makeEvents) {
      const copy = `${dataDir}-copy`;
      await nats.stop();
      await cp(join(dataDir, 'jetstream'), copy, { recursive: true });
      await nats.start();
      await makeEvents();
      await nats.stop();
      await rm(join(dataDir, 'jetstream'), { recursive: true });
      await cp(copy, join(dataDir, 'jetstream'), { recursive: true });
      await nats.start();
    },
  },
];

/** Replicas look at the log when they reconnect, and then from time to time. */
const NOTICED_WITHIN_MS = 60_000;
/** Older than any object that may belong to a running request, in ms. */
const LATER_MS = 3_600_000;

/** Loses the log, expects that it is reported and refused, and follows the runbook. @returns the observation */
export async function recoverFrom({ lose }: Loss, scene: LogScene): Promise<string> {
  const { system, client } = scene;
  const [gateway] = system.gateways;
  assert(gateway);
  const tryOn = () => client.tryOn(gateway);
  await succeeded(tryOn);
  const lost: Record<string, unknown>[] = [];
  await lose(scene, async () => {
    for (let count = 0; count < 3; count++) lost.push((await succeeded(tryOn, 30_000)).body);
  });

  const readers = ['gateway', ...servicesOfKind('projection')].flatMap((name) => system.of(name));
  for (const reader of readers) await noticed(reader);
  assert.equal(statusOf(await tryOn()), 503, 'a request was admitted');

  await system.run('deploy/provision/main.ts', 'streams');
  await system.run('services/gateway/rebuild.ts');
  for (const service of servicesOfKind('projection')) await rebuild(system, service);
  for (const reader of readers) await recognised(reader);
  const { body: made } = await succeeded(tryOn, 30_000);
  await system.runAt(LATER_MS, 'services/images/orphans.ts', '--delete');
  for (const { image_id, image_url } of lost) {
    assert.equal(statusOf(await client.get(gateway, `/images/${image_id}`)), 404);
    assert.notEqual((await fetch(String(image_url))).status, 200, 'the picture of a lost event is still there');
  }
  await succeeded(() => client.get(gateway, `/images/${made.image_id}`));
  return `${readers.length} replicas reported it; after the runbook's procedure 200`;
}

const gauge = /^styling_log_recognised(?:\{.*\})? (\d)$/gm;
const valuesOf = (metrics: string) => [...metrics.matchAll(gauge)].map(([, value]) => value);

const noticed = (reader: Replica) =>
  eventually(
    `report of the other log by ${reader.name}`,
    async () =>
      (await reader.health('readyz')).status === 503 && valuesOf((await reader.health('metrics')).text).includes('0'),
    NOTICED_WITHIN_MS,
  );

async function recognised(reader: Replica): Promise<void> {
  await eventually(
    `recognition of the log by ${reader.name}`,
    async () => (await reader.health('readyz')).status === 200,
    NOTICED_WITHIN_MS,
  );
  // As a scraper that comes by a little later.
  await sleep(100);
  const values = valuesOf((await reader.health('metrics')).text);
  assert(values.length > 0 && values.every((value) => value === '1'), `${reader.name} still reports the other log`);
}
