import { argument, defineCommand } from './command.ts';
import { printResult } from './print-result.ts';

export const analyze = defineCommand({
  name: 'analyze',
  usage: 'PICTURE|IMAGE_ID',
  about:
    'The items of an outfit picture: a file, one at an address that the service can fetch, or an image that it made.',
  options: {},
  async run(call) {
    const { client, positionals, wait } = call;
    const image = argument(positionals, 0, 'PICTURE or IMAGE_ID');
    const isId = /^img_[0-9a-f]+$/.test(image);
    await printResult(call, await client.analyzeOutfit(isId ? { image_id: image } : image, wait), undefined);
  },
});
