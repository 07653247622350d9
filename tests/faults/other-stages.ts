import { join } from 'node:path';
import { restartable, startNatsServer } from '@styling/local-servers';
import { withDatabase } from './accounting/gather.ts';
import { killLeaders, startNatsCluster } from './checks/log-cluster.ts';
import { fillLog, SMALL_LOG } from './checks/log-full.ts';
import { IN_FLIGHT, LONG_TIMES, longOutageChecks } from './checks/long-outages.ts';
import { seededRandom } from './random.ts';
import { type Run, sceneOf, underLoad } from './run.ts';
import { openStage } from './stage.ts';
import type { Parts } from './system/parts.ts';

/** A system on a log of three servers, whose leader is killed. */
export async function runClusterStage(run: Run): Promise<void> {
  const { parts, reporter } = run;
  await using undo = new AsyncDisposableStack();
  const cluster = await startNatsCluster(parts, undo);
  const stage = await openStage({
    name: 'cluster',
    parts,
    natsUrl: cluster.url,
    natsReplicas: 3,
    databaseUrl: await newDatabase(parts, 'cluster'),
    replicas: { gateway: 2 },
  });
  const name = 'kill the leader of three NATS servers three times: a gap, and nothing lost';
  await underLoad(run, stage, () =>
    reporter.check('2', name, async () => killLeaders(await sceneOf(run, stage), cluster)),
  );
}

/** A system on a log whose disk is soon full. */
export async function runFullLogStage(run: Run): Promise<void> {
  const { parts, reporter } = run;
  await using undo = new AsyncDisposableStack();
  const settings = { binary: parts.natsBinary, dataDir: join(parts.dataDir, 'nats-small'), maxFileStore: SMALL_LOG };
  const nats = undo.adopt(await restartable('small', startNatsServer, settings), (server) => server.stop());
  const stage = await openStage({
    name: 'full-log',
    parts,
    natsUrl: nats.url,
    databaseUrl: await newDatabase(parts, 'full_log'),
    replicas: {},
    // The server reserves it.
    variables: { READS_MAX_BYTES: '1000000' },
  });
  const name = 'the disk of the log is full, and then larger: 503, nothing counted, then 200';
  await underLoad(run, stage, () =>
    reporter.check('log-full', name, async () => fillLog(await sceneOf(run, stage), nats)),
  );
}

/** A system with times so short that outages can outlast all of them, on a log of its own with a short deduplication window. */
export async function runLongOutageStage(run: Run): Promise<void> {
  await using undo = new AsyncDisposableStack();
  const settings = { binary: run.parts.natsBinary, dataDir: join(run.parts.dataDir, 'nats-long') };
  const nats = undo.adopt(await restartable('long', startNatsServer, settings), (server) => server.stop());
  const parts = { ...run.parts, nats };
  const { duplicateWindowMs, requestTimeoutMs, sweepGraceMs } = LONG_TIMES;
  const stage = await openStage({
    name: 'long',
    parts,
    natsUrl: nats.url,
    databaseUrl: await newDatabase(parts, 'long'),
    replicas: { gateway: 2, tryon: 2 },
    duplicateWindowMs,
    variables: {
      REQUEST_TIMEOUT_SECONDS: String(requestTimeoutMs / 1000),
      SWEEP_GRACE_SECONDS: String(sweepGraceMs / 1000),
    },
  });
  const random = seededRandom(run.arguments.seed + 3);
  const checks = longOutageChecks(await stage.newClients(IN_FLIGHT), random).filter(({ id }) => isLong(run, id));
  await underLoad(run, stage, async () => {
    for (const { id, name, run: outlast } of checks) {
      await run.reporter.check(id, name, async () => outlast(await sceneOf({ ...run, parts }, stage, random)));
    }
  });
}

/** Whether the user wants this check of long outages to run, or any. */
export const isLong = (run: Run, id?: string): boolean =>
  run.wants('long') || (id ? run.wants(id) : [...(run.arguments.only ?? [])].some((one) => one.startsWith('long-')));

/** A database of its own on the same Postgres. */
export async function newDatabase({ postgres }: Parts, name: string): Promise<string> {
  await withDatabase(postgres.url, (client) => client.query(`create database ${name}`));
  const url = new URL(postgres.url);
  url.pathname = name;
  return url.href;
}
