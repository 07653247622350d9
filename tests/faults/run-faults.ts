import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { servicesOfKind } from '@styling/contracts';
import type { RunArguments } from './arguments.ts';
import { clockChecks, LIMITED } from './checks/clocks.ts';
import { gatewayChecks, repeatChecks } from './checks/gateways.ts';
import { jobChecks } from './checks/jobs.ts';
import { projectionChecks } from './checks/projections.ts';
import { logChecks, outageChecks } from './checks/servers.ts';
import { cancelChecks, workerChecks } from './checks/workers.ts';
import { seededRandom } from './random.ts';
import { randomMix } from './random-mix.ts';
import type { Reporter } from './reporter.ts';
import { type Run, runChecks } from './stage.ts';
import { runFullDiskStage } from './stages/disk-full.ts';
import { runClusterStage } from './stages/log-cluster.ts';
import { runFullLogStage } from './stages/log-full.ts';
import { runLongOutageStage } from './stages/long-outages.ts';
import { runLostLogStages } from './stages/lost-log.ts';
import { modelTimes } from './system/model-times.ts';
import { startParts } from './system/parts.ts';

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

/** Runs the checks, the random mix and the accounts, and stops everything in any case. @param clock of every process */
export async function runFaults(
  args: RunArguments,
  reporter: Reporter,
  clock: Readonly<Record<string, string>>,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'styling-faults-'));
  // Postgres runs as another user when we are root.
  await chmod(dataDir, 0o755);
  const runLane = async (name: string, stages: Record<string, (run: Run) => Promise<void>>) => {
    const times = modelTimes(seededRandom(args.seed + 1));
    await using undo = new AsyncDisposableStack();
    const parts = await startParts(join(dataDir, name), times.behaviourOf, clock, undo);
    for (const [stage, run] of Object.entries(stages)) {
      await reporter.guard(stage, () => run({ parts, times, reporter, arguments: args }));
    }
  };
  await Promise.all(Object.entries(LANES).map(([name, stages]) => reporter.guard(name, () => runLane(name, stages))));
  if (reporter.counts.failed > 0) reporter.line(`logs of all processes are kept in ${join(dataDir, '*', 'logs')}`);
  else await rm(dataDir, { recursive: true, force: true });
}

/** For all faults that leave the log as it is. */
async function runMainStage(run: Run): Promise<void> {
  const { seed, minutes } = run.arguments;
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
    ...(minutes > 0 && randomMix(minutes, seed, run.reporter.line)),
  };
  const projections = servicesOfKind('projection').map((name) => [name, 2]);
  await runChecks(run, checks, async () => ({
    name: 'main',
    parts: run.parts,
    replicas: { gateway: 2, tryon: 2, ...Object.fromEntries(projections) },
    apart: { [LIMITED.name]: LIMITED.variables },
  }));
}
