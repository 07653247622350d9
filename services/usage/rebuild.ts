import { fileURLToPath } from 'node:url';
import { rebuildCommand } from '@styling/projections';
import { usageProjection } from './usage-projection.ts';

// `npm run rebuild -- usage`
await rebuildCommand(usageProjection, fileURLToPath(new URL('./migrations', import.meta.url)), process.env);
