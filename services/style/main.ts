import { connectBus } from '@styling/bus';
import { connectObjectStore } from '@styling/objectstore';
import { readConfig, runService } from '@styling/service';
import { styleVariables } from './config.ts';
import { ondeviceProvider } from './ondevice-provider.ts';
import { startStyle } from './service.ts';

await runService(
  'style',
  () => readConfig(styleVariables, process.env),
  async (config, log) => {
    const bus = await connectBus({ servers: config.NATS_URL, name: 'style', log });
    const store = connectObjectStore(config);
    const provider = await ondeviceProvider();
    const temporaryTtlSeconds = config.TEMPORARY_IMAGE_TTL_SECONDS;
    const service = await startStyle({ bus, store, provider, clock: () => new Date(), log, temporaryTtlSeconds });
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
