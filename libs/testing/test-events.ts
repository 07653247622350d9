import {
  assetCreated,
  type Capability,
  createEvent,
  type DataOf,
  idFrom,
  imageCreated,
  type RequestAccepted,
  readAnswered,
  requestAccepted,
  requestCompleted,
} from '@styling/contracts';
import { INPUT_MIME_TYPE, inputMetadata, type ObjectStore, objectNames, packInput } from '@styling/objectstore';

/** An id that is a number in disguise, so that a test's ids are its own and the same in every run. */
export function testId(prefix: 'key' | 'req' | 'img' | 'ast' | 'whk', number: number): string {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(number, 8);
  return idFrom(prefix, bytes);
}

/** A moment of the day that tests play on. */
export const testTime = (time = '12:00:00.000'): Date => new Date(`2026-03-04T${time}Z`);

/** An `image.created` of user alice; `data` replaces what a test is about. */
export const anImageCreated = (number: number, data: Partial<DataOf<typeof imageCreated>> = {}, time = testTime()) =>
  createEvent(imageCreated, '/services/tryon', time, {
    image_id: testId('img', number),
    user_id: 'alice',
    key_id: testId('key', 1),
    request_id: testId('req', number),
    category: 'try-on',
    endpoint: '/try_on_outfit',
    mime_type: 'image/jpeg',
    bytes: 1000,
    width: 100,
    height: 200,
    sha256: '0'.repeat(64),
    object: `images/${testId('img', number)}.jpg`,
    persistent: false,
    expires_at: new Date(time.getTime() + 86_400_000).toISOString(),
    provider: 'test',
    model: 'test-1',
    approximations: [],
    ...data,
  });

/** An `asset.created` of user alice, a selfie kept for 30 days; `data` replaces what a test is about. */
export const anAssetCreated = (number: number, data: Partial<DataOf<typeof assetCreated>> = {}, time = testTime()) =>
  createEvent(assetCreated, '/services/gateway', time, {
    asset_id: testId('ast', number),
    user_id: 'alice',
    key_id: testId('key', 1),
    request_id: testId('req', number),
    kind: 'selfie',
    bytes: 1000,
    width: 100,
    height: 200,
    checks: ['one_person'],
    lifetime_seconds: 30 * 86_400,
    ...data,
  });

/** A successful `request.completed` of user alice; `data` replaces what a test is about. */
export const aRequestCompleted = (
  number: number,
  data: Partial<DataOf<typeof requestCompleted>> = {},
  time = testTime(),
) =>
  createEvent(requestCompleted, '/services/tryon', time, {
    request_id: testId('req', number),
    user_id: 'alice',
    key_id: testId('key', 1),
    endpoint: '/try_on_outfit',
    answered_by: 'tryon',
    gateway: 'gateway-test',
    received_at: testTime().toISOString(),
    latency_ms: 1500,
    status: 200,
    result: null,
    error: null,
    ...data,
  });

/** A successful `read.answered` of user alice; `data` replaces what a test is about. */
export const aReadAnswered = (number: number, data: Partial<DataOf<typeof readAnswered>> = {}, time = testTime()) =>
  createEvent(readAnswered, '/services/gateway', time, {
    request_id: testId('req', number),
    user_id: 'alice',
    key_id: testId('key', 1),
    endpoint: '/images',
    received_at: testTime().toISOString(),
    latency_ms: 15,
    status: 200,
    error: null,
    ...data,
  });

/** A `request.accepted` of user alice for a try-on; `data` replaces what a test is about. */
export const anAcceptedRequest = (
  number: number,
  data: Partial<DataOf<typeof requestAccepted>> = {},
  time = testTime(),
) =>
  createEvent(requestAccepted, '/services/gateway', time, {
    request_id: testId('req', number),
    user_id: 'alice',
    key_id: testId('key', 1),
    endpoint: '/try_on_outfit',
    capability: 'tryon',
    gateway: 'gateway-test',
    input: `requests/${testId('req', number)}`,
    image_ids: [testId('img', number)],
    received_at: testTime().toISOString(),
    deadline: testTime('12:02:00.000').toISOString(),
    ...data,
  });

/** A request for {@link acceptRequest}. */
type RequestToAccept = {
  /** Makes its ids; unique in a test file. */
  readonly number: number;
  readonly endpoint: string;
  readonly capability: Capability;
  readonly input: object;
  /** Pictures by field name. */
  readonly images?: Readonly<Record<string, Uint8Array>>;
  readonly imageCount?: number;
  readonly deadline?: Date;
  readonly repeatable?: boolean;
  readonly cancel_at_deadline?: boolean;
};

/** Leaves a request's input in the object store as the gateway does. @returns its `request.accepted` */
export async function acceptRequest(store: ObjectStore, request: RequestToAccept): Promise<RequestAccepted> {
  const { number, endpoint, capability, images = {}, imageCount = 0 } = request;
  const { repeatable = false, cancel_at_deadline = false } = request;
  const request_id = testId('req', number);
  const input = objectNames.input(request_id);
  const reserved = {
    user_id: 'alice',
    image_ids: Array.from({ length: imageCount }, (_, index) => testId('img', number * 10 + index)),
  };
  const packed = packInput({ fields: request.input, pictures: images });
  await store.put(input, packed, INPUT_MIME_TYPE, inputMetadata(reserved));
  return createEvent(requestAccepted, '/services/gateway', new Date(), {
    request_id,
    endpoint,
    capability,
    input,
    repeatable,
    cancel_at_deadline,
    ...reserved,
    gateway: 'gateway-test',
    key_id: testId('key', 1),
    received_at: new Date(Date.now() - 1000).toISOString(),
    deadline: (request.deadline ?? new Date(Date.now() + 60_000)).toISOString(),
  });
}
