import { type Capability, capabilities, limits, providerDescription } from '@styling/contracts';
import { z } from 'zod';
import { defineEndpoint } from '../http/define-endpoint.ts';
import { countedEndpoints } from './counted-endpoints.ts';

const LIMITS: Readonly<Record<Capability, Readonly<Record<string, number>>>> = {
  tryon: { garments: limits.garments, variants: limits.variants, description_length: limits.descriptionLength },
  analysis: { fetched_megabytes: limits.fetchedMegabytes },
  style: { outfits: limits.outfits, wish_length: limits.wishLength },
};
const ENDPOINTS: Readonly<Record<Capability, readonly string[]>> = {
  tryon: ['/try_on_outfit', '/generate_image'],
  analysis: ['/analyze_outfit', '/identify_clothing'],
  style: ['/style_me'],
};

const described = z
  .object({
    capability: z.enum(capabilities),
    endpoints: z.array(z.enum(countedEndpoints.map(({ path }) => path))),
    available: z.boolean().meta({ description: 'Whether its service answers now' }),
    providers: z.array(providerDescription).meta({
      description: 'In the order in which they stand in for each other; empty before the service has answered once',
    }),
    limits: z.record(z.string(), z.number()).meta({ description: 'Of one request' }),
  })
  .meta({ id: 'Capability' });

export const getCapabilities = defineEndpoint({
  id: 'getCapabilities',
  method: 'get',
  path: '/capabilities',
  summary: 'What this service can do',
  description: `For each capability its endpoints, limits and providers, each with its models and abilities. What no provider can
do is refused with a 400 before anything is counted; what one can only approximate is reported with its result.`,
  success: {
    description: 'The capabilities',
    schema: z.object({ capabilities: z.array(described) }).meta({ id: 'Capabilities' }),
    example: {
      capabilities: [
        {
          capability: 'analysis',
          endpoints: ['/analyze_outfit', '/identify_clothing'],
          available: true,
          providers: [
            {
              name: 'ondevice',
              models: [],
              abilities: {
                references: 6,
                text: true,
                seed: true,
                mask: false,
                cancellable: true,
                resumable: false,
                categories: ['auto', 'top', 'bottom', 'dress', 'outerwear'],
              },
            },
          ],
          limits: { fetched_megabytes: 10 },
        },
      ],
    },
  },
  async handle({ gateway: { providers } }) {
    await providers.refresh();
    return {
      capabilities: capabilities.map((capability) => ({
        capability,
        endpoints: [...ENDPOINTS[capability]],
        ...providers.known(capability),
        limits: { ...LIMITS[capability] },
      })),
    };
  },
});
