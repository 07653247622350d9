import { EVENTS_STREAM, type StylingEvent } from '@styling/contracts';
import { inSpan, type Logger, timed } from '@styling/telemetry';

/** What a handler knows of the delivery beside the event. */
export type HandleContext = {
  /** Position in the log. */
  readonly seq: number;
  /** How often the event was delivered, this time included. */
  readonly deliveries: number;
  /** Whether the event is dead-lettered if this fails: the last chance to publish how it ended. */
  readonly lastAttempt: boolean;
  /** Aborted when the consumption stops and its grace is over. */
  readonly signal: AbortSignal;
};

/** The handler of a durable consumer. */
export type Handling = {
  /** Name of the consumer, shared by all replicas; also names its dead letters. */
  readonly durable: string;
  /**
   * Returning acknowledges. Throwing brings the event back after a while; a PermanentError, or the last attempt, dead-letters
   * it. Called at least once per event: handlers deduplicate by the event's id.
   */
  readonly handle: (event: StylingEvent, context: HandleContext) => Promise<void>;
  readonly log: Logger;
};

/** Handles an event in a span of the trace that its `headers` carry. @throws what the handler throws, after logging it */
export function callHandler(
  { durable, handle, log }: Handling,
  event: StylingEvent,
  context: HandleContext,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const { seq, deliveries } = context;
  const measured = {
    'messaging.system': 'nats',
    'messaging.operation.name': 'process',
    'messaging.destination.name': EVENTS_STREAM,
    'messaging.consumer.group.name': durable,
  };
  const attributes = { ...measured, 'messaging.operation.type': 'process', 'cloudevents.event_type': event.type };
  return inSpan('event.process', { about: event.type, attributes, parent: headers }, () =>
    timed('messaging.process.duration', measured, async () => {
      try {
        await handle(event, context);
      } catch (error) {
        log.warn({ err: error, event_id: event.id, type: event.type, seq, deliveries }, 'event handler failed');
        throw error;
      }
    }),
  );
}
