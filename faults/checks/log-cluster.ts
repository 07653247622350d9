import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { EVENTS_STREAM } from '@styling/contracts';
import { freePorts, restartable, type Server, startNatsServer, waitUntil } from '@styling/local-servers';
import { statusOf } from '../load/client.ts';
import type { Stage } from '../stage.ts';
import type { Parts } from '../system/parts.ts';
import { answeredWith } from './expect.ts';

/** Three nats-servers on loopback that keep every stream three times. */
export type NatsCluster = {
  /** All three, separated by commas. */
  readonly url: string;
  readonly nodes: readonly Server<unknown>[];
  stop(): Promise<void>;
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

/** Starts them and waits until they have a leader. */
export async function startNatsCluster({ natsBinary, dataDir }: Parts): Promise<NatsCluster> {
  const ports = await freePorts(2 * SIZE);
  const routes = ports.slice(SIZE);
  const nodes = await Promise.all(
    routes.map((port, index) => {
      const name = `node-${index + 1}`;
      return restartable(name, startNatsServer, {
        ...{ name, binary: natsBinary, dataDir: join(dataDir, `nats-${name}`) },
        port: ports[index] as number,
        cluster: { port, routes },
      });
    }),
  );
  const url = nodes.map((node) => node.url).join(',');
  const nc = await connect({ servers: url.split(',') });
  const jsm = await jetstreamManager(nc, { checkAPI: false });
  const hasLeader = () =>
    jsm.getAccountInfo().then(
      () => true,
      () => false,
    );
  const elected = await waitUntil(hasLeader, { timeoutMs: ELECTED_WITHIN_MS, everyMs: 200 });
  await nc.close();
  if (!elected) throw new Error('the NATS cluster has no leader');
  return { url, nodes, stop: async () => void (await Promise.all(nodes.map((node) => node.stop()))) };
}

/** Check 2: kills the leader of the log three times under load. @returns the outages */
export async function killLeaders(stage: Stage, cluster: NatsCluster): Promise<string> {
  const client = await stage.newClient();
  const jsm = await jetstreamManager(stage.observer.nc, { checkAPI: false });
  const leader = async () => {
    const info = await jsm.streams.info(EVENTS_STREAM).catch(() => undefined);
    return cluster.nodes.find(({ name }) => name === info?.cluster?.leader);
  };
  const gaps: number[] = [];
  for (let round = 0; round < 3; round++) {
    let doomed: Server<unknown> | undefined;
    await waitUntil(
      async () => {
        doomed = await leader();
        return doomed !== undefined;
      },
      { timeoutMs: ELECTED_WITHIN_MS, everyMs: 200 },
    );
    assert(doomed, 'the log has no leader');
    await doomed.kill();
    const killedAt = performance.now();
    const back = sleep(AWAY_MS).then(() => doomed?.start());
    await answeredWith(200, () => client.tryOn(stage.system.gateways[round % 2]?.url ?? ''), GAP_MS);
    gaps.push(performance.now() - killedAt);
    await back;
    // A quorum must survive the next kill, so the restarted server has to catch up first.
    await waitUntil(() => allCurrent(jsm), { timeoutMs: ELECTED_WITHIN_MS, everyMs: 200 });
    await sleep(500);
  }
  assert.equal(statusOf(await client.get(stage.system.gateways[0]?.url ?? '', '/usage')), 200);
  return `the first request after each kill succeeded within ${gaps.map((ms) => `${(ms / 1000).toFixed(1)} s`).join(', ')}`;
}

async function allCurrent(jsm: Awaited<ReturnType<typeof jetstreamManager>>): Promise<boolean> {
  const info = await jsm.streams.info(EVENTS_STREAM).catch(() => undefined);
  const replicas = info?.cluster?.replicas ?? [];
  return replicas.length === SIZE - 1 && replicas.every(({ current, offline }) => current && !offline);
}
