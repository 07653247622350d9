import { z } from 'zod';
import { assetId, userId } from '../names.ts';
import { defineEvent } from './define-event.ts';

export const assetDeleted = defineEvent({
  type: 'asset.deleted',
  description: 'An asset no longer exists: neither its picture nor its record.',
  address: 'styling.asset.deleted.{user_id}.{partition}',
  data: z.object({
    asset_id: assetId,
    user_id: userId,
    reason: z.enum(['requested', 'expired', 'erased', 'lost']).meta({
      description: '`requested`: by its user; `lost`: its object was not in the store',
    }),
  }),
  about: 'asset_id',
});
