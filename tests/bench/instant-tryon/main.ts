import { capabilityVariables, runCapability } from '@styling/capability';
import { onlyProvider } from '@styling/capability/only-provider.fixture.ts';
import { publicOnly } from '@styling/fetching';
import { performTryOn, type TryOnOperations } from '@styling/tryon';
import sharp from 'sharp';
import { z } from 'zod';

// The tryon service with a model that answers at once.
const variables = capabilityVariables.extend({ IMAGE_STORE_URL: z.url() });

await runCapability('tryon', variables, process.env, async (config, clients) => {
  const background = { r: 200, g: 180, b: 160 };
  const image = await sharp({ create: { width: 64, height: 64, channels: 3, background } })
    .jpeg()
    .toBuffer();
  const picture = { image, width: 64, height: 64, model: 'instant', approximations: [] };
  const instant = { name: 'instant', concurrency: 64, checkSelfie: async () => true, tryOn: async () => picture };
  const providers = onlyProvider<TryOnOperations>(instant, clients);
  const perform = performTryOn({
    ...clients,
    providers,
    imageStoreUrl: config.IMAGE_STORE_URL,
    temporaryTtlSeconds: 86_400,
    urlPolicy: publicOnly,
  });
  return { providers, perform };
});
