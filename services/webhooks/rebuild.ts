import { fileURLToPath } from 'node:url';
import { services } from '@styling/contracts';
import { rebuildCommand } from '@styling/projections';
import { feedProjection } from './feed-projection.ts';

// `npm run rebuild -- webhooks`: rebuilds the read model from the log, beside live traffic.
const migrations = fileURLToPath(new URL('./migrations', import.meta.url));
process.exitCode = await rebuildCommand(feedProjection, services.webhooks.schema, migrations, process.env);
