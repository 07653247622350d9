import { acceptedImages, limits } from '@styling/contracts';
import { base64Image, type DocumentedError } from '@styling/http';
import { z } from 'zod';

/** URL of an image that a worker fetches. */
export const fetchedImage = z.url({ protocol: /^https?$/, hostname: /./ }).max(limits.urlLength);

/** The id of a picture that the caller has here; anything else that is a string is one that the caller has not. */
const ownId = (prefix: 'ast' | 'img') => z.string().regex(new RegExp(`^${prefix}_[0-9a-f]{24}$`), 'asset_not_found');

/** The id of an asset of the caller. */
export const ownAsset = ownId('ast').meta({
  description: 'An asset of yours, as returned by `POST /assets`',
  examples: ['ast_5f2b8c1d9e3a4f6071829304'],
});

/** The three ways to give a selfie, of which `givenSelfie` takes one. */
export const selfieFields = {
  selfie_base64: base64Image.optional().meta({
    description: `The selfie. Required without \`selfie_asset_id\` and \`selfie_image_id\`. ${acceptedImages}, base64 (a data: prefix is accepted)`,
  }),
  selfie_asset_id: ownAsset.optional().meta({ description: 'In place of `selfie_base64`: an asset of yours' }),
  selfie_image_id: ownId('img')
    .optional()
    .meta({
      description: 'In place of `selfie_base64`: an image record of yours, e.g. to dress a result further',
      examples: ['img_5f2b8c1d9e3a4f6071829304'],
    }),
};

/** Fields of a request for an image of a person in described clothes, besides the selfie. */
export const dressingFields = {
  clothing_description: z
    .string()
    .trim()
    .min(1)
    .max(limits.descriptionLength)
    .meta({ description: 'Description of the clothing', examples: ['navy blazer over a white t-shirt'] }),
  clothing_image_url: fetchedImage
    .meta({ description: 'URL of a reference clothing image, publicly accessible' })
    .optional(),
};

/** What may be wrong with how a selfie is given, and what a worker may find wrong with the person in it. */
export const selfieErrors: readonly DocumentedError[] = [
  ['required', { field: 'selfie_base64' }],
  ['only_one_of', { field: 'selfie_asset_id', other: 'selfie_base64' }],
  ...(['no_person', 'several_people', 'shoulders_not_visible', 'pose_not_supported'] as const).map(
    (code): DocumentedError => [code, { field: 'selfie_base64' }],
  ),
];

/** What a worker may find wrong with a request that has {@link dressingFields}. */
export const dressingErrors: readonly DocumentedError[] = [
  ...selfieErrors,
  ['clothes_not_separable', { field: 'selfie_base64' }],
  ['no_outfit', { field: 'clothing_image_url' }],
  ['no_garment_understood', { field: 'clothing_description' }],
  ['garment_not_understood', { field: 'clothing_description', part: 1, parts: 1 }],
  ['garment_not_dressed', { field: 'clothing_description', category: 'swimwear' }],
  ['garment_not_visible', { field: 'clothing_description' }],
  ['content_refused'],
];

/** What the documentation of endpoints with a selfie says about images. */
export const SELFIE_TEXT = `The selfie should be clear and well lit and show one person, at least the upper body:
${acceptedImages}, in base64 (a \`data:\` prefix is accepted). Instead of it an uploaded asset or an image record of yours
can be named. The more detailed the description, the closer the image
comes to it; it may have up to ${limits.descriptionLength} characters. Hosted
models read any text; the embedded engine knows garments, colours, patterns and materials in English, Spanish, French, German,
Portuguese and Chinese (docs/vocabulary.md). A reference image helps too; one given by URL must be publicly
accessible and may have up to ${limits.fetchedMegabytes} MB.`;

/** The beginning of a JPEG in base64, as an example; a real one has some 100,000 characters. */
export const EXAMPLE_IMAGE = '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBD';
