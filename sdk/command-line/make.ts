import type { AssetName, GarmentOrder, ImageName, StyleMeOrder, TryOnOrder } from '../orders.ts';
import { argument, defineCommand, oneOf, wholeNumber } from './command.ts';
import { printResult } from './print-result.ts';

const MODES = ['model_shot', 'reference_environment'] as const satisfies readonly TryOnOrder['mode'][];
const ASSET_ID = /^ast_[0-9a-f]+$/;
const IMAGE_ID = /^img_[0-9a-f]+$/;

export const tryOn = defineCommand({
  name: 'try-on',
  usage: 'SELFIE GARMENT...',
  about: 'An image of a person in an outfit. A garment is a description, a picture or its address.',
  options: {
    output: { type: 'string', short: 'o', value: 'FILE', about: 'Save the image; several as FILE-1, FILE-2, …' },
    mode: { type: 'string', value: 'MODE', about: `${MODES[0]} (white studio, the default) or ${MODES[1]}` },
    variants: { type: 'string', value: 'N', about: 'Make 1 to 4 images, each of which counts' },
    seed: { type: 'string', value: 'N', about: 'Of the randomness of the model' },
    store: { type: 'boolean', about: 'Keep the image for longer than 24 hours' },
  },
  async run(call) {
    const { client, values, positionals, wait } = call;
    const { output, mode = MODES[0], variants, seed, store } = values;
    const selfie = argument(positionals, 0, 'SELFIE');
    argument(positionals, 1, 'GARMENT');
    const order: TryOnOrder = {
      selfie: selfieOf(selfie),
      garments: positionals.slice(1).map(garmentOf),
      mode: oneOf('--mode', mode, MODES),
      ...(variants !== undefined && { variants: wholeNumber('--variants', variants, 1, 4) }),
      ...(seed !== undefined && { seed: wholeNumber('--seed', seed, 0, 4_294_967_295) }),
      ...(store && { store_image: true }),
    };
    await printResult(call, await client.tryOn(order, wait), output);
  },
});

export const styleMe = defineCommand({
  name: 'style-me',
  usage: 'SELFIE',
  about: 'Outfits that suit a person and an occasion, each with an image.',
  options: {
    output: { type: 'string', short: 'o', value: 'FILE', about: 'Save the images as FILE-1, FILE-2, …' },
    occasion: { type: 'string', value: 'TEXT', about: 'Event or context, e.g. office' },
    preferences: { type: 'string', value: 'TEXT', about: 'Style keywords, e.g. "minimal, blue"' },
    outfits: { type: 'string', value: 'N', about: '1 to 4; default 3' },
  },
  async run(call) {
    const { client, values, positionals, wait } = call;
    const { output, occasion, preferences, outfits } = values;
    const order: StyleMeOrder = {
      selfie: selfieOf(argument(positionals, 0, 'SELFIE')),
      ...(occasion !== undefined && { occasion }),
      ...(preferences !== undefined && { style_preferences: preferences }),
      ...(outfits !== undefined && { num_outfits: wholeNumber('--outfits', outfits, 1, 4) }),
    };
    await printResult(call, await client.styleMe(order, wait), output);
  },
});

export const analyze = defineCommand({
  name: 'analyze',
  usage: 'PICTURE|IMAGE_ID',
  about: 'The items of an outfit picture: a file, an address that the service can fetch, or an image that it made.',
  options: {},
  async run(call) {
    const { client, positionals, wait } = call;
    const image = argument(positionals, 0, 'PICTURE or IMAGE_ID');
    const picture = IMAGE_ID.test(image) ? { image_id: image } : image;
    await printResult(call, await client.analyzeOutfit(picture, wait), undefined);
  },
});

/** A selfie as an argument: the id of an asset or of an image, else an address or a path. */
export function selfieOf(argument: string): string | AssetName | ImageName {
  if (ASSET_ID.test(argument)) return { asset_id: argument };
  if (IMAGE_ID.test(argument)) return { image_id: argument };
  return argument;
}

/** A garment as an argument: the id of an asset, an address, a path that ends as one of a picture does, else a description. */
export function garmentOf(argument: string): string | GarmentOrder {
  if (ASSET_ID.test(argument)) return { picture: { asset_id: argument } };
  const isPicture = /^(https?|file|data):|\.(jpe?g|png|webp|hei[cf]|avif|gif)$/i.test(argument);
  return isPicture ? { picture: argument } : argument;
}
