import { fileURLToPath } from 'node:url';
import { rebuildCommand } from '@styling/projections';
import { imageProjection } from './image-projection.ts';

// `npm run rebuild -- images`
await rebuildCommand(imageProjection, fileURLToPath(new URL('./migrations', import.meta.url)), process.env);
