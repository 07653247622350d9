import { type GarmentCategory, type GarmentNeed, unmetNeed } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import type { ProviderBoard } from './known-providers.ts';

/**
 * Refuses what no provider can do, before anything is admitted. As long as the providers are not known, their worker refuses it.
 *
 * @throws ServiceError `garment_not_dressed`, `picture_needed`, `description_needed`
 */
export function refuseUnmet(board: Pick<ProviderBoard, 'known'>, garments: readonly GarmentNeed[]): void {
  const { providers } = board.known('tryon');
  const unmet = unmetNeed(
    garments,
    providers.map(({ abilities }) => abilities),
  );
  if (unmet) throw new ServiceError(unmet.code, unmet.parameters);
}

/** What the one description of all clothes needs. */
export const describedNeed = (description: string, hasPicture: boolean): GarmentNeed => ({
  description,
  category: 'auto',
  hasPicture,
  field: 'clothing_description',
});

type Listed = {
  readonly description?: string | undefined;
  readonly category: GarmentCategory;
  readonly image_base64?: Uint8Array | undefined;
  readonly image_url?: string | undefined;
  readonly asset_id?: string | undefined;
};

/** What a garment of a list needs. */
export const listedNeed = (
  { description = '', category, image_base64, image_url, asset_id }: Listed,
  index: number,
): GarmentNeed => ({
  description,
  category,
  hasPicture: [image_base64, image_url, asset_id].some((picture) => picture !== undefined),
  field: `garments.${index}.description`,
});
