import type { ObjectMetadata } from './connect.ts';

/** Deleted with their request. */
export const requestPrefixes = ['requests/', 'results/'] as const;

/** Results, kept for as long as a client may repeat the request. */
export const answerPrefix = 'answers/';

/** Private, kept until deleted or expired. */
export const assetPrefix = 'assets/';

/** The only objects that anyone may read. */
export const imagePrefix = 'images/';

/** Unguessable: 96 random bits. Only `images/` may be public; `requests/`, `results/`, `answers/` are short-lived. */
export const objectNames = {
  image: (imageId: string) => `${imagePrefix}${imageId}.jpg`,
  imageIdOf: (name: string) => /^images\/(\w+)\.jpg$/.exec(name)?.[1] ?? '',
  asset: (assetId: string) => `${assetPrefix}${assetId}`,
  assetIdOf: (name: string) => /^assets\/(\w+)$/.exec(name)?.[1] ?? '',
  input: (requestId: string) => `requests/${requestId}`,
  checkpointPrefix: (requestId: string, what: string) => `requests/${requestId}/${what}/`,
  /** Undefined for what is no checkpoint. */
  inputOfCheckpoint: (name: string) => /^(requests\/\w+)\/./.exec(name)?.[1],
  checkpointsOf: (requestId: string) => `requests/${requestId}/`,
  /** Input and checkpoints. Ids have a fixed length, so it matches no other request. */
  ofRequest: (requestId: string) => `requests/${requestId}`,
  /** Without a record: deleted once delivered, or by age if repeatable. */
  result: ({ request_id, repeatable }: { readonly request_id: string; readonly repeatable: boolean }) =>
    `${repeatable ? answerPrefix : 'results/'}${request_id}`,
} as const;

/** Its event may not have been published. */
export type UploadedAsset = { readonly user_id: string; readonly asset_id: string };

/** Metadata of the empty object that marks an upload until its event is published. */
export const uploadMetadata = ({ user_id, asset_id }: UploadedAsset): ObjectMetadata => ({
  user: user_id,
  asset: asset_id,
});

/** Reads {@link uploadMetadata}; null for any other object. */
export const uploadedAsset = ({ user, asset }: ObjectMetadata): UploadedAsset | null =>
  user && asset ? { user_id: user, asset_id: asset } : null;
