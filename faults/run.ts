import { accountTable } from './accounting/table.ts';
import type { RunArguments } from './arguments.ts';
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

/** Closes a stage and reports its account. */
export const reportAccount = ({ reporter }: Run, stage: Stage): Promise<void> =>
  reporter.check(`account`, `of ${stage.system.name}: clients, log, tables, store and models agree`, async () => {
    const rows = await stage.close();
    const table = accountTable('', rows);
    if (rows.some(({ wrong }) => wrong.length > 0)) throw new Error(table);
    return table;
  });
