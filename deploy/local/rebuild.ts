import { join } from 'node:path';
import { servicesOfKind } from '@styling/contracts';
import { REPOSITORY_DIR } from '@styling/local-servers/run-script';
import { runBeside } from './run-beside.ts';

// `npm run rebuild -- usage`: rebuilds what a service's tables have of the log, under live traffic.
const REBUILT: readonly string[] = [...servicesOfKind('gateway'), ...servicesOfKind('projection')];
const [name = '', ...rest] = process.argv.slice(2);
if (!REBUILT.includes(name) || rest.length > 0) {
  console.error(`use: npm run rebuild -- ${REBUILT.join('|')}`);
  process.exitCode = 1;
} else {
  await runBeside(join(REPOSITORY_DIR, 'services', name, 'rebuild.ts'), [], process.env);
}
