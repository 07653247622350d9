import type { TryOnOrder } from '../orders.ts';
import { argument, defineCommand, UsageError, wholeNumber } from './command.ts';
import { garmentOf, selfieOf } from './given-picture.ts';
import { printResult } from './print-result.ts';

const MODES = ['model_shot', 'reference_environment'] as const satisfies readonly TryOnOrder['mode'][];

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
    const known = MODES.find((name) => name === mode);
    if (!known) throw new UsageError(`--mode must be one of: ${MODES.join(', ')}`);
    const order: TryOnOrder = {
      selfie: selfieOf(selfie),
      garments: positionals.slice(1).map(garmentOf),
      mode: known,
      ...(variants !== undefined && { variants: wholeNumber('--variants', variants, 1, 4) }),
      ...(seed !== undefined && { seed: wholeNumber('--seed', seed, 0, 4_294_967_295) }),
      ...(store && { store_image: true }),
    };
    await printResult(call, await client.tryOn(order, wait), output);
  },
});
