import { argument, defineCommand, UsageError } from './command.ts';
import { printResult } from './print-result.ts';

export const analyze = defineCommand({
  name: 'analyze',
  usage: 'ADDRESS|IMAGE_ID',
  about: 'The items of an outfit picture, which is at an address that the service can fetch, or an image that it made.',
  options: {},
  async run(call) {
    const { client, positionals, wait } = call;
    const image = argument(positionals, 0, 'ADDRESS or IMAGE_ID');
    const isId = image.startsWith('img_');
    if (!isId && !/^https?:\/\//i.test(image)) {
      throw new UsageError('analyze takes an http or https address or an image id: the service fetches the picture');
    }
    await printResult(call, await client.analyzeOutfit(isId ? { image_id: image } : image, wait), undefined);
  },
});
