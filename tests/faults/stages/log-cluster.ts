import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { EVENTS_STREAM } from '@styling/contracts';
import { freePorts } from '@styling/local-servers';
import { eventually, succeeded } from '../checks/steps.ts';
import type { Observer } from '../observer.ts';
import { type Run, runChecks, type Scene } from '../stage.ts';
import { type Parts, withLog } from '../system/parts.ts';

const SIZE = 3;
const ELECTED_WITHIN_MS = 30_000;
/** An election takes up to 9 s, requests to the dead one repeat after 5 s, a consumer may be placed on it once more. */
const GAP_MS = 20_000;
const AWAY_MS = 2_000;

/** A log of three servers, whose leader is killed. */
export function runClusterStage(run: Run): Promise<void> {
  let nodes: Parts['nats'][] = [];
  const title = '2: kill the leader of three NATS servers three times: a gap, and nothing lost';
  return runChecks(run, { [title]: (scene) => killLeaders(scene, nodes) }, async (undo) => {
    nodes = await startCluster(run.parts, undo);
    const natsUrl = nodes.map(({ url }) => url).join(',');
    return { name: 'cluster', parts: run.parts, natsUrl, replicas: { gateway: 2 } };
  });
}

/** Keeps every stream three times; resolves when there are leaders. @param undo stops them */
async function startCluster(parts: Parts, undo: AsyncDisposableStack): Promise<Parts['nats'][]> {
  const ports = await freePorts(2 * SIZE);
  const addresses = ports.slice(SIZE).map((port) => `127.0.0.1:${port}`);
  const routes = addresses.map((address) => `nats://${address}`);
  const nodes = await Promise.all(
    addresses.map(async (listen, index) => {
      const name = `node-${index + 1}`;
      // Otherwise servers would send clients each other's addresses.
      const cluster = { name: 'local', listen, routes, no_advertise: true };
      const settings = { port: ports[index] as number, blocks: { server_name: name, cluster } };
      return (await withLog(parts, name, settings, undo)).nats;
    }),
  );
  const nc = await connect({ servers: nodes.map(({ url }) => url) });
  const jsm = await jetstreamManager(nc, { checkAPI: false });
  await eventually('leader of the NATS cluster', () => jsm.getAccountInfo().catch(() => undefined), ELECTED_WITHIN_MS);
  await nc.close();
  return nodes;
}

/** Kills the leader three times under load. @returns the outages */
async function killLeaders(scene: Scene, nodes: readonly Parts['nats'][]): Promise<string> {
  const { client, gateway, other, observer } = scene;
  const gaps: string[] = [];
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
    gaps.push(`${((performance.now() - killedAt) / 1000).toFixed(1)} s`);
    await back;
    // A quorum must survive the next kill.
    await eventually('full cluster', () => areAllCurrent(observer), ELECTED_WITHIN_MS);
    await sleep(500);
  }
  assert.equal((await client.get(gateway, '/usage')).status, 200);
  return `the first request after each kill succeeded within ${gaps.join(', ')}`;
}

const clusterOf = async ({ jsm }: Observer) => (await jsm.streams.info(EVENTS_STREAM).catch(() => undefined))?.cluster;

async function areAllCurrent(observer: Observer): Promise<boolean> {
  const { replicas = [] } = (await clusterOf(observer)) ?? {};
  return replicas.length === SIZE - 1 && replicas.every(({ current, offline }) => current && !offline);
}
