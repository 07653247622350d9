import { connectObjectStore } from '@styling/objectstore';
import { runReadModel } from '@styling/projections';
import { readConfig } from '@styling/service';
import { variables } from './config.ts';
import { startImages } from './service.ts';

await runReadModel(
  'images',
  () => readConfig(variables, process.env),
  async (parts, config) => {
    const store = connectObjectStore(config);
    const service = await startImages({ ...parts, store });
    return {
      ...service,
      async stop() {
        await service.stop();
        store.close();
      },
    };
  },
);
