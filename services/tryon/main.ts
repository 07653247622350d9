import { connectCapability } from '@styling/capability';
import { anywhere, publicOnly } from '@styling/fetching';
import { readConfig, runService } from '@styling/service';
import { tryOnVariables } from './config.ts';
import { ondeviceProvider } from './ondevice-provider.ts';
import { startTryOn } from './service.ts';

await runService(
  'tryon',
  () => readConfig(tryOnVariables, process.env),
  async (config, log) => {
    const clients = await connectCapability('tryon', config, log);
    const provider = await ondeviceProvider();
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
