import { runCapability } from '@styling/capability';
import { variables } from './config.ts';
import { openTryOn } from './service.ts';

await runCapability('tryon', variables, process.env, openTryOn);
