import { connectBus, publish } from '@styling/bus';
import { createEvent, idFrom, imageCreated } from '@styling/contracts';
import { connectObjectStore, objectNames } from '@styling/objectstore';
import { silentLogger } from '@styling/telemetry';

const AT_ONCE = 100;
const BYTES = Buffer.alloc(1_000);

/** When the pictures expire, in ms, and the name of the object that is removed last. */
export type Expiring = { readonly expiresAt: number; readonly last: string };

/** Stores `count` pictures, and publishes then that all of them expire `withinMs` later. */
export async function make(
  address: Readonly<Record<string, string>>,
  count: number,
  withinMs: number,
): Promise<Expiring> {
  const { NATS_URL = '', S3_ENDPOINT, S3_BUCKET = '', AWS_REGION = '' } = address;
  const store = connectObjectStore({ S3_ENDPOINT, S3_BUCKET, AWS_REGION });
  const bus = await connectBus({ servers: NATS_URL, name: 'bench-pictures', log: silentLogger() });
  const ids = Array.from({ length: count }, (_, number) => {
    const bytes = Buffer.alloc(12);
    bytes.writeUInt32BE(number);
    return idFrom('img', bytes);
  });
  await inTurns(ids, (id) => store.put(objectNames.image(id), BYTES, 'image/jpeg'));
  const now = new Date();
  const expiresAt = now.getTime() + withinMs;
  await inTurns(ids, (id) => publish(bus, created(id, now, new Date(expiresAt))));
  if (Date.now() > expiresAt) throw new Error('publishing took longer than the pictures live');
  await bus.close();
  store.close();
  return { expiresAt, last: objectNames.image(ids.at(-1) ?? '') };
}

async function inTurns(ids: readonly string[], work: (id: string) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < ids.length; start += AT_ONCE)
    await Promise.all(ids.slice(start, start + AT_ONCE).map(work));
}

const created = (image_id: string, now: Date, expires_at: Date) =>
  createEvent(imageCreated, '/services/tryon', now, {
    image_id,
    user_id: 'bench',
    key_id: `key_${'0'.repeat(24)}`,
    request_id: `req_${'0'.repeat(24)}`,
    category: 'try-on',
    endpoint: '/try_on_outfit',
    mime_type: 'image/jpeg',
    bytes: BYTES.length,
    width: 1,
    height: 1,
    sha256: '0'.repeat(64),
    object: objectNames.image(image_id),
    persistent: false,
    expires_at: expires_at.toISOString(),
    provider: 'bench',
    model: 'bench',
    approximations: [],
  });
