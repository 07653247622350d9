import type { Asset } from '../generated/types.gen.ts';
import { argument, defineCommand, firstOf, inColumns, UsageError } from './command.ts';

const ACTIONS = ['list', 'upload', 'delete'] as const;
const MOST = 10_000;

export const assets = defineCommand({
  name: 'assets',
  usage: '[list] | upload PICTURE | delete ASSET_ID',
  about: 'Pictures that are uploaded once: their ids stand for a selfie or a garment.',
  actions: ACTIONS,
  options: { garment: { type: 'boolean', about: 'The upload shows a garment; default: a person' } },
  async run({ client, values, positionals, wait: { signal }, print }) {
    const [action = 'list'] = positionals;
    if (action === 'list') {
      const listed = await firstOf(client.assets.list({ signal }), MOST);
      return print(inColumns(listed.map(row)), listed);
    }
    if (action === 'upload') {
      const kind = values.garment ? 'garment' : 'selfie';
      const asset = await client.assets.upload(argument(positionals, 1, 'PICTURE'), { kind, signal });
      return print(inColumns([row(asset)]), asset);
    }
    if (action === 'delete') {
      const id = argument(positionals, 1, 'ASSET_ID');
      await client.assets.delete(id, { signal });
      return print('', { deleted: id });
    }
    throw new UsageError(`assets has no action ${action}; it has: ${ACTIONS.join(', ')}`);
  },
});

const row = ({ asset_id, kind, width, height, expires_at }: Asset): string[] => [
  asset_id,
  kind,
  `${width}x${height}`,
  `until ${expires_at}`,
];
