import { runCapability } from '@styling/capability';
import { variables } from './config.ts';
import { openAnalysis } from './service.ts';

await runCapability('analysis', variables, process.env, openAnalysis);
