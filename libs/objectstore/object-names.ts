import type { ObjectMetadata } from './connect.ts';

/** Prefixes of objects that are deleted with their request. */
export const requestPrefixes = ['requests/', 'results/'] as const;

/** Prefix of results of repeatable requests: kept for as long as a client may repeat the request. */
export const answerPrefix = 'answers/';

/** Prefix of assets: private, and kept until they are deleted or expire. */
export const assetPrefix = 'assets/';

/** Prefix of stored images, the only objects that anyone may read. */
export const imagePrefix = 'images/';

/**
 * Names of objects. Ids have 96 random bits, so names cannot be guessed. A production store may serve only `images/`
 * publicly; `assets/` are private; so are `requests/`, `results/` and `answers/`, which are short-lived.
 */
export const objectNames = {
  image: (imageId: string) => `${imagePrefix}${imageId}.jpg`,
  /** The id in the name of an image's object; empty for other names. */
  imageIdOf: (name: string) => /^images\/(\w+)\.jpg$/.exec(name)?.[1] ?? '',
  asset: (assetId: string) => `${assetPrefix}${assetId}`,
  /** The id in the name of an asset's object; empty for other names. */
  assetIdOf: (name: string) => /^assets\/(\w+)$/.exec(name)?.[1] ?? '',
  /** A request's input, in one object (`packInput`). */
  input: (requestId: string) => `requests/${requestId}`,
  /** Prefix of the checkpoint state of a worker that makes `what` for a request. */
  checkpointPrefix: (requestId: string, what: string) => `requests/${requestId}/${what}/`,
  /** The input of the request that an object is checkpoint state of; undefined for any other object. */
  inputOfCheckpoint: (name: string) => /^(requests\/\w+)\/./.exec(name)?.[1],
  /** Prefix of all checkpoint state of a request. */
  checkpointsOf: (requestId: string) => `requests/${requestId}/`,
  /** Prefix of a request's input and its checkpoint state. Ids have a fixed length, so it matches no other request. */
  ofRequest: (requestId: string) => `requests/${requestId}`,
  /** The result of a request that leaves no record: deleted once delivered, or by age if the request is repeatable. */
  result: ({ request_id, repeatable }: { readonly request_id: string; readonly repeatable: boolean }) =>
    `${repeatable ? answerPrefix : 'results/'}${request_id}`,
} as const;

/** An uploaded asset, whose event may not have been published, and its user. */
export type UploadedAsset = { readonly user_id: string; readonly asset_id: string };

/** The metadata of the empty object that marks an upload until its event is published. */
export const uploadMetadata = ({ user_id, asset_id }: UploadedAsset): ObjectMetadata => ({
  user: user_id,
  asset: asset_id,
});

/** Reads {@link uploadMetadata}; null for any other object. */
export const uploadedAsset = ({ user, asset }: ObjectMetadata): UploadedAsset | null =>
  user && asset ? { user_id: user, asset_id: asset } : null;
