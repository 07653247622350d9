import { rebuildCommand } from '@styling/projections';
import { usageProjection } from './usage-projection.ts';

// `npm run rebuild -- usage`
await rebuildCommand(usageProjection, import.meta.dirname, process.env);
