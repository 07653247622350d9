import { fileURLToPath } from 'node:url';
import { services } from '@styling/contracts';
import { rebuildCommand } from '@styling/projections';
import { usageProjection } from './usage-projection.ts';

// `npm run rebuild -- usage`: rebuilds the read model from the log, beside live traffic.
const migrations = fileURLToPath(new URL('./migrations', import.meta.url));
process.exitCode = await rebuildCommand(usageProjection, services.usage.schema, migrations, process.env);
