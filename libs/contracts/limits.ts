export const MEGABYTE = 1024 * 1024;

/** Whole MB or kB, for error texts. */
export const sizeText = (bytes: number): string =>
  bytes >= MEGABYTE ? `${bytes / MEGABYTE} MB` : `${bytes / 1024} kB`;

/** Checks, error texts and the OpenAPI document derive from these. */
export const limits = {
  bodyMegabytes: 20,
  /** Body without base64 images: of counted requests, and of others. */
  fieldsMegabytes: 1,
  smallBodyKilobytes: 64,
  /** Members and elements of a JSON body (an empty object or array counts as one), and nesting. */
  bodyValues: 1_000,
  bodyNesting: 32,
  fetchedMegabytes: 10,
  /** Least width and height, pixels. */
  imageSide: 64,
  imageMegapixels: 50,
  /** Most UTF-16 code units of … */
  descriptionLength: 2000,
  wishLength: 1000,
  urlLength: 2048,
  cursorLength: 200,
  idempotencyKeyLength: 255,
  leastCancelAfterSeconds: 5,
  cancelAfterSeconds: 3600,
  /** Wait in `Prefer`; of a long poll. */
  preferredWaitSeconds: 60,
  pollSeconds: 30,
  /** Not revoked, per user. */
  activeKeys: 50,
  keyNameLength: 100,
  /** Sessions of a user begun in the same way, and passkeys of a user. */
  sessions: 20,
  passkeys: 20,
  assets: 50,
  assetsMegabytes: 200,
  leastAssetSeconds: 60,
  assetSeconds: 30 * 86_400,
  longestAssetSeconds: 90 * 86_400,
  /** All pictures of a request: assets can be larger than a body. */
  picturesMegabytes: 40,
  garments: 6,
  variants: 4,
  /** 32 bits, which all models take. */
  seed: 4_294_967_295,
  outfits: 4,
  pageSize: 100,
  webhooks: 10,
  webhookDescriptionLength: 200,
  /** Default and maximum. */
  secretOverlapSeconds: 86_400,
  longestSecretOverlapSeconds: 7 * 86_400,
  /** Changes of a user per day that leave permanent events: a minimum, and how many per request of its daily limit. */
  dailyChanges: 1_000,
  changesPerRequest: 10,
  /** Maximum per user: cost of a day, concurrent requests. */
  userDaily: 1_000_000,
  userConcurrency: 64,
} as const;

/** Media subtype → name in texts. */
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

export const imageFormatNames = `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

export const acceptedImages = `${imageFormatNames}, ${limits.imageSide}x${limits.imageSide} to ${limits.imageMegapixels} megapixels`;
