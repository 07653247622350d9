import { crc32 } from 'node:zlib';
import { z } from 'zod';

/** Also one token of a NATS subject: no dots, spaces or wildcards. */
export const userId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/)
  .meta({ description: 'User that owns the key, the request or the image', examples: ['alice'] });

type IdPrefix = 'key' | 'req' | 'img' | 'ast' | 'whk' | 'dlv' | 'evt' | 'psk';

const idOf = (prefix: IdPrefix) => z.string().regex(new RegExp(`^${prefix}_[0-9a-f]{24}$`));

// Ids of requests, images, assets and webhooks are unguessable; those of deliveries and events are derived from the log.

export const keyId = idOf('key').meta({ description: 'API key that made the request (its public id, not the secret)' });
export const requestId = idOf('req').meta({ description: 'Request, as in the X-Request-Id header' });
export const imageId = idOf('img').meta({ description: 'Image, as in GET /images/:id' });
export const assetId = idOf('ast').meta({ description: 'Asset, as in GET /assets/:id' });
export const webhookId = idOf('whk').meta({ description: 'Webhook, as in GET /webhooks/:id' });
export const deliveryId = idOf('dlv').meta({ description: 'Delivery of one event to one webhook' });
export const eventId = idOf('evt').meta({ description: 'Event of the feed, as in GET /events/:id' });
export const passkeyId = idOf('psk').meta({ description: 'Passkey' });

/** ISO 8601 with milliseconds, UTC. */
export const timestamp = z.iso
  .datetime({ precision: 3 })
  .meta({ description: 'ISO 8601 with milliseconds, UTC', examples: ['2026-01-02T03:04:05.678Z'] });

/** Without the bucket. */
export const objectName = z
  .string()
  .regex(/^[a-z]+\/[A-Za-z0-9_./-]{1,200}$/)
  .meta({ description: 'Object in the object store, bucket not included', examples: ['images/img_….jpg'] });

export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** Path template; only the gateway knows which exist. */
export const endpoint = z
  .string()
  .regex(/^[/][A-Za-z0-9_:/-]{0,100}$/)
  .meta({ description: 'Endpoint template of the request', examples: ['/try_on_outfit'] });

/** One token of a NATS subject. */
export const gatewayName = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

export const partition = z
  .string()
  .regex(/^(?:[0-5]\d|6[0-3])$/)
  .meta({ description: 'CRC-32 of the user id modulo 64, two digits', examples: ['07'] });

/** Codes of what a model could only approximate. */
export const approximations = z.array(z.string().regex(/^[a-z_]+$/)).meta({
  description: 'What the model could only approximate, as codes',
  examples: [['sleeves_kept', 'cut_kept']],
});

/** From arrival to outcome. */
export const latencyMs = z.int().min(0).meta({ description: 'From the arrival of the request to its outcome, ms' });

export const httpStatus = z.int().min(200).max(599).meta({ description: 'HTTP status of the response' });

/** `<prefix>_` and 24 lower-case hex characters (96 bits). */
export const idFrom = (prefix: IdPrefix, randomBytes: Uint8Array): string =>
  `${prefix}_${Buffer.from(randomBytes).toString('hex')}`;

/** CRC-32 (IEEE) of the UTF-8 bytes modulo 64, two digits: `alice` 07, `bob` 00, `user-1` 20. */
export const partitionOf = (userId: string): string => String(crc32(userId) % 64).padStart(2, '0');

/** Kept for ever. */
export const EVENTS_STREAM = 'EVENTS';
/** Bounded in age and size; the oldest are dropped. */
export const READS_STREAM = 'READS';
export const DEAD_LETTERS_STREAM = 'DEAD_LETTERS';

export type EventStream = typeof EVENTS_STREAM | typeof READS_STREAM;
