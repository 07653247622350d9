import { imageId, type TryOnInput, tryOnInput } from '@styling/contracts';
import { base64Image, readBody } from '@styling/http';
import { z } from 'zod';
import { type Call, defineEndpoint } from '../http/define-endpoint.ts';
import { dressingErrors, dressingFields, EXAMPLE_IMAGE, SELFIE_TEXT } from '../http/image-fields.ts';
import { imageUrl } from '../http/image-record.ts';
import { jobResponse } from '../jobs/job-record.ts';
import { submitRequest } from '../requests/submit-request.ts';
import type { Submitted } from '../requests/submitted.ts';

const body = z
  .object({
    ...dressingFields,
    outfit_base64: base64Image
      .optional()
      .meta({ description: 'Reference clothing image; wins over clothing_image_url' }),
    mode: tryOnInput.shape.mode.meta({
      description: 'In the scene of the reference image (or of the selfie, without one), or in a clean white studio',
    }),
    store_image: z.boolean().default(false).meta({ description: 'true: kept; false: deleted after 24 hours' }),
  })
  .meta({ id: 'TryOnOutfitRequest' });

export const tryOnOutfit = defineEndpoint({
  id: 'tryOnOutfit',
  method: 'post',
  path: '/try_on_outfit',
  tag: 'Making images',
  counted: true,
  summary: 'Try on an outfit',
  description: `Generates an image of the person wearing an outfit, from a description and, optionally, a reference
image. Takes 10-30 seconds.\n\n${SELFIE_TEXT}\n\nThe image is kept for 24 hours, or permanently with \`store_image\`. When
\`outfit_base64\` and \`clothing_image_url\` are both given, \`outfit_base64\` wins and the URL is not fetched.`,
  body,
  example: {
    selfie_base64: EXAMPLE_IMAGE,
    clothing_description: 'navy blazer over a white t-shirt',
    mode: 'model_shot',
    store_image: true,
  },
  responses: {
    200: {
      description: 'The image',
      schema: z.object({ image_url: z.url(), image_id: imageId, mime_type: z.string() }).meta({ id: 'TryOnResult' }),
      example: {
        image_url: 'http://localhost:9000/styling/images/img_5f2b8c1d9e3a4f6071829304.jpg',
        image_id: 'img_5f2b8c1d9e3a4f6071829304',
        mime_type: 'image/jpeg',
      },
    },
    202: jobResponse,
  },
  errors: dressingErrors,
  submit,
  async answer({ imageStoreUrl }, { result }) {
    if (!result?.image_id) throw new Error('successful try-on without an image');
    const image_url = imageUrl(imageStoreUrl, result.object);
    return { image_url, image_id: result.image_id, mime_type: result.mime_type };
  },
});

async function submit(call: Call): Promise<Submitted> {
  const { selfie_base64, outfit_base64, clothing_image_url = null, ...rest } = await readBody(call, body);
  const fields = { ...rest, clothing_image_url, has_outfit: outfit_base64 !== undefined };
  return submitRequest<TryOnInput>(call, {
    capability: 'tryon',
    fields,
    pictures: { selfie_base64, ...(outfit_base64 && { outfit_base64 }) },
    images: 1,
  });
}
