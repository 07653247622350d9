import { z } from 'zod';
import { assetCheck } from '../events/asset-created.ts';
import { assetId } from '../names.ts';
import { defineQuery } from './define-query.ts';

/**
 * Judges an uploaded selfie that is in the object store but not yet an asset. The errors are those that a try-on would have
 * with the same picture: `no_person`, `several_people`, of the field `selfie_base64`.
 */
export const checkSelfie = defineQuery({
  subject: 'styling.query.tryon.check_selfie',
  request: z.object({ asset_id: assetId }),
  reply: z.object({ checks: z.array(assetCheck) }),
  // A worker may be busy with pictures, or start an engine on a slow machine.
  withinMs: 30_000,
});
