import { imageId, limits, seed, type TryOnInput, tryOnInput } from '@styling/contracts';
import { base64Image, parseFields, readFields } from '@styling/http';
import { ServiceError } from '@styling/service';
import { z } from 'zod';
import {
  describedNeed,
  dressingErrors,
  dressingFields,
  EXAMPLE_IMAGE,
  garmentList,
  givenGarments,
  givenSelfie,
  listedNeed,
  parseSelfie,
  SELFIE_TEXT,
  selfieFields,
} from '../assets/given-pictures.ts';
import { refuseUnmet } from '../capabilities/known-providers.ts';
import { type Call, defineEndpoint, type Submission } from '../http/define-endpoint.ts';
import { jobResponse } from '../jobs/job-record.ts';
import { imageUrl } from './images.ts';

const { clothing_description, clothing_image_url } = dressingFields;
const outfit_base64 = base64Image
  .optional()
  .meta({ description: 'Reference clothing image; wins over clothing_image_url' });

const otherFields = {
  mode: tryOnInput.shape.mode.meta({
    description: 'In the scene of the reference image (or of the selfie, without one), or in a clean white studio',
  }),
  store_image: z.boolean().default(false).meta({ description: 'true: kept; false: deleted after 24 hours' }),
  seed: seed.optional().meta({
    description: 'Of the randomness of the model; returned, null where the model has none',
  }),
  variants: z
    .number()
    .int()
    .min(1)
    .max(limits.variants)
    .optional()
    .meta({ description: 'How many images to make, each of which counts toward the daily limit' }),
};

/** The specification's form: one description, of all clothes. */
export const described = z.object({ clothing_description, clothing_image_url, outfit_base64, ...otherFields });
const listed = z.object({ garments: garmentList, ...otherFields });

const body = z
  .object({
    ...selfieFields,
    clothing_description: clothing_description.optional().meta({
      description: 'Description of the clothing. Required without `garments`',
      examples: ['navy blazer over a white t-shirt'],
    }),
    clothing_image_url,
    outfit_base64,
    garments: garmentList.optional(),
    ...otherFields,
  })
  .meta({ id: 'TryOnOutfitRequest' });

const image = z.object({ image_url: z.url(), image_id: imageId, mime_type: z.string() });
const usedSeed = seed.nullable().meta({ description: 'null where the model has none' });
const result = image
  .extend({
    seed: usedSeed.optional().meta({ description: 'Of the first image; present if a seed or variants were asked for' }),
    variants: z
      .array(image.extend({ seed: usedSeed }))
      .optional()
      .meta({ description: 'All images that could be made; present if a seed or variants were asked for' }),
  })
  .meta({ id: 'TryOnResult' });

export const tryOnOutfit = defineEndpoint({
  id: 'tryOnOutfit',
  method: 'post',
  path: '/try_on_outfit',
  counted: true,
  summary: 'Try on an outfit',
  description: `Generates an image of the person wearing an outfit, from a description and, optionally, a reference
image. Takes 10-30 seconds.\n\n${SELFIE_TEXT}\n\nThe image is kept for 24 hours, or permanently with \`store_image\`. When
\`outfit_base64\` and \`clothing_image_url\` are both given, \`outfit_base64\` wins and the URL is not fetched.

Several garments that are worn together can be listed in \`garments\` instead. With \`variants\` several images are made; those
that could be made are in the response, and only they count. With \`seed\` a request can be repeated.`,
  body,
  example: {
    selfie_base64: EXAMPLE_IMAGE,
    clothing_description: 'navy blazer over a white t-shirt',
    mode: 'model_shot',
    store_image: true,
  },
  success: {
    description: 'The image',
    schema: result,
    example: {
      image_url: 'http://localhost:9000/styling/images/img_5f2b8c1d9e3a4f6071829304.jpg',
      image_id: 'img_5f2b8c1d9e3a4f6071829304',
      mime_type: 'image/jpeg',
    },
  },
  accepted: jobResponse,
  errors: [
    ...dressingErrors,
    ['required', { field: 'clothing_description' }],
    ['only_one_of', { field: 'garments', other: 'clothing_description' }],
    ['not_a_garment', { field: 'garments.0' }],
    ['asset_not_found', { field: 'garments.0.asset_id' }],
    ['no_garment_understood', { field: 'garments.0.description' }],
    ['pictures_too_large'],
    ['garment_not_dressed', { field: 'garments.0.description', category: 'shoes' }],
  ],
  async submission(call: Call): Promise<Submission<TryOnInput>> {
    const fields = await readFields(call, body);
    const selfieFields = parseSelfie(fields);
    const asked = fields.garments === undefined ? parseFields(described, fields) : parseListed(fields);
    refuseUnmet(call.gateway.providers, 'garments' in asked ? asked.garments.map(listedNeed) : [describedNeed(asked)]);
    const selfie = await givenSelfie(call, selfieFields);
    const clothes = 'garments' in asked ? await listedClothes(call, asked) : describedClothes(asked);
    const { mode, store_image, seed, variants } = asked;
    return {
      capability: 'tryon',
      fields: {
        ...clothes.fields,
        ...selfie.field,
        mode,
        store_image,
        // What a spec's client does not ask for is left out, so that workers of the version before do the work as well.
        ...(seed !== undefined && { seed }),
        ...(variants !== undefined && { variants }),
      },
      pictures: { selfie_base64: selfie.picture, ...clothes.pictures },
      images: variants ?? 1,
      cost: variants ?? 1,
    };
  },
  async answer({ imageStoreUrl }, { result }) {
    if (!result?.image_id) throw new Error('successful try-on without an image');
    const { object, image_id, mime_type, variants } = result;
    const toVariant = ({ object, image_id }: { object: string; image_id: string }) => ({
      image_url: imageUrl(imageStoreUrl, object),
      image_id,
      mime_type,
    });
    const first = toVariant({ object, image_id });
    if (!variants) return first;
    return {
      ...first,
      seed: variants[0]?.seed ?? null,
      variants: variants.map(({ seed, ...variant }) => ({ ...toVariant(variant), seed })),
    };
  },
});

function parseListed(fields: Readonly<Record<string, unknown>>): z.output<typeof listed> {
  const others = ['clothing_description', 'clothing_image_url', 'outfit_base64'];
  const other = others.find((name) => fields[name] !== undefined);
  if (other) throw new ServiceError('only_one_of', { field: 'garments', other });
  return parseFields(listed, fields);
}

function describedClothes(asked: z.output<typeof described>) {
  const { clothing_description, clothing_image_url = null, outfit_base64 } = asked;
  return {
    fields: { clothing_description, clothing_image_url, has_outfit: outfit_base64 !== undefined },
    pictures: outfit_base64 && { outfit_base64 },
  };
}

async function listedClothes(call: Call, asked: z.output<typeof listed>) {
  const { garments, pictures } = await givenGarments(call, asked.garments);
  return { fields: { clothing_description: '', clothing_image_url: null, has_outfit: false, garments }, pictures };
}
