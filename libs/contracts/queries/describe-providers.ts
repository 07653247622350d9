import { z } from 'zod';
import { abilities } from '../abilities.ts';
import type { Open } from '../open-schema.ts';
import type { Capability } from '../services.ts';
import { defineQuery } from './define-query.ts';

/** A provider as its capability is configured with it. */
export const providerDescription = z.object({
  name: z.string().meta({ examples: ['ondevice'] }),
  models: z
    .array(z.string())
    .meta({ description: 'As configured, the preferred one first; empty where they have no names' }),
  abilities,
});
export type ProviderDescription = Open<z.output<typeof providerDescription>>;

const describe = (capability: Capability) =>
  defineQuery({
    subject: `styling.query.${capability}.providers`,
    request: z.object({}),
    reply: z.object({ providers: z.array(providerDescription) }),
    withinMs: 1_000,
  });

/** The providers of a capability, in the order in which they are asked. */
export const describeProviders = {
  tryon: describe('tryon'),
  analysis: describe('analysis'),
  style: describe('style'),
} as const satisfies Record<Capability, unknown>;
