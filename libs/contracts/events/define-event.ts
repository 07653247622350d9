import { z } from 'zod';
import { timestamp } from '../names.ts';

/** What one kind of event is: its name, where it is published, what it carries. */
export type EventDefinition<Type extends string = string, Data extends z.ZodObject = z.ZodObject> = {
  readonly type: Type;
  readonly description: string;
  /** NATS subject with `{placeholders}` for the last token; `*` in their place matches them all. */
  readonly address: string;
  readonly data: Data;
  /** Deterministic CloudEvents id: the same fact said twice has the same id, so that readers can drop the second. */
  readonly id: (data: z.output<Data>) => string;
  /** CloudEvents subject: the entity that the event is about. */
  readonly about: (data: z.output<Data>) => string;
  /** The last token of the NATS subject, or the last ones. */
  readonly token: (data: z.output<Data>) => string;
};

/** CloudEvents 1.0 in JSON format (structured mode). */
export type CloudEvent<Type extends string = string, Data = unknown> = {
  readonly specversion: '1.0';
  readonly id: string;
  readonly source: string;
  readonly type: Type;
  readonly subject: string;
  readonly time: string;
  readonly datacontenttype: 'application/json';
  readonly data: Data;
};

/** The event type that a definition declares. */
export type EventOf<D> = D extends EventDefinition<infer Type, infer Data> ? CloudEvent<Type, z.output<Data>> : never;

/** Keeps the literal types of a definition. */
export const defineEvent = <Type extends string, Data extends z.ZodObject>(
  definition: EventDefinition<Type, Data>,
): EventDefinition<Type, Data> => definition;

/** Schema of the whole message (envelope and data) of one kind of event. */
export const messageSchema = <Type extends string, Data extends z.ZodObject>(definition: EventDefinition<Type, Data>) =>
  z.object({
    specversion: z.literal('1.0'),
    id: z.string().min(1).meta({ description: 'Deterministic: drop an id that you have seen' }),
    source: z.string().min(1).meta({ description: 'Service that says it, e.g. /services/tryon' }),
    type: z.literal(definition.type),
    subject: z.string().min(1).meta({ description: 'Id of the entity that the event is about' }),
    time: timestamp,
    datacontenttype: z.literal('application/json'),
    data: definition.data,
  });

/**
 * A new event of the kind `definition`.
 *
 * @param source service that says it, e.g. `/services/tryon`
 * @param time when it happened
 * @throws ZodError when `data` is not of the declared shape
 */
export function createEvent<Type extends string, Data extends z.ZodObject>(
  definition: EventDefinition<Type, Data>,
  source: string,
  time: Date,
  data: z.input<Data>,
): CloudEvent<Type, z.output<Data>> {
  const parsed = definition.data.parse(data) as z.output<Data>;
  return {
    specversion: '1.0',
    id: definition.id(parsed),
    source,
    type: definition.type,
    subject: definition.about(parsed),
    time: time.toISOString(),
    datacontenttype: 'application/json',
    data: parsed,
  };
}
