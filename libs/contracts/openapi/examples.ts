import type { z } from 'zod';
import type { analyzeOutfitBody, analyzeOutfitResponse } from '../http/analyze-outfit.ts';
import type { generateImageBody, generateImageResponse } from '../http/generate-image.ts';
import type { healthResponse } from '../http/health.ts';
import type { imageRecord, imagesResponse } from '../http/images.ts';
import type { styleMeBody, styleMeResponse } from '../http/style-me.ts';
import type { tryOnOutfitBody, tryOnOutfitResponse } from '../http/try-on-outfit.ts';
import type { usageResponse } from '../http/usage.ts';

/** On the wire a picture is text. */
type Wire<Body> = { [Field in keyof Body]: Body[Field] extends Uint8Array | undefined ? string : Body[Field] };
type Request<Schema extends z.ZodType> = Wire<z.input<Schema>>;

// The beginning of a JPEG and of its base64; a real one is some 100,000 characters.
const PICTURE = '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBD';
const IMAGE_ID = 'img_5f2b8c1d9e3a4f6071829304';
const IMAGE_URL = `http://localhost:9000/styling/images/${IMAGE_ID}.jpg`;
const CREATED_AT = '2026-01-02T03:04:05.678Z';

export const tryOnOutfitExample: Request<typeof tryOnOutfitBody> = {
  selfie_base64: PICTURE,
  clothing_description: 'navy blazer over a white t-shirt',
  mode: 'model_shot',
  store_image: true,
};
export const tryOnResultExample: z.output<typeof tryOnOutfitResponse> = {
  image_url: IMAGE_URL,
  image_id: IMAGE_ID,
  mime_type: 'image/jpeg',
};
export const generateImageExample: Request<typeof generateImageBody> = {
  selfie_base64: PICTURE,
  clothing_description: 'beige trench coat',
  mode: 'environment',
};
export const generatedImageExample: z.output<typeof generateImageResponse> = {
  image_base64: PICTURE,
  mime_type: 'image/jpeg',
};
export const analyzeOutfitExample: Request<typeof analyzeOutfitBody> = {
  image_url: 'https://images.example.com/street-style.jpg',
};
export const outfitAnalysisExample: z.output<typeof analyzeOutfitResponse> = {
  items: [
    {
      item: 'blazer',
      description: 'Navy single-breasted blazer',
      color: 'navy',
      style_tags: ['smart casual', 'classic'],
      category: 'top',
      price_range: 'mid-range',
      products: [
        {
          title: 'Single-breasted wool blazer, navy',
          url: 'https://shop.example.com/blazer-navy',
          thumbnail: 'https://shop.example.com/blazer-navy-small.jpg',
          price: '£129.00',
          store: 'Example Shop',
          snippet: 'Two buttons, notched lapels, half lined.',
        },
      ],
    },
  ],
};
export const styleMeExample: Request<typeof styleMeBody> = {
  selfie_base64: PICTURE,
  style_preferences: 'minimal, blue',
  occasion: 'wedding',
  num_outfits: 2,
};
export const outfitSuggestionsExample: z.output<typeof styleMeResponse> = {
  outfits: [
    {
      description: 'A navy suit with a white shirt: formal, and the blue suits your colouring.',
      items: ['navy suit', 'white shirt', 'brown leather shoes'],
      style: 'formal',
      image_base64: PICTURE,
      mime_type: 'image/jpeg',
    },
    {
      description: 'A light blue shirt under a grey blazer.',
      items: ['grey blazer', 'light blue shirt', 'dark blue trousers'],
      style: 'smart casual',
      image_base64: '',
      mime_type: 'image/jpeg',
    },
  ],
};
export const imageRecordExample: z.output<typeof imageRecord> = {
  ...tryOnResultExample,
  category: 'try-on',
  endpoint: '/try_on_outfit',
  created_at: CREATED_AT,
  persistent: true,
};
export const imagesExample: z.output<typeof imagesResponse> = { images: [imageRecordExample] };
export const usageExample: z.output<typeof usageResponse> = {
  total_requests: 42,
  requests_by_endpoint: { '/try_on_outfit': 30, '/images/:id': 9, '/usage': 3 },
  requests_today: 3,
  recent_requests: [{ endpoint: '/try_on_outfit', timestamp: CREATED_AT, latency_ms: 12_345, status: 200 }],
  rate_limit: { daily_limit: 20, used_today: 2, remaining: 18 },
};
export const healthExample = (version: string): z.output<typeof healthResponse> => ({
  status: 'ok',
  service: 'image-styling-service',
  version,
});
