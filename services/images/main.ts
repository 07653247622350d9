import { connectObjectStore } from '@styling/objectstore';
import { runReadModel } from '@styling/projections';
import { variables } from './config.ts';
import { startImages } from './service.ts';

await runReadModel('images', variables, process.env, (parts, config) =>
  startImages({ ...parts, store: connectObjectStore(config) }),
);
