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

const messages: ReadonlyMap<unknown, z.ZodType<StylingEvent>> = new Map(
  Object.values<EventDefinition>(eventDefinitions).map((definition) => [
    definition.type,
    messageSchema(definition) as unknown as z.ZodType<StylingEvent>,
  ]),
);

/** For a message without a type of ours: it says which there are. */
const anyType = z.object({ type: z.enum(Object.keys(eventDefinitions)) });

const utf8 = new TextDecoder();

/**
 * Reads an event from JSON bytes. Members that are not declared are dropped.
 *
 * @throws SyntaxError or ZodError when the bytes are not one of our events
 */
export function parseEvent(bytes: Uint8Array): StylingEvent {
  const message: unknown = JSON.parse(utf8.decode(bytes));
  // By hand what a discriminated union does too, in a quarter less time for the whole.
  const schema = messages.get((message as { type?: unknown } | null)?.type) ?? anyType;
  return schema.parse(message) as StylingEvent;
}

/** NATS subject that `event` is published on. */
export function subjectOf(event: StylingEvent): string {
  const definition: EventDefinition = eventDefinitions[event.type];
  return definition.address.replace(/\{\w+\}/, definition.token(event.data));
}
