import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { servicesOfKind } from '@styling/contracts';
import { THROWAWAY_STORE_CREDENTIALS } from '@styling/local-servers';
import { readArguments } from './arguments.ts';
import { clockChecks, LIMITED } from './checks/clocks.ts';
import { gatewayChecks, repeatChecks } from './checks/gateways.ts';
import { jobChecks } from './checks/jobs.ts';
import { projectionChecks } from './checks/projections.ts';
import { logChecks, outageChecks } from './checks/servers.ts';
import { cancelChecks, workerChecks } from './checks/workers.ts';
import { seededRandom } from './random.ts';
import { randomMix } from './random-mix.ts';
import { counts, guard } from './reporter.ts';
import { type Run, runChecks } from './stage.ts';
import { runFullDiskStage } from './stages/disk-full.ts';
import { runClusterStage } from './stages/log-cluster.ts';
import { runFullLogStage } from './stages/log-full.ts';
import { runLongOutageStage } from './stages/long-outages.ts';
import { runLostLogStages } from './stages/lost-log.ts';
import { startParts } from './system/parts.ts';
import { clockVariables } from './system/system.ts';

// `npm run faults -- --seed 123 --minutes 2 --only 10,nats-down`: see README.md.
/** Without the mix. */
const LIMIT_MINUTES = 20;

/** Stages in turn, on parts of their own; lanes run at once, as both wait more than they work. */
const LANES = {
  main: { main: runMainStage },
  others: {
    'full-log': runFullLogStage,
    'full-disk': runFullDiskStage,
    long: runLongOutageStage,
    'lost-log': runLostLogStages,
    cluster: runClusterStage,
  },
};

// Exiting kills every child.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));
// Every child process adds an exit listener.
process.setMaxListeners(0);
try {
  await runFaults();
  process.exit(counts.failed === 0 ? 0 : 1);
} catch (error) {
  console.error(`faults: ${error instanceof Error ? error.stack : error}`);
  process.exit(1);
}

/** Runs the checks, the random mix and the accounts, and stops everything in any case. */
async function runFaults(): Promise<void> {
  const args = readArguments(process.argv.slice(2), randomBytes(4).readUInt32BE(), new Date());
  // This process judges by the clock of all others.
  Object.assign(process.env, THROWAWAY_STORE_CREDENTIALS, clockVariables(args.clockShiftMs));
  await import('./system/shifted-clock.preload.ts');
  console.log(`seed ${args.seed}, ${new Date().toISOString()}`);
  const expire = () => {
    console.error(`faults: not finished after ${LIMIT_MINUTES} min`);
    process.exit(1);
  };
  setTimeout(expire, (LIMIT_MINUTES + args.minutes) * 60_000);
  const dataDir = await mkdtemp(join(tmpdir(), 'styling-faults-'));
  // Postgres runs as another user when we are root.
  await chmod(dataDir, 0o755);
  const runLane = async (name: string, stages: Record<string, (run: Run) => Promise<void>>) => {
    await using undo = new AsyncDisposableStack();
    const parts = await startParts(join(dataDir, name), seededRandom(args.seed + 1), undo);
    for (const [stage, run] of Object.entries(stages)) await guard(stage, () => run({ ...args, parts }));
  };
  await Promise.all(Object.entries(LANES).map(([name, stages]) => guard(name, () => runLane(name, stages))));
  if (counts.failed > 0) console.log(`logs of all processes are kept in ${join(dataDir, '*', 'logs')}`);
  else await rm(dataDir, { recursive: true, force: true });
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
  console.log(`\n${counts.passed} passed, ${counts.failed} failed${skipped}`);
}

/** For all faults that leave the log as it is. */
function runMainStage(run: Run): Promise<void> {
  const checks = {
    ...logChecks,
    ...projectionChecks,
    ...workerChecks,
    ...gatewayChecks,
    ...repeatChecks,
    ...jobChecks,
    ...cancelChecks,
    ...clockChecks,
    ...outageChecks,
    ...(run.minutes > 0 && randomMix(run.minutes, run.seed)),
  };
  const projections = servicesOfKind('projection').map((name) => [name, 2]);
  return runChecks(run, checks, async () => ({
    name: 'main',
    parts: run.parts,
    replicas: { gateway: 2, tryon: 2, ...Object.fromEntries(projections) },
    apart: { [LIMITED.name]: LIMITED.variables },
  }));
}
