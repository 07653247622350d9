import { limits, outfitAdvice, type StyleMeInput, styleMeInput, styleMeResult } from '@styling/contracts';
import { parseFields, readFields } from '@styling/http';
import { z } from 'zod';
import {
  EXAMPLE_IMAGE,
  givenSelfie,
  parseSelfie,
  SELFIE_TEXT,
  selfieErrors,
  selfieFields,
} from '../assets/given-pictures.ts';
import { type Call, defineEndpoint, type Submission } from '../http/define-endpoint.ts';
import { jobResponse } from '../jobs/job-record.ts';
import { takeResult } from '../requests/answer-request.ts';

const DEFAULT_OUTFITS = 3;
const wish = z.string().max(limits.wishLength).optional();

export const wishes = z.object({
  style_preferences: wish.meta({ description: 'Style keywords', examples: ['minimal, blue'] }),
  occasion: wish.meta({ description: 'Event or context', examples: ['wedding'] }),
  num_outfits: styleMeInput.shape.num_outfits.default(DEFAULT_OUTFITS).meta({ description: 'Number of suggestions' }),
});

const body = z.object({ ...selfieFields, ...wishes.shape }).meta({ id: 'StyleMeRequest' });

const suggestion = outfitAdvice
  .extend({
    image_base64: z
      .union([z.base64(), z.literal('')])
      .meta({ description: 'Virtual try-on image; empty when its generation failed' }),
    mime_type: z.string(),
  })
  .meta({ id: 'OutfitSuggestion' });

export const styleMe = defineEndpoint({
  id: 'styleMe',
  method: 'post',
  path: '/style_me',
  counted: true,
  summary: 'Suggest outfits',
  description: `Suggests 1 to ${limits.outfits} outfits (default ${DEFAULT_OUTFITS}) that suit the person, the preferences and the occasion, each with an
image of the person wearing it. Body type, skin tone and hair are taken from the selfie. Takes 30-90 seconds. An image that
could not be generated is an empty string; each generated one is also a temporary image record. Words of the preferences or the
occasion that were not understood are reported in \`Styling-Approximations\`.\n\n${SELFIE_TEXT}`,
  body,
  example: {
    selfie_base64: EXAMPLE_IMAGE,
    style_preferences: 'minimal, blue',
    occasion: 'wedding',
    num_outfits: 2,
  },
  success: {
    description: 'The outfits',
    schema: z.object({ outfits: z.array(suggestion) }).meta({ id: 'OutfitSuggestions' }),
    example: {
      outfits: [
        {
          description: 'A navy suit with a white shirt: formal, and the blue suits your colouring.',
          items: ['navy suit', 'white shirt', 'brown leather shoes'],
          style: 'formal',
          image_base64: EXAMPLE_IMAGE,
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
    },
  },
  accepted: jobResponse,
  errors: [...selfieErrors, ['content_refused']],
  async submission(call: Call): Promise<Submission<StyleMeInput>> {
    const fields = await readFields(call, body);
    const given = parseSelfie(fields);
    const { style_preferences = '', occasion = '', num_outfits } = parseFields(wishes, fields);
    const selfie = await givenSelfie(call, given);
    return {
      capability: 'style',
      fields: { style_preferences, occasion, num_outfits, ...selfie.field },
      pictures: { selfie_base64: selfie.picture },
      images: num_outfits,
    };
  },
  async answer(gateway, completed) {
    const { bytes } = await takeResult(gateway, completed);
    const { outfits } = styleMeResult.parse(JSON.parse(Buffer.from(bytes).toString()));
    const suggestions = outfits.map(async ({ object, ...outfit }) => {
      const image = object === null ? null : await gateway.store.get(object);
      return { ...outfit, image_base64: Buffer.from(image?.bytes ?? []).toString('base64') };
    });
    return { outfits: await Promise.all(suggestions) };
  },
});
