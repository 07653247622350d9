import { runReadModel } from '@styling/projections';
import { readConfig } from '@styling/service';
import { variables } from './config.ts';
import { startUsage } from './service.ts';

await runReadModel('usage', () => readConfig(variables, process.env), startUsage);
