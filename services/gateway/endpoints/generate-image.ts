import { type GenerateImageInput, generateImageInput } from '@styling/contracts';
import { parseFields, readFields } from '@styling/http';
import { z } from 'zod';
import {
  describedNeed,
  dressingErrors,
  dressingFields,
  EXAMPLE_IMAGE,
  givenSelfie,
  parseSelfie,
  SELFIE_TEXT,
  selfieFields,
} from '../assets/given-pictures.ts';
import { refuseUnmet } from '../capabilities/known-providers.ts';
import { type Call, defineEndpoint, type Submission } from '../http/define-endpoint.ts';
import { jobResponse } from '../jobs/job-record.ts';
import { takeResult } from '../requests/answer-request.ts';

export const clothes = z.object({
  ...dressingFields,
  mode: generateImageInput.shape.mode.meta({
    description:
      'On a white background, or in a setting such as a street or an office. The embedded engine invents no setting: it keeps that of the reference image, or of the selfie',
  }),
});

const body = z.object({ ...selfieFields, ...clothes.shape }).meta({ id: 'GenerateImageRequest' });

export const generateImage = defineEndpoint({
  id: 'generateImage',
  method: 'post',
  path: '/generate_image',
  counted: true,
  summary: 'Generate an image inline',
  description: `Generates an image of the person wearing the described clothes and returns it in the response. It appears
in no list and is not kept; with an \`Idempotency-Key\` it is kept for a day, for retries of the request. Takes 10-30
seconds.\n\n${SELFIE_TEXT}`,
  body,
  example: { selfie_base64: EXAMPLE_IMAGE, clothing_description: 'beige trench coat', mode: 'environment' },
  success: {
    description: 'The image',
    schema: z
      .object({
        image_base64: z.base64().meta({ description: 'The generated image' }),
        mime_type: z.string().meta({ examples: ['image/jpeg'] }),
      })
      .meta({ id: 'GeneratedImage' }),
    example: { image_base64: EXAMPLE_IMAGE, mime_type: 'image/jpeg' },
  },
  accepted: jobResponse,
  errors: dressingErrors,
  async submission(call: Call): Promise<Submission<GenerateImageInput>> {
    const fields = await readFields(call, body);
    const given = parseSelfie(fields);
    const asked = parseFields(clothes, fields);
    refuseUnmet(call.gateway.providers, [describedNeed(asked)]);
    const { clothing_image_url = null, ...rest } = asked;
    const selfie = await givenSelfie(call, given);
    return {
      capability: 'tryon',
      fields: { ...rest, clothing_image_url, ...selfie.field },
      pictures: { selfie_base64: selfie.picture },
      images: 0,
    };
  },
  async answer(gateway, completed) {
    const { bytes, mimeType } = await takeResult(gateway, completed);
    return { image_base64: Buffer.from(bytes).toString('base64'), mime_type: mimeType };
  },
});
