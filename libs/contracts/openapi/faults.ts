import type { DocumentedError } from './errors.ts';

// What can be wrong with a request, in the order in which it is looked for.

/** Of any body. */
const body: readonly DocumentedError[] = [
  ['wrong_media_type'],
  ['body_too_large'],
  ['fields_too_large'],
  ['invalid_json'],
  ['not_an_object'],
];

/** Of a field that holds a picture in base64. */
const base64Field = (field: string): DocumentedError[] => [
  ['not_a_string', { field }],
  ['invalid_base64', { field }],
  ['not_an_image', { field }],
  ['bad_image_size', { field }],
];

/** Of a field that holds the address of a picture. */
const urlField = (field: string): DocumentedError[] => [
  ['not_a_string', { field }],
  ['too_long', { field, max: 2048 }],
  ['invalid_url', { field }],
  ['forbidden_url', { field }],
  ['unreachable_url', { field }],
  ['image_too_large', { field, max: 10 }],
  ['not_an_image', { field }],
  ['bad_image_size', { field }],
];

const selfie: readonly DocumentedError[] = [
  ['required', { field: 'selfie_base64' }],
  ...base64Field('selfie_base64'),
  ['no_person', { field: 'selfie_base64' }],
  ['several_people', { field: 'selfie_base64' }],
  ['shoulders_not_visible', { field: 'selfie_base64' }],
];
const description: readonly DocumentedError[] = [
  ['required', { field: 'clothing_description' }],
  ['not_a_string', { field: 'clothing_description' }],
  ['too_long', { field: 'clothing_description', max: 2000 }],
  ['no_garment_understood', { field: 'clothing_description' }],
];
const mode = (options: string): DocumentedError[] => [
  ['required', { field: 'mode' }],
  ['not_a_string', { field: 'mode' }],
  ['not_one_of', { field: 'mode', options }],
];

/** Of POST /try_on_outfit. */
export const tryOnOutfitFaults: readonly DocumentedError[] = [
  ...body,
  ...selfie,
  ...description,
  ...urlField('clothing_image_url'),
  ...base64Field('outfit_base64'),
  ...mode('reference_environment, model_shot'),
  ['not_a_boolean', { field: 'store_image' }],
  ['content_refused'],
];

/** Of POST /generate_image. */
export const generateImageFaults: readonly DocumentedError[] = [
  ...body,
  ...selfie,
  ...description,
  ...urlField('clothing_image_url'),
  ...mode('studio, environment'),
  ['content_refused'],
];

/** Of POST /analyze_outfit and POST /identify_clothing. */
export const analyzeOutfitFaults: readonly DocumentedError[] = [
  ...body,
  ['required', { field: 'image_url' }],
  ...urlField('image_url'),
  ['no_outfit', { field: 'image_url' }],
];

/** Of POST /style_me. */
export const styleMeFaults: readonly DocumentedError[] = [
  ...body,
  ...selfie,
  ['not_a_string', { field: 'style_preferences' }],
  ['too_long', { field: 'style_preferences', max: 1000 }],
  ['not_a_string', { field: 'occasion' }],
  ['too_long', { field: 'occasion', max: 1000 }],
  ['not_an_integer_between', { field: 'num_outfits', min: 1, max: 4 }],
  ['content_refused'],
];

/** Of GET /images. */
export const imagesFaults: readonly DocumentedError[] = [
  ['not_an_integer_between', { field: 'limit', min: 1, max: 100 }],
  ['invalid_cursor', { field: 'cursor' }],
];
