import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { EVENTS_STREAM } from '@styling/contracts';
import { freePorts, restartable, type Server, startNatsServer } from '@styling/local-servers';
import { eventually } from '../eventually.ts';
import { statusOf } from '../load/client.ts';
import type { Observer } from '../observer.ts';
import type { Parts } from '../system/parts.ts';
import type { Scene } from './check.ts';
import { succeeded } from './expect.ts';

/** Three nats-servers on loopback that keep every stream three times. */
export type NatsCluster = {
  /** All three, separated by commas. */
  readonly url: string;
  readonly nodes: readonly Server<unknown>[];
};

const SIZE = 3;
const ELECTED_WITHIN_MS = 30_000;
/**
 * The longest outage when the leader of the log dies, in ms: an election takes nats-server up to 9 s, requests to the dead
 * one are repeated after a timeout of 5 s, and a consumer may be placed on it once more.
 */
const GAP_MS = 20_000;
/** How long a killed server stays down. */
const AWAY_MS = 2_000;

/** Starts them and waits until they have a leader. @param undo stops them */
export async function startNatsCluster(parts: Parts, undo: AsyncDisposableStack): Promise<NatsCluster> {
  const ports = await freePorts(2 * SIZE);
  const routes = ports.slice(SIZE);
  const nodes = await Promise.all(
    routes.map(async (port, index) => {
      const name = `node-${index + 1}`;
      const node = await restartable(name, startNatsServer, {
        name,
        binary: parts.natsBinary,
        dataDir: join(parts.dataDir, `nats-${name}`),
        port: ports[index] as number,
        cluster: { port, routes },
      });
      return undo.adopt(node, () => node.stop());
    }),
  );
  const url = nodes.map((node) => node.url).join(',');
  const nc = await connect({ servers: url.split(',') });
  const jsm = await jetstreamManager(nc, { checkAPI: false });
  await eventually('leader of the NATS cluster', () => jsm.getAccountInfo().catch(() => undefined), ELECTED_WITHIN_MS);
  await nc.close();
  return { url, nodes };
}

/** Check 2: kills the leader of the log three times under load. @returns the outages */
export async function killLeaders(scene: Scene, { nodes }: NatsCluster): Promise<string> {
  const { client, gateway, other } = scene;
  const { observer } = scene.stage;
  const gaps: number[] = [];
  for (const next of [gateway, other, gateway]) {
    const findLeader = async () => {
      const leader = (await clusterOf(observer))?.leader;
      return nodes.find(({ name }) => name === leader);
    };
    const doomed = await eventually('leader of the log', findLeader, ELECTED_WITHIN_MS);
    await doomed.kill();
    const killedAt = performance.now();
    const back = sleep(AWAY_MS).then(() => doomed.start());
    await succeeded(() => client.tryOn(next), GAP_MS);
    gaps.push(performance.now() - killedAt);
    await back;
    // A quorum must survive the next kill, so the restarted server has to catch up first.
    await eventually('full cluster', () => areAllCurrent(observer), ELECTED_WITHIN_MS);
    await sleep(500);
  }
  assert.equal(statusOf(await client.get(gateway, '/usage')), 200);
  return `the first request after each kill succeeded within ${gaps.map((ms) => `${(ms / 1000).toFixed(1)} s`).join(', ')}`;
}

const clusterOf = async ({ jsm }: Observer) => (await jsm.streams.info(EVENTS_STREAM).catch(() => undefined))?.cluster;

async function areAllCurrent(observer: Observer): Promise<boolean> {
  const { replicas = [] } = (await clusterOf(observer)) ?? {};
  return replicas.length === SIZE - 1 && replicas.every(({ current, offline }) => current && !offline);
}
