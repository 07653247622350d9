import { connectCapability } from '@styling/capability';
import { anywhere, publicOnly } from '@styling/fetching';
import { runService } from '@styling/service';
import { readEnvironment } from './config.ts';
import { openProvider } from './open-provider.ts';
import { startTryOn } from './service.ts';

await runService(
  'tryon',
  () => readEnvironment(process.env),
  async (config, log) => {
    const clients = await connectCapability('tryon', config, log);
    const provider = await openProvider(config, clients);
    const service = await startTryOn({
      ...clients,
      provider,
      imageStoreUrl: config.IMAGE_STORE_URL,
      temporaryTtlSeconds: config.TEMPORARY_IMAGE_TTL_SECONDS,
      urlPolicy: config.ALLOW_PRIVATE_URLS ? anywhere : publicOnly,
    });
    return {
      async stop() {
        await service.stop();
        await provider.close();
        await clients.close();
      },
    };
  },
);
