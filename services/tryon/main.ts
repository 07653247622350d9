import { connectBus } from '@styling/bus';
import { anywhere, publicOnly } from '@styling/fetching';
import { connectObjectStore } from '@styling/objectstore';
import { readConfig, runService } from '@styling/service';
import { tryOnVariables } from './config.ts';
import { ondeviceProvider } from './ondevice-provider.ts';
import { startTryOn } from './service.ts';

await runService(
  'tryon',
  () => readConfig(tryOnVariables, process.env),
  async (config, log) => {
    const bus = await connectBus({ servers: config.NATS_URL, name: 'tryon', log });
    const store = connectObjectStore(config);
    const provider = await ondeviceProvider();
    const service = await startTryOn({
      bus,
      store,
      provider,
      clock: () => new Date(),
      log,
      temporaryTtlSeconds: config.TEMPORARY_IMAGE_TTL_SECONDS,
      urlPolicy: config.ALLOW_PRIVATE_URLS ? anywhere : publicOnly,
    });
    return {
      async stop() {
        await service.stop();
        await provider.close();
        await bus.close();
        store.close();
      },
    };
  },
);
