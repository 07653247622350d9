import { z } from 'zod';

/** The field that named the selfie: errors are of that field. Its picture always lies under `selfie_base64`. */
export const selfieField = z.enum(['selfie_base64', 'selfie_asset_id', 'selfie_image_id']);
export type SelfieField = z.output<typeof selfieField>;
