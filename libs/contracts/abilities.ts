import { z } from 'zod';
import type { ErrorCode, ErrorParameters } from './errors.ts';
import type { Open } from './open-schema.ts';
import { defineQuery } from './queries/define-query.ts';
import type { Capability } from './services.ts';
import { type GarmentCategory, garmentCategory } from './work.ts';

export const abilities = z.object({
  references: z.int().min(0).meta({
    description:
      'Pictures of garments that it takes at once; an order with more is made in several passes, 0: it takes none',
  }),
  text: z.boolean().meta({ description: 'Whether it dresses by a description, without a picture of the garment' }),
  seed: z.boolean().meta({ description: 'Whether the same seed repeats a result' }),
  mask: z.boolean().meta({ description: 'Whether it keeps to a given part of the picture' }),
  categories: z.array(garmentCategory).meta({ description: 'Categories of garments that it dresses' }),
  cancellable: z.boolean().meta({ description: 'Whether a canceled request also ends its work' }),
  resumable: z.boolean().meta({ description: 'Whether work goes on when the worker that began it is replaced' }),
});
export type Abilities = z.output<typeof abilities>;

export const everyCategory = garmentCategory.options;

/** What decides whether a provider can dress in it. */
export type GarmentNeed = {
  readonly description: string;
  readonly category: GarmentCategory;
  readonly hasPicture: boolean;
  readonly field: string;
};

/** Error if no known provider can dress in the garments, leaving out unsupported ones while others remain. */
export function unmetNeed(garments: readonly GarmentNeed[], providers: readonly Open<Abilities>[]) {
  if (providers.length === 0) return undefined;
  const unmet = providers.map((abilities) => unmetBy(garments, abilities));
  return unmet.includes(undefined) ? undefined : unmet[0];
}

function unmetBy(garments: readonly GarmentNeed[], { categories, text, references }: Open<Abilities>) {
  const dressed = garments.filter(({ category }) => categories.includes(category));
  const [first] = garments;
  if (dressed.length === 0 && first) return unmet('garment_not_dressed', first.field, { category: first.category });
  const wordless = dressed.find(({ hasPicture }) => !text && !hasPicture);
  if (wordless) return unmet('picture_needed', wordless.field);
  const pictured = dressed.find(({ description }) => references === 0 && description === '');
  return pictured && unmet('description_needed', pictured.field);
}

const unmet = (code: ErrorCode, field: string, parameters: ErrorParameters = {}) => ({
  code,
  parameters: { field, ...parameters },
});

export const providerDescription = z.object({
  name: z.string().meta({ examples: ['ondevice'] }),
  models: z
    .array(z.string())
    .meta({ description: 'As configured, the preferred one first; empty where they have no names' }),
  abilities,
});
export type ProviderDescription = Open<z.output<typeof providerDescription>>;

const describe = (capability: Capability) =>
  defineQuery(capability)('providers', {}, { providers: z.array(providerDescription) }, 1_000);

export const describeProviders = {
  tryon: describe('tryon'),
  analysis: describe('analysis'),
  style: describe('style'),
} as const satisfies Record<Capability, unknown>;
