import { connectCapability } from '@styling/capability';
import { readConfig, runService } from '@styling/service';
import { styleVariables } from './config.ts';
import { ondeviceProvider } from './ondevice-provider.ts';
import { startStyle } from './service.ts';

await runService(
  'style',
  () => readConfig(styleVariables, process.env),
  async (config, log) => {
    const clients = await connectCapability('style', config, log);
    const provider = await ondeviceProvider();
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
