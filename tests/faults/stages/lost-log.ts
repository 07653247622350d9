import assert from 'node:assert/strict';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { EVENTS_STREAM, servicesOfKind } from '@styling/contracts';
import { KEYS_SCRIPT, runScript } from '@styling/local-servers';
import { rebuild } from '../accounting/gather.ts';
import { succeeded } from '../checks/steps.ts';
import { aSelfie, type Client, createClient } from '../client.ts';
import { eventually } from '../eventually.ts';
import { type Run, wantedOf } from '../stage.ts';
import { type Parts, startLog } from '../system/parts.ts';
import type { Replica } from '../system/replica.ts';
import { clockVariables, type System, startSystem } from '../system/system.ts';

/** `nats` keeps its log in `jetstreamDir`. */
type LogScene = {
  readonly system: System;
  readonly client: Client;
  readonly nats: Parts['nats'];
  readonly jetstreamDir: string;
};

/** Lose what `makeEvents` puts into the log, while services run. */
type Losses = Readonly<Record<string, (scene: LogScene, makeEvents: () => Promise<void>) => Promise<void>>>;

const LOSSES: Losses = {
  'log-anew: the log is deleted and made anew under live services': async ({ system }, makeEvents) => {
    await makeEvents();
    const nc = await connect({ servers: system.natsUrl });
    const jsm = await jetstreamManager(nc, { checkAPI: false });
    await jsm.streams.delete(EVENTS_STREAM);
    await nc.close();
    await system.run('deploy/provision/main.ts', 'streams');
  },
  'log-older: the log is restored from an older copy, without its end, under live services': async (
    scene,
    makeEvents,
  ) => {
    const { nats, jetstreamDir } = scene;
    const copy = `${jetstreamDir}-copy`;
    await nats.stop();
    await cp(jetstreamDir, copy, { recursive: true });
    await nats.start();
    await makeEvents();
    await nats.stop();
    await rm(jetstreamDir, { recursive: true });
    await cp(copy, jetstreamDir, { recursive: true });
    await nats.start();
  },
};

/** Systems on a log that is lost. No account: responses and the log must differ. */
export async function runLostLogStages(run: Run): Promise<void> {
  for (const { id, name, check: lose } of wantedOf(run, LOSSES)) {
    await using undo = new AsyncDisposableStack();
    const nats = await startLog(run.parts, `nats-${id}`, {}, undo);
    const options = { name: id, parts: { ...run.parts, nats }, replicas: { gateway: 2 } };
    const system = await startSystem(options, undo);
    const { key } = JSON.parse(await system.run(KEYS_SCRIPT, 'create', '--user', id, '--name', 'faults'));
    const client = createClient(id, key, await aSelfie(), []);
    const scene = { system, client, nats, jetstreamDir: join(run.parts.dataDir, `nats-${id}`, 'jetstream') };
    await run.reporter.check(id, name, () => recoverFrom(scene, (makeEvents) => lose(scene, makeEvents)));
  }
}

/** Replicas look at the log when they reconnect, and then from time to time. */
const NOTICED_WITHIN_MS = 60_000;
/** Older than any object of a running request. */
const LATER_MS = 3_600_000;

/** Loses the log, expects that it is reported and refused, and follows the runbook. */
async function recoverFrom({ system, client }: LogScene, lose: (makeEvents: () => Promise<void>) => Promise<void>) {
  const [gateway] = system.gateways;
  assert(gateway);
  const tryOn = () => client.tryOn(gateway);
  await succeeded(tryOn);
  const lost: Record<string, unknown>[] = [];
  await lose(async () => {
    for (let count = 0; count < 3; count++) lost.push((await succeeded(tryOn, 30_000)).body);
  });

  const readers = ['gateway', ...servicesOfKind('projection')].flatMap((name) => system.of(name));
  for (const reader of readers) {
    const isNoticed = async () => !(await isReady(reader)) && (await recognitionOf(reader)).includes('0');
    await eventually(`report of the other log by ${reader.name}`, isNoticed, NOTICED_WITHIN_MS);
  }
  assert.equal((await tryOn()).status, 503, 'a request was admitted');

  await system.run('deploy/provision/main.ts', 'streams');
  await system.run('services/gateway/rebuild.ts');
  for (const service of servicesOfKind('projection')) await rebuild(system, service);
  for (const reader of readers) {
    await eventually(`recognition of the log by ${reader.name}`, () => isReady(reader), NOTICED_WITHIN_MS);
    // A scraper comes by a little later.
    await sleep(100);
    assert.deepEqual(new Set(await recognitionOf(reader)), new Set('1'), `${reader.name} still reports the other log`);
  }
  const { body: made } = await succeeded(tryOn, 30_000);
  const later = clockVariables(Number(system.clock.CLOCK_SHIFT_MS ?? 0) + LATER_MS);
  await runScript('services/images/orphans.ts', ['--delete'], { env: { ...system.env, ...later } });
  for (const { image_id, image_url } of lost) {
    assert.equal((await client.get(gateway, `/images/${image_id}`)).status, 404);
    assert.notEqual((await fetch(String(image_url))).status, 200, 'the picture of a lost event is still there');
  }
  await succeeded(() => client.get(gateway, `/images/${made.image_id}`));
  return `${readers.length} replicas reported it; after the runbook's procedure 200`;
}

const isReady = async (reader: Replica): Promise<boolean> => (await reader.health('readyz')).status === 200;

async function recognitionOf(reader: Replica): Promise<(string | undefined)[]> {
  const { text } = await reader.health('metrics');
  return [...text.matchAll(/^styling_log_recognised(?:\{.*\})? (\d)$/gm)].map(([, value]) => value);
}
