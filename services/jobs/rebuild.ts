import { rebuildCommand } from '@styling/projections';
import { jobProjection } from './job-projection.ts';

// `npm run rebuild -- jobs`
await rebuildCommand(jobProjection, import.meta.dirname, process.env);
