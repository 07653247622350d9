import { fileURLToPath } from 'node:url';
import { services } from '@styling/contracts';
import { rebuildCommand } from '@styling/projections';
import { imageProjection } from './image-projection.ts';

// `npm run rebuild -- images`: rebuilds the read model from the log, beside live traffic.
const migrations = fileURLToPath(new URL('./migrations', import.meta.url));
process.exitCode = await rebuildCommand(imageProjection, services.images.schema, migrations, process.env);
