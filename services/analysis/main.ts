import { connectCapability } from '@styling/capability';
import { anywhere, publicOnly } from '@styling/fetching';
import { readConfig, runService } from '@styling/service';
import { analysisVariables } from './config.ts';
import { ondeviceProvider } from './ondevice-provider.ts';
import { startAnalysis } from './service.ts';

await runService(
  'analysis',
  () => readConfig(analysisVariables, process.env),
  async (config, log) => {
    const clients = await connectCapability('analysis', config, log);
    const provider = await ondeviceProvider();
    const urlPolicy = config.ALLOW_PRIVATE_URLS ? anywhere : publicOnly;
    const service = await startAnalysis({ ...clients, provider, imageStoreUrl: config.IMAGE_STORE_URL, urlPolicy });
    return {
      async stop() {
        await service.stop();
        await provider.close();
        await clients.close();
      },
    };
  },
);
