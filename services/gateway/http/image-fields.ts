import { imageDimensions, limits } from '@styling/contracts';
import { base64Image, type DocumentedError } from '@styling/http';
import { z } from 'zod';

/** URL of an image that a worker fetches. */
export const fetchedImage = z.url({ protocol: /^https?$/, hostname: /./ }).max(limits.urlLength);

/** Fields of a request for an image of a person in described clothes. */
export const dressingFields = {
  selfie_base64: base64Image,
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

/** What a worker may find wrong with the person in a selfie. */
export const selfieErrors: readonly DocumentedError[] = (
  ['no_person', 'several_people', 'shoulders_not_visible'] as const
).map((code) => [code, { field: 'selfie_base64' }]);

/** What a worker may find wrong with a request that has {@link dressingFields}. */
export const dressingErrors: readonly DocumentedError[] = [
  ...selfieErrors,
  ['no_garment_understood', { field: 'clothing_description' }],
  ['garment_not_understood', { field: 'clothing_description', part: 1, parts: 1 }],
  ['garment_not_dressed', { field: 'clothing_description', category: 'swimwear' }],
  ['content_refused'],
];

/** What the documentation of endpoints with a selfie says about images. */
export const SELFIE_TEXT = `The selfie should be clear and well lit and show one person, at least the upper body: JPEG, PNG or WebP,
${imageDimensions}, in base64 (a \`data:\` prefix is accepted). The more detailed the description, the closer the image
comes to it; it may have up to ${limits.descriptionLength} characters. Hosted
models read any text; the embedded engine knows garments, colours, patterns and materials in English, Spanish, French, German,
Portuguese and Chinese (docs/vocabulary.md). A reference image helps too; one given by URL must be publicly
accessible and may have up to ${limits.fetchedMegabytes} MB.`;

/** The beginning of a JPEG in base64, as an example; a real one has some 100,000 characters. */
export const EXAMPLE_IMAGE = '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBD';
