import { z } from 'zod';
import { garmentCategory } from './work/garments.ts';

/** What a provider of models can do of what may be asked of it. */
export const abilities = z.object({
  references: z.number().int().min(0).meta({
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

/** All categories of garments. */
export const everyCategory = garmentCategory.options;
