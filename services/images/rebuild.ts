import { rebuildCommand } from '@styling/projections';
import { imageProjection } from './image-projection.ts';

// `npm run rebuild -- images`
await rebuildCommand(imageProjection, import.meta.dirname, process.env);
