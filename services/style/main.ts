import { runCapability } from '@styling/capability';
import { variables } from './config.ts';
import { openStyle } from './service.ts';

await runCapability('style', variables, process.env, openStyle);
