import { capabilityVariables, onlyProvider, runCapability } from '@styling/capability';
import { publicOnly } from '@styling/fetching';
import { pause, positiveInteger } from '@styling/service';
import { performTryOn, type TryOnOperations } from '@styling/tryon';
import sharp from 'sharp';
import { z } from 'zod';

// The tryon service with a model that answers at once, or after BENCH_MODEL_MS: what is measured is all but the model.
const variables = capabilityVariables.extend({
  IMAGE_STORE_URL: z.url(),
  BENCH_MODEL_MS: z.coerce.number().int().min(0).default(0),
  BENCH_CONCURRENCY: positiveInteger.default(64),
});

await runCapability('tryon', variables, process.env, async (config, clients) => {
  const background = { r: 200, g: 180, b: 160 };
  const image = await sharp({ create: { width: 64, height: 64, channels: 3, background } })
    .jpeg()
    .toBuffer();
  const picture = { image, width: 64, height: 64, model: 'instant', approximations: [] };
  const providers = onlyProvider<TryOnOperations>(
    {
      name: 'instant',
      concurrency: config.BENCH_CONCURRENCY,
      checkSelfie: async () => true,
      async tryOn(_, { signal }) {
        if (config.BENCH_MODEL_MS > 0) await pause(config.BENCH_MODEL_MS, signal);
        return picture;
      },
    },
    clients,
  );
  const perform = performTryOn({
    ...clients,
    providers,
    imageStoreUrl: config.IMAGE_STORE_URL,
    temporaryTtlSeconds: 86_400,
    urlPolicy: publicOnly,
  });
  return { providers, perform };
});
