import { z } from 'zod';

/** Fields of an outfit analysis, as the analysis service reads them from the object store. */
export const analyzeOutfitInput = z.object({
  image_url: z.string().nullable().meta({ description: 'null when the picture `image_base64` came with the request' }),
});
export type AnalyzeOutfitInput = z.output<typeof analyzeOutfitInput>;

/** A purchase link (spec, "Product"). */
export const product = z
  .object({
    title: z.string().meta({ description: 'Product listing title' }),
    url: z.url({ protocol: /^https?$/ }).meta({ description: 'Purchase URL' }),
    thumbnail: z.string().meta({ description: 'Product image URL; may be empty' }),
    price: z.string().meta({ description: 'Listed price, as text' }),
    store: z.string().meta({ description: 'Retailer name' }),
    snippet: z.string().meta({ description: 'Product description snippet' }),
  })
  .meta({ id: 'Product' });
export type Product = z.output<typeof product>;

/** A piece of clothing in a picture (spec, "Identified item"). */
export const identifiedItem = z
  .object({
    item: z.string().meta({ description: 'Item name', examples: ['blazer'] }),
    description: z.string().meta({ description: 'Detailed description' }),
    color: z.string().meta({ description: 'Colour name', examples: ['navy'] }),
    style_tags: z.array(z.string()).meta({ description: 'Style categories' }),
    category: z.string().meta({ description: 'Clothing category', examples: ['top', 'bottom', 'shoes'] }),
    price_range: z.enum(['budget', 'mid-range', 'premium', 'luxury']),
    products: z.array(product).meta({ description: 'Purchase links found online; may be empty' }),
  })
  .meta({ id: 'IdentifiedItem' });
export type IdentifiedItem = z.output<typeof identifiedItem>;

/** The result that the analysis service stores, and the response of the endpoint. */
export const outfitAnalysis = z.object({ items: z.array(identifiedItem) }).meta({ id: 'OutfitAnalysis' });
export type OutfitAnalysis = z.output<typeof outfitAnalysis>;
