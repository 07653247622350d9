import { z } from 'zod';
import { pictureUrl } from './try-on-outfit.ts';

/** Body of POST /analyze_outfit and of its alias POST /identify_clothing. Unknown fields are ignored. */
export const analyzeOutfitBody = z.object({
  image_url: pictureUrl.meta({ description: 'URL of the outfit image, publicly accessible' }),
});
export type AnalyzeOutfitBody = z.output<typeof analyzeOutfitBody>;

/** A purchase link (spec, "Product"). */
export const product = z.object({
  title: z.string().meta({ description: 'Product listing title' }),
  url: z.url({ protocol: /^https?$/ }).meta({ description: 'Purchase URL' }),
  thumbnail: z.string().meta({ description: 'Product image URL; may be empty' }),
  price: z.string().meta({ description: 'Listed price, as text' }),
  store: z.string().meta({ description: 'Retailer name' }),
  snippet: z.string().meta({ description: 'Product description snippet' }),
});
export type Product = z.output<typeof product>;

/** A piece of clothing in a picture (spec, "Identified item"). */
export const identifiedItem = z.object({
  item: z.string().meta({ description: 'Item name', examples: ['blazer'] }),
  description: z.string().meta({ description: 'Detailed description' }),
  color: z.string().meta({ description: 'Colour name', examples: ['navy'] }),
  style_tags: z.array(z.string()).meta({ description: 'Style categories' }),
  category: z.string().meta({ description: 'Clothing category', examples: ['top', 'bottom', 'shoes'] }),
  price_range: z.enum(['budget', 'mid-range', 'premium', 'luxury']),
  products: z.array(product).meta({ description: 'Purchase links found online; may be empty' }),
});
export type IdentifiedItem = z.output<typeof identifiedItem>;

/** Response 200 of POST /analyze_outfit and POST /identify_clothing; also the result that lies in the object store. */
export const analyzeOutfitResponse = z.object({ items: z.array(identifiedItem) });
export type AnalyzeOutfitResponse = z.output<typeof analyzeOutfitResponse>;

/** What the analysis service reads of such a request from the object store. */
export const analyzeOutfitInput = analyzeOutfitBody;
