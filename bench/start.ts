import { parseArgs } from 'node:util';
import { stopRigs } from './rig/rig.ts';
import { runBench } from './run-bench.ts';

// `npm run bench -- [--only <measure>,…] [--long] [--rounds <n>] [--seconds <n>] [--out <file>]`
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    long: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '0.7' },
    out: { type: 'string' },
  },
});
const { PATH = '', HOME = '', NODE_OPTIONS } = process.env;
const base = { PATH, HOME, ...(NODE_OPTIONS ? { NODE_OPTIONS } : {}) };
const effort = { rounds: Number(values.rounds), seconds: Number(values.seconds), long: values.long };

let stopping: Promise<void> | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    // What was asked of those who end now stays without an answer.
    process.on('unhandledRejection', () => undefined);
    stopping ??= stopRigs().finally(() => process.exit(1));
  });
}
try {
  process.exitCode = await runBench(effort, {
    base,
    ...(values.only ? { only: values.only.split(',') } : {}),
    ...(values.out ? { out: values.out } : {}),
  });
} catch (error) {
  if (!stopping) throw error;
  await stopping;
}
