import { capabilityVariables, connectCapability } from '@styling/capability';
import { publicOnly } from '@styling/fetching';
import {
  objectStoreVariables,
  pause,
  positiveInteger,
  readConfig,
  runService,
  serviceVariables,
} from '@styling/service';
import { startTryOn } from '@styling/tryon';
import sharp from 'sharp';
import { z } from 'zod';

// The tryon service with a model that answers at once, or after BENCH_MODEL_MS: what is measured is all but the model.
const variables = z.object({
  ...serviceVariables.shape,
  ...objectStoreVariables.shape,
  ...capabilityVariables.shape,
  IMAGE_STORE_URL: z.url(),
  BENCH_MODEL_MS: z.coerce.number().int().min(0).default(0),
  BENCH_CONCURRENCY: positiveInteger.default(64),
});

await runService(
  'tryon',
  () => readConfig(variables, process.env),
  async (config, log) => {
    const clients = await connectCapability('tryon', config, log);
    const background = { r: 200, g: 180, b: 160 };
    const image = await sharp({ create: { width: 64, height: 64, channels: 3, background } })
      .jpeg()
      .toBuffer();
    const picture = { image, width: 64, height: 64, model: 'instant', approximations: [] };
    const service = await startTryOn({
      ...clients,
      provider: {
        name: 'instant',
        concurrency: config.BENCH_CONCURRENCY,
        savesCheckpoints: false,
        async tryOn(_, { signal }) {
          if (config.BENCH_MODEL_MS > 0) await pause(config.BENCH_MODEL_MS, signal);
          return picture;
        },
        close: async () => undefined,
      },
      imageStoreUrl: config.IMAGE_STORE_URL,
      temporaryTtlSeconds: 86_400,
      urlPolicy: publicOnly,
    });
    return {
      async stop() {
        await service.stop();
        await clients.close();
      },
    };
  },
);
