import assert from 'node:assert/strict';
import { cp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { EVENTS_STREAM, servicesOfKind } from '@styling/contracts';
import { runScript } from '@styling/local-servers';
import { rebuild } from '../accounting/gather.ts';
import { eventually, succeeded } from '../checks/steps.ts';
import { type Client, createClient } from '../client.ts';
import { report } from '../reporter.ts';
import { type Run, wantedOf } from '../stage.ts';
import { type Parts, withLog } from '../system/parts.ts';
import type { Replica } from '../system/replica.ts';
import { clockVariables, type System, startSystem } from '../system/system.ts';

/** `nats` keeps its log in `jetstreamDir`. */
type LogScene = { system: System; client: Client; nats: Parts['nats']; jetstreamDir: string };

/** Loses what happens after `before`, while services run. */
type Loss = { before?(scene: LogScene): Promise<void>; lose(scene: LogScene): Promise<void> };

const LOSSES: Readonly<Record<string, Loss>> = {
  'log-anew: the log is deleted and made anew under live services': {
    async lose({ system }) {
      const nc = await connect({ servers: system.natsUrl });
      const jsm = await jetstreamManager(nc, { checkAPI: false });
      await jsm.streams.delete(EVENTS_STREAM);
      await nc.close();
      await system.run('deploy/provision/main.ts', 'streams');
    },
  },
  'log-older: the log is restored from an older copy, without its end, under live services': {
    async before({ nats, jetstreamDir }) {
      await nats.stop();
      await cp(jetstreamDir, `${jetstreamDir}-copy`, { recursive: true });
      await nats.start();
    },
    async lose({ nats, jetstreamDir }) {
      await nats.stop();
      await rm(jetstreamDir, { recursive: true });
      await rename(`${jetstreamDir}-copy`, jetstreamDir);
      await nats.start();
    },
  },
};

/** Systems on a log that is lost. No account: responses and the log must differ. */
export async function runLostLogStages(run: Run): Promise<void> {
  for (const { id, name, check: loss } of wantedOf(run, LOSSES)) {
    await using undo = new AsyncDisposableStack();
    const parts = await withLog(run.parts, `nats-${id}`, {}, undo);
    const system = await startSystem({ name: id, parts, replicas: { gateway: 2 } }, undo);
    const client = createClient(id, await system.newKey(id), []);
    const scene = { system, client, nats: parts.nats, jetstreamDir: join(parts.dataDir, `nats-${id}`, 'jetstream') };
    await report(id, name, () => recoverFrom(scene, loss));
  }
}

/** Replicas look at the log when they reconnect, and then from time to time. */
const NOTICED_WITHIN_MS = 60_000;
/** Older than any object of a running request. */
const LATER_MS = 3_600_000;

/** Loses the log, expects that it is reported and refused, and follows the runbook. */
async function recoverFrom(scene: LogScene, { before, lose }: Loss): Promise<string> {
  const { system, client } = scene;
  const [gateway] = system.gateways;
  assert(gateway);
  const tryOn = () => client.tryOn(gateway);
  await succeeded(tryOn);
  const lost: Record<string, unknown>[] = [];
  await before?.(scene);
  for (let count = 0; count < 3; count++) lost.push((await succeeded(tryOn, 30_000)).body);
  await lose(scene);

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
  const later = clockVariables(Number(process.env.CLOCK_SHIFT_MS) + LATER_MS);
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
