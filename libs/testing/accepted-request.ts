import { type Capability, createEvent, type RequestAccepted, requestAccepted } from '@styling/contracts';
import { INPUT_MIME_TYPE, inputMetadata, type ObjectStore, objectNames, packInput } from '@styling/objectstore';
import { testId } from './test-events.ts';

/** A request to be done: what {@link acceptRequest} puts where the gateway would. */
export type RequestToAccept = {
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

/** Leaves a request's input in the object store as the gateway does, and returns the event that says so. */
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
