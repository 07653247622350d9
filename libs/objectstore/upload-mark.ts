import type { ObjectMetadata } from './object-store.ts';

/** An asset whose event may not have been published, and whose it is. */
export type UploadedAsset = { readonly user_id: string; readonly asset_id: string };

/** The metadata of the empty object that marks an upload until its event is published. */
export const uploadMetadata = ({ user_id, asset_id }: UploadedAsset): ObjectMetadata => ({
  user: user_id,
  asset: asset_id,
});

/** Reads {@link uploadMetadata}; null for any other object. */
export const uploadedAsset = ({ user, asset }: ObjectMetadata): UploadedAsset | null =>
  user && asset ? { user_id: user, asset_id: asset } : null;
