import { connectBus } from '@styling/bus';
import { anywhere, publicOnly } from '@styling/fetching';
import { connectObjectStore } from '@styling/objectstore';
import { readConfig, runService } from '@styling/service';
import { analysisVariables } from './config.ts';
import { ondeviceProvider } from './ondevice-provider.ts';
import { startAnalysis } from './service.ts';

await runService(
  'analysis',
  () => readConfig(analysisVariables, process.env),
  async (config, log) => {
    const bus = await connectBus({ servers: config.NATS_URL, name: 'analysis', log });
    const store = connectObjectStore(config);
    const provider = await ondeviceProvider();
    const urlPolicy = config.ALLOW_PRIVATE_URLS ? anywhere : publicOnly;
    const service = await startAnalysis({ bus, store, provider, clock: () => new Date(), log, urlPolicy });
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
