import { fileURLToPath } from 'node:url';
import { services } from '@styling/contracts';
import { rebuildCommand } from '@styling/projections';
import { jobProjection } from './job-projection.ts';

// `npm run rebuild -- jobs`: rebuilds the read model from the log, beside live traffic.
const migrations = fileURLToPath(new URL('./migrations', import.meta.url));
process.exitCode = await rebuildCommand(jobProjection, services.jobs.schema, migrations, process.env);
