/** Bytes of one MB in limits and error texts. */
export const MEGABYTE = 1024 * 1024;

/** A number of bytes as error texts state it: whole MB, or kB. */
export const sizeText = (bytes: number): string =>
  bytes >= MEGABYTE ? `${bytes / MEGABYTE} MB` : `${bytes / 1024} kB`;

/** Fixed limits of the API, from which checks, error texts and the OpenAPI document derive. */
export const limits = {
  /** Request body, MB. */
  bodyMegabytes: 20,
  /** Body of a counted request without its base64 images, MB; of any other request, kB. */
  fieldsMegabytes: 1,
  smallBodyKilobytes: 64,
  /** Members and elements of a JSON body, an empty object or array counting as one, and how deep they are nested. */
  bodyValues: 1_000,
  bodyNesting: 32,
  /** Image fetched from a URL, MB. */
  fetchedMegabytes: 10,
  /** Least width and height of an image, pixels. */
  imageSide: 64,
  /** Most pixels of an image, in millions. */
  imageMegapixels: 50,
  /** Most characters (UTF-16 code units) of … */
  descriptionLength: 2000,
  wishLength: 1000,
  urlLength: 2048,
  cursorLength: 200,
  idempotencyKeyLength: 255,
  /** Least and most seconds after which a client may have its request cancelled. */
  leastCancelAfterSeconds: 5,
  cancelAfterSeconds: 3600,
  /** Most seconds of a `wait` in `Prefer`, and of a long poll. */
  preferredWaitSeconds: 60,
  pollSeconds: 30,
  /** Keys of one user that are not revoked, and characters of a key's name. */
  activeKeys: 50,
  keyNameLength: 100,
  /** Sessions of one user that were begun in the same way, and passkeys of one user. */
  sessions: 20,
  passkeys: 20,
  /** Assets of one user, and MB of them together. */
  assets: 50,
  assetsMegabytes: 200,
  /** Least, usual and longest life of an asset since its last use, seconds. */
  leastAssetSeconds: 60,
  assetSeconds: 30 * 86_400,
  longestAssetSeconds: 90 * 86_400,
  /** Pictures of one request together, MB: assets can be larger than what a body holds. */
  picturesMegabytes: 40,
  /** Garments of one request. */
  garments: 6,
  /** Pictures of one try-on. */
  variants: 4,
  /** Largest seed: 32 bits, which all models take. */
  seed: 4_294_967_295,
  /** Outfits of one request. */
  outfits: 4,
  /** Images or assets of one page of a list. */
  pageSize: 100,
  /** Webhooks of one user. */
  webhooks: 10,
  /** Most characters of a webhook's description. */
  webhookDescriptionLength: 200,
  /** Default and maximum overlap of a replaced secret, seconds. */
  secretOverlapSeconds: 86_400,
  longestSecretOverlapSeconds: 7 * 86_400,
  /** Least changes of a user in a day that leave events for ever, and how many for each request of its daily limit if that is more. */
  dailyChanges: 1_000,
  changesPerRequest: 10,
  /** Maximum limits of one user: cost of a day, requests at the same time. */
  userDaily: 1_000_000,
  userConcurrency: 64,
} as const;

/** The image formats that the API accepts: the subtype of their media type, and their name in texts. */
export const imageFormats = {
  jpeg: 'JPEG',
  png: 'PNG',
  webp: 'WebP',
  heic: 'HEIC',
  avif: 'AVIF',
  gif: 'GIF',
} as const;
export type ImageFormat = keyof typeof imageFormats;

const names = Object.values(imageFormats);

/** The accepted formats, as error texts state them. */
export const imageFormatNames = `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

/** The accepted formats and dimensions, as documentation states them. */
export const acceptedImages = `${imageFormatNames}, ${limits.imageSide}x${limits.imageSide} to ${limits.imageMegapixels} megapixels`;
