import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountTable } from './accounting/table.ts';
import type { RunArguments } from './arguments.ts';
import { gatewayChecks } from './checks/gateway-checks.ts';
import { keyChecks } from './checks/key-checks.ts';
import { logChecks } from './checks/log-checks.ts';
import { outageChecks } from './checks/outage-checks.ts';
import { projectorChecks } from './checks/projector-checks.ts';
import { workerChecks } from './checks/worker-checks.ts';
import { startLoad } from './load/background-load.ts';
import { seededRandom } from './random.ts';
import type { Reporter } from './reporter.ts';
import { openStage } from './stage.ts';
import { modelTimes } from './system/model-times.ts';
import { startParts } from './system/parts.ts';

const LOAD_USERS = 3;
const LOAD_PAUSE_MS = 700;

/** Runs the checks, the random mix and the accounts. Whatever was started is ended in any case. */
export async function runFaults({ seed, only }: RunArguments, reporter: Reporter): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'styling-faults-'));
  const random = seededRandom(seed);
  const times = modelTimes(seededRandom(seed + 1));
  const parts = await startParts(dataDir, times.behaviourOf);
  try {
    const stage = await openStage({
      ...{ name: 'main', parts, natsUrl: parts.nats.url, databaseUrl: parts.postgres.url },
      replicas: { gateway: 2, tryon: 2, analysis: 1, style: 1, images: 2, usage: 2 },
    });
    const clients = await Promise.all(Array.from({ length: LOAD_USERS }, () => stage.newClient()));
    const urls = () => stage.system.gateways.map(({ url }) => url);
    const load = startLoad(clients, urls, seededRandom(seed + 2), LOAD_PAUSE_MS, stage.lost);
    const scene = { stage, parts, random, times };
    for (const check of [
      ...logChecks,
      ...projectorChecks,
      ...workerChecks,
      ...gatewayChecks,
      ...keyChecks,
      ...outageChecks,
    ]) {
      if (only && !only.has(check.id)) continue;
      await reporter.check(check.id, check.name, () => check.run(scene));
      await stage.system.mend();
    }
    await load.stop();
    await reporter.check('account', 'clients, log, tables, store and models agree', async () => {
      const rows = await stage.close();
      const table = accountTable('', rows);
      if (rows.some(({ wrong }) => wrong.length > 0)) throw new Error(table);
      return table;
    });
  } finally {
    await parts.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
