import { join } from 'node:path';
import { restartable, startNatsServer } from '@styling/local-servers';
import pg from 'pg';
import { killLeaders, startNatsCluster } from './checks/log-cluster.ts';
import { fillLog, SMALL_LOG } from './checks/log-full.ts';
import { startLoad } from './load/background-load.ts';
import { seededRandom } from './random.ts';
import { type Run, reportAccount } from './run.ts';
import { openStage, type Stage } from './stage.ts';
import type { Parts } from './system/parts.ts';

const LOAD_PAUSE_MS = 500;

/** A system on a log of three servers, whose leader is killed. */
export async function runClusterStage(run: Run): Promise<void> {
  const { parts } = run;
  const cluster = await startNatsCluster(parts);
  try {
    const stage = await openStage({
      ...{ name: 'cluster', parts, natsUrl: cluster.url, natsReplicas: 3 },
      databaseUrl: await newDatabase(parts, 'cluster'),
      replicas: { gateway: 2 },
    });
    await underLoad(run, stage, () =>
      run.reporter.check('2', 'kill the leader of three NATS servers three times: a gap, and nothing lost', () =>
        killLeaders(stage, cluster),
      ),
    );
  } finally {
    await cluster.stop();
  }
}

/** A system on a log whose disk is soon full. */
export async function runFullLogStage(run: Run): Promise<void> {
  const { parts } = run;
  const settings = { binary: parts.natsBinary, dataDir: join(parts.dataDir, 'nats-small'), maxFileStore: SMALL_LOG };
  const nats = await restartable('small', startNatsServer, settings);
  try {
    const stage = await openStage({
      ...{ name: 'full-log', parts, natsUrl: nats.url, databaseUrl: await newDatabase(parts, 'full_log') },
      replicas: {},
      // The server reserves it.
      variables: { READS_MAX_BYTES: '1000000' },
    });
    await underLoad(run, stage, () =>
      run.reporter.check(
        'log-full',
        'the disk of the log is full, and then larger: 503, nothing counted, then 200',
        () => fillLog(stage, nats),
      ),
    );
  } finally {
    await nats.stop();
  }
}

async function underLoad(run: Run, stage: Stage, check: () => Promise<void>): Promise<void> {
  const clients = [await stage.newClient(), await stage.newClient()];
  const urls = () => stage.system.gateways.map(({ url }) => url);
  const load = startLoad(clients, urls, seededRandom(run.arguments.seed + 3), LOAD_PAUSE_MS, stage.lost);
  await check();
  await load.stop();
  await reportAccount(run, stage);
}

/** A database of its own on the same Postgres. */
async function newDatabase({ postgres }: Parts, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`create database ${name}`).finally(() => client.end());
  const url = new URL(postgres.url);
  url.pathname = name;
  return url.href;
}
