import { type GenerateImageInput, generateImageInput } from '@styling/contracts';
import { readBody } from '@styling/http';
import { inspectImage } from '@styling/imaging';
import { packInput } from '@styling/objectstore';
import { z } from 'zod';
import { type Call, defineEndpoint } from '../http/define-endpoint.ts';
import {
  clothingDescription,
  clothingImageUrl,
  EXAMPLE_IMAGE,
  SELFIE_TEXT,
  selfieErrors,
  selfieField,
} from '../http/image-fields.ts';
import { completion } from '../requests/completion.ts';
import { type Accepted, submitRequest } from '../requests/submit-request.ts';
import { takeResult } from '../requests/take-result.ts';

const body = z
  .object({
    ...selfieField,
    clothing_description: clothingDescription,
    clothing_image_url: clothingImageUrl.optional(),
    mode: generateImageInput.shape.mode.meta({
      description: 'On a white background, or in a setting such as a street or an office',
    }),
  })
  .meta({ id: 'GenerateImageRequest' });

export const generateImage = defineEndpoint({
  id: 'generateImage',
  method: 'post',
  path: '/generate_image',
  tag: 'Making images',
  counted: true,
  summary: 'Generate an image inline',
  description: `Generates an image of the person wearing the described clothes and returns it in the response. It appears
in no list and is not kept; with an \`Idempotency-Key\` it is kept for a day, for retries of the request. Takes 10-30
seconds.\n\n${SELFIE_TEXT}`,
  body,
  example: { selfie_base64: EXAMPLE_IMAGE, clothing_description: 'beige trench coat', mode: 'environment' },
  responses: {
    200: {
      description: 'The image',
      schema: z
        .object({
          image_base64: z.base64().meta({ description: 'The generated image' }),
          mime_type: z.string().meta({ examples: ['image/jpeg'] }),
        })
        .meta({ id: 'GeneratedImage' }),
      example: { image_base64: EXAMPLE_IMAGE, mime_type: 'image/jpeg' },
    },
  },
  errors: [...selfieErrors, ['no_garment_understood', { field: 'clothing_description' }], ['content_refused']],
  async handle(call) {
    const { bytes, mimeType } = await takeResult(call.gateway, await completion(call, await submit(call)));
    return { image_base64: Buffer.from(bytes).toString('base64'), mime_type: mimeType };
  },
});

/** A frame of its own, so that the selfie can be collected while the request waits. */
async function submit(call: Call): Promise<Accepted> {
  using memory = call.gateway.capacity.bodies.take(0);
  const {
    selfie_base64,
    clothing_description,
    clothing_image_url = null,
    mode,
  } = await readBody(call.request, body, memory);
  await inspectImage(selfie_base64, 'selfie_base64');
  const fields: GenerateImageInput = { clothing_description, clothing_image_url, mode };
  const input = packInput({ fields, pictures: { selfie_base64 } });
  return await submitRequest(call, { capability: 'tryon', input, images: 0 });
}
