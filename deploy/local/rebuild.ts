import { join } from 'node:path';
import { servicesOfKind } from '@styling/contracts';
import { REPOSITORY_DIR } from '@styling/process-rig/repository';
import { runBeside } from './run-beside.ts';

// `npm run rebuild -- <projection>`, e.g. `usage`: rebuilds the read model from the log under live traffic.
const READ_MODELS: readonly string[] = servicesOfKind('projection');
const [name = '', ...rest] = process.argv.slice(2);
if (!READ_MODELS.includes(name) || rest.length > 0) {
  console.error(`use: npm run rebuild -- ${READ_MODELS.join('|')}`);
  process.exitCode = 1;
} else {
  process.exitCode = await runBeside(join(REPOSITORY_DIR, 'services', name, 'rebuild.ts'), [], process.env);
}
