import type { ImageRecord } from '../generated/types.gen.ts';
import { argument, defineCommand, firstOf, inColumns, UsageError, wholeNumber } from './command.ts';
import { savePictures } from './save-pictures.ts';

const ACTIONS = ['list', 'get', 'download', 'keep', 'delete'] as const;
const MOST = 10_000;

export const images = defineCommand({
  name: 'images',
  usage: '[list] | get IMAGE_ID | download IMAGE_ID -o FILE | keep IMAGE_ID | delete IMAGE_ID',
  about: 'Images that were made for you.',
  actions: ACTIONS,
  options: {
    output: { type: 'string', short: 'o', value: 'FILE', about: 'Where a download is saved' },
    limit: { type: 'string', value: 'N', about: 'Most images of a list; default 20' },
  },
  async run({ client, values, positionals, wait: { signal }, print }) {
    const [action = 'list'] = positionals;
    const id = () => argument(positionals, 1, 'IMAGE_ID');
    if (action === 'list') {
      const count = wholeNumber('--limit', values.limit ?? '20', 1, MOST);
      const listed = await firstOf(client.images.list({ signal, pageSize: Math.min(count, 100) }), count);
      return print(inColumns(listed.map(row)), listed);
    }
    if (action === 'get') {
      const record = await client.images.get(id(), { signal });
      return print(inColumns([row(record)]), record);
    }
    if (action === 'download') {
      if (values.output === undefined) throw new UsageError('-o FILE is missing');
      const record = await client.images.get(id(), { signal });
      await savePictures(values.output, [await client.images.download(record, { signal })]);
      return print(values.output, record);
    }
    if (action === 'keep') {
      const record = await client.images.keep(id(), { signal });
      return print(inColumns([row(record)]), record);
    }
    if (action === 'delete') {
      await client.images.delete(id(), { signal });
      return print('', { deleted: id() });
    }
    throw new UsageError(`images has no action ${action}; it has: ${ACTIONS.join(', ')}`);
  },
});

const row = ({ image_id, category, created_at, expires_at, image_url }: ImageRecord): string[] => [
  image_id,
  category,
  created_at,
  expires_at === null ? 'kept' : `until ${expires_at}`,
  image_url,
];
