import { imagesQuery, MAX_PAGE } from '../http/images.ts';
import * as examples from './examples.ts';
import * as faults from './faults.ts';
import type { Operation } from './operation.ts';

const MAKING = 'Making images';
const ANALYSIS = 'Outfit analysis';
const RECORDS = 'Image records';
const SERVICE = 'Service';

/** The document's tags, in their order. */
export const tags = [
  { name: MAKING, description: 'Pictures of a person in other clothes' },
  { name: ANALYSIS, description: 'The clothes in a picture' },
  { name: RECORDS, description: 'What was made for a user' },
  { name: SERVICE, description: 'Usage and health' },
];

const SELFIE = `The selfie should be clear and well lit and show one person, at least the upper body: JPEG, PNG or WebP,
64x64 pixels to 25 megapixels, in base64 (a \`data:\` prefix is accepted). The more the description says, the closer the
picture comes to it; it may have up to 2000 characters. A reference picture helps too; one given by address has to be
publicly accessible and may have up to 10 MB.`;

const tryOnOutfit: Operation = {
  operationId: 'tryOnOutfit',
  tag: MAKING,
  summary: 'Try on an outfit',
  description: `Makes a picture of the person wearing an outfit, from a description and, if you like, a reference
picture. Takes 10-30 seconds.\n\n${SELFIE}\n\nThe picture is kept for 24 hours, or for good with \`store_image\`. When
\`outfit_base64\` and \`clothing_image_url\` are both given, \`outfit_base64\` wins and the address is not fetched.`,
  request: { schema: 'TryOnOutfitRequest', example: examples.tryOnOutfitExample },
  response: { schema: 'TryOnResult', description: 'The picture', example: examples.tryOnResultExample },
  faults: faults.tryOnOutfitFaults,
};

const generateImage: Operation = {
  operationId: 'generateImage',
  tag: MAKING,
  summary: 'Generate an image inline',
  description: `Makes a picture of the person wearing the described clothes and answers with the picture itself. It
appears in no list and is kept nowhere, or for a day to be told again when the request has an \`Idempotency-Key\`. Takes
10-30 seconds.\n\n${SELFIE}`,
  request: { schema: 'GenerateImageRequest', example: examples.generateImageExample },
  response: { schema: 'GeneratedImage', description: 'The picture', example: examples.generatedImageExample },
  faults: faults.generateImageFaults,
};

const styleMe: Operation = {
  operationId: 'styleMe',
  tag: MAKING,
  summary: 'Suggest outfits',
  description: `Suggests 1 to 4 outfits (3 unless told otherwise) that suit the person, the preferences and the occasion,
each with a picture of the person wearing it. Body type, skin tone and hair are taken from the selfie. Takes 30-90
seconds. A picture that could not be made is an empty string; each one made is also a temporary image record.\n\n${SELFIE}`,
  request: { schema: 'StyleMeRequest', example: examples.styleMeExample },
  response: { schema: 'OutfitSuggestions', description: 'The outfits', example: examples.outfitSuggestionsExample },
  faults: faults.styleMeFaults,
};

const analysis = {
  tag: ANALYSIS,
  request: { schema: 'AnalyzeOutfitRequest', example: examples.analyzeOutfitExample },
  response: { schema: 'OutfitAnalysis', description: 'The items', example: examples.outfitAnalysisExample },
  faults: faults.analyzeOutfitFaults,
} as const;

const analyzeOutfit: Operation = {
  ...analysis,
  operationId: 'analyzeOutfit',
  summary: 'Identify the items of an outfit',
  description: `Names the pieces of clothing in a picture, typically 2-6, with colour, style, category and price band,
and where such pieces are sold if any shop was found. The picture has to be publicly accessible: JPEG, PNG or WebP, up to
10 MB, 64x64 pixels to 25 megapixels. Takes 5-15 seconds.`,
};

const identifyClothing: Operation = {
  ...analysis,
  operationId: 'identifyClothing',
  summary: 'Identify clothing',
  description: 'The same as `POST /analyze_outfit`, under another path; usage keeps the two apart.',
};

const { cursor } = imagesQuery.shape;
const listImages: Operation = {
  operationId: 'listImages',
  tag: RECORDS,
  summary: 'List your images',
  description: `All images made with any of your keys, newest first: try-ons and style suggestions. Without \`limit\` the
list is complete. With it, \`next_cursor\` appears where more is left: give it as \`cursor\` to get the next page.`,
  parameters: [
    {
      name: 'limit',
      in: 'query',
      description: 'At most so many images',
      schema: { type: 'integer', minimum: 1, maximum: MAX_PAGE },
    },
    {
      name: 'cursor',
      in: 'query',
      description: 'Where the last page ended: its `next_cursor`',
      schema: { type: 'string', maxLength: cursor.unwrap().maxLength },
    },
  ],
  response: { schema: 'Images', description: 'The images', example: examples.imagesExample },
  faults: faults.imagesFaults,
};

const getImage: Operation = {
  operationId: 'getImage',
  tag: RECORDS,
  summary: 'Get one image record',
  description: 'The record of an image that was made with one of your keys.',
  parameters: [
    {
      name: 'id',
      in: 'path',
      required: true,
      description: 'Identifier as `POST /try_on_outfit` or `GET /images` gave it',
      schema: { type: 'string' },
      example: examples.imageRecordExample.image_id,
    },
  ],
  response: { schema: 'ImageRecord', description: 'The record', example: examples.imageRecordExample },
  faults: [['image_not_found']],
};

const usage: Operation = {
  operationId: 'getUsage',
  tag: SERVICE,
  summary: 'What this key has done',
  description: `Statistics of the calling key, and how much of the day is left to its user. Every answered request counts
here, refused ones too; the call itself is the next one's news. Counts and days are UTC.`,
  response: { schema: 'Usage', description: 'The statistics', example: examples.usageExample },
  faults: [],
};

const health = (version: string): Operation => ({
  operationId: 'getHealth',
  tag: SERVICE,
  summary: 'Health check',
  description: 'Whether the service answers. Needs no key.',
  response: { schema: 'Health', description: 'It does', example: examples.healthExample(version) },
  faults: [],
  isPublic: true,
});

/** Every operation of the API, by path and method. */
export const operations = (version: string): Record<string, Record<string, Operation>> => ({
  '/try_on_outfit': { post: tryOnOutfit },
  '/generate_image': { post: generateImage },
  '/style_me': { post: styleMe },
  '/analyze_outfit': { post: analyzeOutfit },
  '/identify_clothing': { post: identifyClothing },
  '/images': { get: listImages },
  '/images/{id}': { get: getImage },
  '/usage': { get: usage },
  '/': { get: health(version) },
});
