import { type Capability, createEvent, type Endpoint, type RequestAccepted, requestAccepted } from '@styling/contracts';
import { type ObjectStore, objectNames } from '@styling/objectstore';
import { testId } from './test-events.ts';

/** A request to be done: what {@link acceptRequest} puts where the gateway would. */
export type RequestToAccept = {
  /** Makes its ids; unique in a test file. */
  readonly number: number;
  readonly endpoint: Endpoint;
  readonly capability: Capability;
  readonly input: object;
  /** Pictures by field name. */
  readonly images?: Readonly<Record<string, Uint8Array>>;
  readonly imageCount?: number;
  readonly deadline?: Date;
  readonly repeatable?: boolean;
};

/** Leaves a request's input in the object store as the gateway does, and returns the event that says so. */
export async function acceptRequest(store: ObjectStore, request: RequestToAccept): Promise<RequestAccepted> {
  const { number, endpoint, capability, images = {}, imageCount = 0, repeatable = false } = request;
  const request_id = testId('req', number);
  const input = objectNames.requestBody(request_id);
  await store.put(input, Buffer.from(JSON.stringify(request.input)), 'application/json');
  for (const [field, bytes] of Object.entries(images)) {
    await store.put(objectNames.requestImage(request_id, field), bytes, 'application/octet-stream');
  }
  return createEvent(requestAccepted, '/services/gateway', new Date(), {
    ...{ request_id, endpoint, capability, input, repeatable },
    user_id: 'alice',
    key_id: testId('key', 1),
    image_ids: Array.from({ length: imageCount }, (_, index) => testId('img', number * 10 + index)),
    received_at: new Date(Date.now() - 1000).toISOString(),
    deadline: (request.deadline ?? new Date(Date.now() + 60_000)).toISOString(),
  });
}
