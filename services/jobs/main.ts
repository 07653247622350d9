import { runReadModel } from '@styling/projections';
import { readConfig } from '@styling/service';
import { variables } from './config.ts';
import { startJobs } from './service.ts';

await runReadModel('jobs', () => readConfig(variables, process.env), startJobs);
