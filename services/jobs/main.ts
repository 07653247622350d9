import { runReadModel } from '@styling/projections';
import { variables } from './config.ts';
import { startJobs } from './service.ts';

await runReadModel('jobs', variables, process.env, startJobs);
