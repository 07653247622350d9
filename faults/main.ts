import { randomBytes } from 'node:crypto';
import { readArguments } from './arguments.ts';
import { createReporter } from './reporter.ts';
import { runFaults } from './run-faults.ts';

// `npm run faults -- --seed 123 --minutes 2 --only 10,nats-down`: see README.md.
// Every child process listens for our end.
process.setMaxListeners(0);
try {
  const run = readArguments(process.argv.slice(2), randomBytes(4).readUInt32BE());
  const reporter = createReporter((line) => console.log(line));
  reporter.line(`seed ${run.seed}`);
  await runFaults(run, reporter);
  process.exit(reporter.close() ? 0 : 1);
} catch (error) {
  console.error(`faults: ${error instanceof Error ? error.stack : error}`);
  process.exit(1);
}
