import { randomBytes } from 'node:crypto';
import { readArguments } from './arguments.ts';
import { createReporter } from './reporter.ts';
import { runFaults } from './run-faults.ts';
import { clockVariables } from './system/system.ts';

// `npm run faults -- --seed 123 --minutes 2 --only 10,nats-down`: see README.md.
/** Without the mix. */
const LIMIT_MINUTES = 20;

// Exiting kills every child.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));
// Every child process adds an exit listener.
process.setMaxListeners(0);
try {
  const run = readArguments(process.argv.slice(2), randomBytes(4).readUInt32BE(), new Date());
  const clock = { ...clockVariables(run.clockShiftMs), ...(process.env.TZ && { TZ: process.env.TZ }) };
  // This process judges by the same clock.
  Object.assign(process.env, clock);
  await import('./system/shifted-clock.preload.ts');
  const reporter = createReporter((line) => console.log(line));
  reporter.line(`seed ${run.seed}, ${new Date().toISOString()}`);
  const expire = () => {
    console.error(`faults: not finished after ${LIMIT_MINUTES} min`);
    process.exit(1);
  };
  setTimeout(expire, (LIMIT_MINUTES + run.minutes) * 60_000);
  await runFaults(run, reporter, clock);
  process.exit(reporter.close() ? 0 : 1);
} catch (error) {
  console.error(`faults: ${error instanceof Error ? error.stack : error}`);
  process.exit(1);
}
