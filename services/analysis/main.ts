import { connectCapability } from '@styling/capability';
import { anywhere, publicOnly } from '@styling/fetching';
import { runService } from '@styling/service';
import { readEnvironment } from './config.ts';
import { connectProductSearch } from './connect-product-search.ts';
import { openProvider } from './open-provider.ts';
import { startAnalysis } from './service.ts';

await runService(
  'analysis',
  () => readEnvironment(process.env),
  async (config, log) => {
    const clients = await connectCapability('analysis', config, log);
    const provider = await openProvider(config, clients);
    const products = connectProductSearch(config, clients);
    const service = await startAnalysis({
      ...clients,
      provider,
      searchProducts: products.search,
      imageStoreUrl: config.IMAGE_STORE_URL,
      urlPolicy: config.ALLOW_PRIVATE_URLS ? anywhere : publicOnly,
    });
    return {
      async stop() {
        await service.stop();
        await provider.close();
        await products.stop();
        await clients.close();
      },
    };
  },
);
