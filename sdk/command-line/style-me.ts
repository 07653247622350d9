import { argument, defineCommand, wholeNumber } from './command.ts';
import { selfieOf } from './given-picture.ts';
import { printResult } from './print-result.ts';

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
    const result = await client.styleMe(
      {
        selfie: selfieOf(argument(positionals, 0, 'SELFIE')),
        ...(occasion !== undefined && { occasion }),
        ...(preferences !== undefined && { style_preferences: preferences }),
        ...(outfits !== undefined && { num_outfits: wholeNumber('--outfits', outfits, 1, 4) }),
      },
      wait,
    );
    await printResult(call, result, output);
  },
});
