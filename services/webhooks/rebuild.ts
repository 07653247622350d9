import { rebuildCommand } from '@styling/projections';
import { feedProjection } from './feed-projection.ts';

// `npm run rebuild -- webhooks`
await rebuildCommand(feedProjection, import.meta.dirname, process.env);
