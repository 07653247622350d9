import { fileURLToPath } from 'node:url';
import { rebuildCommand } from '@styling/projections';
import { jobProjection } from './job-projection.ts';

// `npm run rebuild -- jobs`
await rebuildCommand(jobProjection, fileURLToPath(new URL('./migrations', import.meta.url)), process.env);
