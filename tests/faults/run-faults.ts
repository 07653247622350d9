import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { servicesOfKind } from '@styling/contracts';
import type { RunArguments } from './arguments.ts';
import { runMix } from './chaos/run-mix.ts';
import { cancelChecks } from './checks/cancel-checks.ts';
import type { Check } from './checks/check.ts';
import { clockChecks, LIMITED } from './checks/clock-checks.ts';
import { deliveryChecks } from './checks/delivery-checks.ts';
import { gatewayChecks } from './checks/gateway-checks.ts';
import { jobChecks } from './checks/job-checks.ts';
import { keyChecks } from './checks/key-checks.ts';
import { logChecks } from './checks/log-checks.ts';
import { LOSSES } from './checks/lost-log.ts';
import { outageChecks } from './checks/outage-checks.ts';
import { projectorChecks } from './checks/projector-checks.ts';
import { findReference, references } from './checks/references.ts';
import { repeatChecks } from './checks/repeat-checks.ts';
import { workerChecks } from './checks/worker-checks.ts';
import { runFullDiskStage } from './full-disk-stage.ts';
import { runLostLogStage } from './lost-log-stage.ts';
import { isLong, runClusterStage, runFullLogStage, runLongOutageStage } from './other-stages.ts';
import { seededRandom } from './random.ts';
import type { Reporter } from './reporter.ts';
import { LOAD_USERS, type Run, sceneOf, underLoad } from './run.ts';
import { openStage } from './stage.ts';
import { modelTimes } from './system/model-times.ts';
import { startParts } from './system/parts.ts';

const CHECKS: readonly Check[] = [
  ...logChecks,
  ...projectorChecks,
  ...workerChecks,
  ...gatewayChecks,
  ...repeatChecks,
  ...jobChecks,
  ...cancelChecks,
  ...keyChecks,
  ...deliveryChecks,
  ...clockChecks,
  ...outageChecks,
];

/**
 * Runs the checks, the random mix and the accounts. Everything that was started is stopped in any case.
 * @param clock variables of every process: its clock and time zone
 */
export async function runFaults(
  args: RunArguments,
  reporter: Reporter,
  clock: Readonly<Record<string, string>>,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'styling-faults-'));
  // As root, Postgres runs as another user, who needs access.
  await chmod(dataDir, 0o755);
  const wants = (id: string) => !args.only || args.only.has(id);
  for (const reference of references) {
    const { id, name, file } = reference;
    if (wants(id)) await reporter.reference(id, `${name}: ${file}`, () => findReference(reference));
  }
  /** Runs stages one after the other on parts of their own. */
  const inLane = (name: string, runStages: (run: Run) => Promise<void>) =>
    reporter.guard(name, async () => {
      const times = modelTimes(seededRandom(args.seed + 1));
      const parts = await startParts(join(dataDir, name), times.behaviourOf, clock);
      try {
        await runStages({ parts, times, reporter, arguments: args, wants });
      } finally {
        await parts.stop();
      }
    });
  // At the same time, as both wait more than they work.
  await Promise.all([inLane('main', runMainStage), inLane('others', runOtherStages)]);
  if (reporter.counts.failed > 0) reporter.line(`logs of all processes are kept in ${join(dataDir, '*', 'logs')}`);
  else await rm(dataDir, { recursive: true, force: true });
}

/** Systems that are started for one kind of fault each. */
async function runOtherStages(run: Run): Promise<void> {
  const { reporter, wants } = run;
  if (wants('log-full')) await reporter.guard('full-log', () => runFullLogStage(run));
  if (wants('disk-full')) await reporter.guard('full-disk', () => runFullDiskStage(run));
  if (isLong(run)) await reporter.guard('long', () => runLongOutageStage(run));
  for (const loss of LOSSES) {
    if (wants(loss.id)) await reporter.guard(loss.id, () => runLostLogStage(run, loss));
  }
  if (wants('2')) await reporter.guard('cluster', () => runClusterStage(run));
}

async function runMainStage(run: Run): Promise<void> {
  const { parts, reporter, wants } = run;
  const { seed, minutes } = run.arguments;
  const wanted = CHECKS.filter(({ id }) => wants(id));
  if (wanted.length === 0 && !wants('mix')) return;
  const stage = await openStage({
    name: 'main',
    parts,
    natsUrl: parts.nats.url,
    databaseUrl: parts.postgres.url,
    replicas: { gateway: 2, tryon: 2, ...Object.fromEntries(servicesOfKind('projection').map((name) => [name, 2])) },
    apart: { [LIMITED.name]: LIMITED.variables },
  });
  const random = seededRandom(seed);
  await underLoad(run, stage, async () => {
    for (const check of wanted) {
      await reporter.check(check.id, check.name, async () => check.run(await sceneOf(run, stage, random)));
      await stage.system.mend();
    }
    if (!wants('mix') || minutes === 0) return;
    const name = `${minutes} min of random faults, seed ${seed}`;
    await reporter.check('mix', name, async () =>
      runMix(await sceneOf(run, stage), await stage.newClients(LOAD_USERS), minutes * 60_000, reporter.line),
    );
  });
}
