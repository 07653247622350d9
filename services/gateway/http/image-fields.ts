import { imageDimensions, limits } from '@styling/contracts';
import { base64Image, type DocumentedError } from '@styling/http';
import { z } from 'zod';

/** What the person is to wear. */
export const clothingDescription = z
  .string()
  .trim()
  .min(1)
  .max(limits.descriptionLength)
  .meta({ description: 'Description of the clothing', examples: ['navy blazer over a white t-shirt'] });

/** URL of an image that a worker fetches. */
export const fetchedImage = z.url({ protocol: /^https?$/, hostname: /./ }).max(limits.urlLength);

/** URL of a reference image of the clothing. */
export const clothingImageUrl = fetchedImage.meta({
  description: 'URL of a reference clothing image, publicly accessible',
});

/** Fields that every endpoint which dresses a person has. */
export const selfieField = { selfie_base64: base64Image };

/** What a worker may find wrong with the person in a selfie. */
export const selfieErrors: readonly DocumentedError[] = [
  ['no_person', { field: 'selfie_base64' }],
  ['several_people', { field: 'selfie_base64' }],
  ['shoulders_not_visible', { field: 'selfie_base64' }],
];

/** What endpoints that dress a person say of their images. */
export const SELFIE_TEXT = `The selfie should be clear and well lit and show one person, at least the upper body: JPEG, PNG or WebP,
${imageDimensions}, in base64 (a \`data:\` prefix is accepted). The more detailed the description, the closer the image
comes to it; it may have up to ${limits.descriptionLength} characters. A reference image helps too; one given by URL must be publicly
accessible and may have up to ${limits.fetchedMegabytes} MB.`;

/** The beginning of a JPEG in base64, as an example; a real one has some 100,000 characters. */
export const EXAMPLE_IMAGE = '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBD';
