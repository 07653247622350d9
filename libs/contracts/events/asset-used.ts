import { z } from 'zod';
import { assetId, userId } from '../names.ts';
import { defineEvent, type EventOf } from './define-event.ts';

/** One for each UTC day on which an asset was used: its life begins again. */
export const assetUsed = defineEvent({
  type: 'asset.used',
  description: 'An asset was used by a request, for the first time on this UTC day; it is kept longer.',
  address: 'styling.asset.used.{user_id}.{partition}',
  data: z.object({
    asset_id: assetId,
    user_id: userId,
    day: z.iso.date().meta({ description: 'UTC day of the use' }),
  }),
  id: ({ asset_id, day }) => `${asset_id}/used/${day}`,
  about: 'asset_id',
});
export type AssetUsed = EventOf<typeof assetUsed>;
