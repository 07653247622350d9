import { runReadModel } from '@styling/projections';
import { variables } from './config.ts';
import { startUsage } from './service.ts';

await runReadModel('usage', variables, process.env, startUsage);
