import { imageId, limits, seed, type TryOnInput, tryOnInput } from '@styling/contracts';
import { base64Image, parseFields, readFields } from '@styling/http';
import { ServiceError } from '@styling/service';
import { z } from 'zod';
import { garmentList, givenGarments } from '../assets/garment-fields.ts';
import { givenSelfie, parseSelfie } from '../assets/given-selfie.ts';
import { describedNeed, listedNeed, refuseUnmet } from '../capabilities/refuse-unmet.ts';
import { type Call, defineEndpoint } from '../http/define-endpoint.ts';
import { dressingErrors, dressingFields, EXAMPLE_IMAGE, SELFIE_TEXT, selfieFields } from '../http/image-fields.ts';
import { imageUrl } from '../http/image-record.ts';
import { jobResponse } from '../jobs/job-record.ts';
import { submitRequest } from '../requests/submit-request.ts';
import type { Submitted } from '../requests/submitted.ts';

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

/** Besides the selfie, as the specification has it: one description, of all clothes. */
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
  tag: 'Making images',
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
  responses: {
    200: {
      description: 'The image',
      schema: result,
      example: {
        image_url: 'http://localhost:9000/styling/images/img_5f2b8c1d9e3a4f6071829304.jpg',
        image_id: 'img_5f2b8c1d9e3a4f6071829304',
        mime_type: 'image/jpeg',
      },
    },
    202: jobResponse,
  },
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
  submit,
  async answer({ imageStoreUrl }, { result }) {
    if (!result?.image_id) throw new Error('successful try-on without an image');
    const { object, image_id, mime_type, variants } = result;
    const told = ({ object, image_id }: { object: string; image_id: string }) => ({
      image_url: imageUrl(imageStoreUrl, object),
      image_id,
      mime_type,
    });
    const first = told({ object, image_id });
    if (!variants) return first;
    return {
      ...first,
      seed: variants[0]?.seed ?? null,
      variants: variants.map(({ seed, ...variant }) => ({ ...told(variant), seed })),
    };
  },
});

async function submit(call: Call): Promise<Submitted> {
  const fields = await readFields(call, body);
  const given = parseSelfie(fields);
  return fields.garments === undefined ? submitDescribed(call, given, fields) : submitListed(call, given, fields);
}

type Given = ReturnType<typeof parseSelfie>;

async function submitDescribed(call: Call, given: Given, fields: object): Promise<Submitted> {
  const { outfit_base64, clothing_description, clothing_image_url = null, ...rest } = parseFields(described, fields);
  const hasPicture = outfit_base64 !== undefined || clothing_image_url !== null;
  refuseUnmet(call.gateway.providers, [describedNeed(clothing_description, hasPicture)]);
  const selfie = await givenSelfie(call, given);
  const clothes = { clothing_description, clothing_image_url, has_outfit: outfit_base64 !== undefined };
  const pictures = { selfie_base64: selfie.picture, ...(outfit_base64 && { outfit_base64 }) };
  return submitTryOn(call, rest, { ...clothes, ...selfie.field }, pictures);
}

async function submitListed(call: Call, given: Given, fields: Record<string, unknown>): Promise<Submitted> {
  const other = ['clothing_description', 'clothing_image_url', 'outfit_base64'].find(
    (name) => fields[name] !== undefined,
  );
  if (other) throw new ServiceError('only_one_of', { field: 'garments', other });
  const { garments, ...rest } = parseFields(listed, fields);
  refuseUnmet(call.gateway.providers, garments.map(listedNeed));
  const selfie = await givenSelfie(call, given);
  const worn = await givenGarments(call, garments);
  const clothes = { clothing_description: '', clothing_image_url: null, has_outfit: false, garments: worn.garments };
  return submitTryOn(call, rest, { ...clothes, ...selfie.field }, { selfie_base64: selfie.picture, ...worn.pictures });
}

/** What a spec's client does not ask for is left out, so that workers of the version before do the work as well. */
function submitTryOn(
  call: Call,
  { mode, store_image, seed, variants }: Pick<z.output<typeof described>, keyof typeof otherFields>,
  clothes: Omit<TryOnInput, 'mode' | 'store_image'>,
  pictures: Readonly<Record<string, Uint8Array>>,
): Promise<Submitted> {
  const asked = { ...(seed !== undefined && { seed }), ...(variants !== undefined && { variants }) };
  return submitRequest<TryOnInput>(call, {
    capability: 'tryon',
    fields: { ...clothes, mode, store_image, ...asked },
    pictures,
    images: variants ?? 1,
    cost: variants ?? 1,
  });
}
