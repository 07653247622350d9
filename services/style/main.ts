import { connectCapability } from '@styling/capability';
import { runService } from '@styling/service';
import { readEnvironment } from './config.ts';
import { openProvider } from './open-provider.ts';
import { startStyle } from './service.ts';

await runService(
  'style',
  () => readEnvironment(process.env),
  async (config, log) => {
    const clients = await connectCapability('style', config, log);
    const provider = await openProvider(config, clients);
    const temporaryTtlSeconds = config.TEMPORARY_IMAGE_TTL_SECONDS;
    const service = await startStyle({ ...clients, provider, temporaryTtlSeconds });
    return {
      async stop() {
        await service.stop();
        await provider.close();
        await clients.close();
      },
    };
  },
);
