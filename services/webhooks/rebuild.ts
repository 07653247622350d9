import { fileURLToPath } from 'node:url';
import { rebuildCommand } from '@styling/projections';
import { feedProjection } from './feed-projection.ts';

// `npm run rebuild -- webhooks`
await rebuildCommand(feedProjection, fileURLToPath(new URL('./migrations', import.meta.url)), process.env);
