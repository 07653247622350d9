import { parseArgs } from 'node:util';
import { stopRigs } from './rig/rig.ts';
import { runBench } from './run-bench.ts';

// `npm run bench -- [--only <measure>,…] [--full] [--long] [--rounds <n>] [--seconds <n>] [--out <file>]`
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    full: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    seconds: { type: 'string', default: '0.7' },
    out: { type: 'string' },
  },
});
const { PATH = '', HOME = '', NODE_OPTIONS } = process.env;
const base = { PATH, HOME, ...(NODE_OPTIONS ? { NODE_OPTIONS } : {}) };
const full = values.full || values.long;
const rounds = Number(values.rounds ?? (full ? 3 : 2));
const effort = { rounds, seconds: Number(values.seconds), full, long: values.long };

let stopping: Promise<void> | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    // Calls to processes that are being stopped reject.
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
