import { setTimeout as sleep } from 'node:timers/promises';
import { accountTable } from './accounting/table.ts';
import type { RunArguments } from './arguments.ts';
import type { Scene } from './checks/check.ts';
import { startLoad } from './load/background-load.ts';
import { seededRandom } from './random.ts';
import type { Reporter } from './reporter.ts';
import type { Stage } from './stage.ts';
import type { ModelTimes } from './system/model-times.ts';
import type { Parts } from './system/parts.ts';

/** What all stages of a run share. */
export type Run = {
  readonly parts: Parts;
  readonly times: ModelTimes;
  readonly reporter: Reporter;
  readonly arguments: RunArguments;
  /** Whether the user wants this check to run. */
  wants(id: string): boolean;
};

/** Users of the background load. */
export const LOAD_USERS = 3;

/** Longer than any check that asserts how many requests are left of the day. */
const BEFORE_MIDNIGHT_MS = 45_000;

/** Waits while midnight UTC is about to come: the load and the account cross it, a check that counts does not. */
async function pastMidnight(): Promise<void> {
  const left = new Date().setUTCHours(24, 0, 0, 0) - Date.now();
  if (left < BEFORE_MIDNIGHT_MS) await sleep(left + 1_000);
}

/** What a check on this stage gets: a user of its own. @param random default: as if it were the first check */
export async function sceneOf(run: Run, stage: Stage, random = seededRandom(run.arguments.seed)): Promise<Scene> {
  await pastMidnight();
  const { parts, times } = run;
  const [gateway, other = gateway] = stage.system.gateways;
  const [client] = await stage.newClients(1);
  if (!gateway || !other || !client) throw new Error('a system without a gateway');
  return { stage, parts, times, random, gateway, other, client };
}

/** Runs checks on a stage under load, then closes it and reports its account. */
export async function underLoad(run: Run, stage: Stage, checks: () => Promise<void>): Promise<void> {
  const random = seededRandom(run.arguments.seed + 2);
  const stopLoad = startLoad(stage, await stage.newClients(LOAD_USERS), random);
  await checks();
  await stopLoad();
  const name = `of ${stage.system.name}: clients, log, tables, store and models agree`;
  await run.reporter.check('account', name, async () => {
    const rows = await stage.close();
    const table = accountTable('', rows);
    if (rows.some(({ wrong }) => wrong.length > 0)) throw new Error(table);
    return table;
  });
}
