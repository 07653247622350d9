import { z } from 'zod';
import { type EventDefinition, messageSchema } from './define-event.ts';
import { type ImageCreated, imageCreated } from './image-created.ts';
import { type ImageDeleted, imageDeleted } from './image-deleted.ts';
import { type ImageDisowned, imageDisowned } from './image-disowned.ts';
import { type KeyCreated, keyCreated } from './key-created.ts';
import { type KeyRevoked, keyRevoked } from './key-revoked.ts';
import { type RequestAccepted, requestAccepted } from './request-accepted.ts';
import { type RequestCompleted, requestCompleted } from './request-completed.ts';

/** Any event of the log. */
export type StylingEvent =
  | RequestAccepted
  | RequestCompleted
  | ImageCreated
  | ImageDeleted
  | ImageDisowned
  | KeyCreated
  | KeyRevoked;

/** Every kind of event, by type: the one list that parser, subjects and document are made from. */
export const eventDefinitions = {
  [requestAccepted.type]: requestAccepted,
  [requestCompleted.type]: requestCompleted,
  [imageCreated.type]: imageCreated,
  [imageDeleted.type]: imageDeleted,
  [imageDisowned.type]: imageDisowned,
  [keyCreated.type]: keyCreated,
  [keyRevoked.type]: keyRevoked,
} as const satisfies { [Type in StylingEvent['type']]: EventDefinition };

const anyEvent = z.discriminatedUnion('type', [
  messageSchema(requestAccepted),
  messageSchema(requestCompleted),
  messageSchema(imageCreated),
  messageSchema(imageDeleted),
  messageSchema(imageDisowned),
  messageSchema(keyCreated),
  messageSchema(keyRevoked),
]);

/**
 * Reads an event from JSON bytes. Members that are not declared are dropped.
 *
 * @throws SyntaxError or ZodError when the bytes are not one of our events
 */
export const parseEvent = (bytes: Uint8Array): StylingEvent =>
  anyEvent.parse(JSON.parse(new TextDecoder().decode(bytes)));

/** NATS subject that `event` is published on. */
export function subjectOf(event: StylingEvent): string {
  const definition: EventDefinition = eventDefinitions[event.type];
  return definition.address.replace(/\{\w+\}/, definition.token(event.data));
}
