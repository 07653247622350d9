import { z } from 'zod';
import { EVENTS_STREAM, type EventStream, timestamp } from '../names.ts';
import type { Open } from '../open-schema.ts';

/** One kind of event: its name, where it is published, what it carries. */
export type EventDefinition<Type extends string = string, Data extends z.ZodObject = z.ZodObject> = {
  readonly type: Type;
  readonly description: string;
  /** NATS subject; each `{name}` is the member of `data` of that name, and `{partition}` without one is the user's. */
  readonly address: string;
  /** The stream that keeps it. */
  readonly stream: EventStream;
  /** What a writer may write; readers apply its {@link openSchema}. */
  readonly data: Data;
  /** CloudEvents subject: the member of `data` with the id of the entity that the event is about. */
  readonly about: string & keyof z.output<Data>;
  /**
   * Deterministic CloudEvents id: the same fact published twice has the same id, so that readers can drop the second.
   * Default: the entity and the last part of the type, e.g. `img_…/created`.
   */
  readonly id?: (data: z.output<Data>) => string;
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

/** An event of a definition as readers get it, from a writer of any version. Every event that is written is one. */
export type EventOf<D> =
  D extends EventDefinition<infer Type, infer Data> ? CloudEvent<Type, Open<z.output<Data>>> : never;

/** The data of a definition as this version writes it. */
export type DataOf<D extends EventDefinition> = z.output<D['data']>;

/** Declares an event. By default it is kept in EVENTS, and published on a subject of its user. */
export const defineEvent = <Type extends string, Data extends z.ZodObject>(
  definition: Omit<EventDefinition<Type, Data>, 'stream' | 'address'> &
    Partial<Pick<EventDefinition, 'stream' | 'address'>>,
): EventDefinition<Type, Data> => ({
  stream: EVENTS_STREAM,
  address: `styling.${definition.type}.{user_id}.{partition}`,
  ...definition,
});

/** Whether `value` was made by {@link defineEvent}. */
export const isEventDefinition = (value: unknown): value is EventDefinition =>
  typeof value === 'object' && value !== null && 'address' in value && 'stream' in value;

/** Schema of the whole message (envelope and data) of one kind of event. */
export const messageSchema = (type: string, data: z.ZodType) =>
  z.object({
    specversion: z.literal('1.0'),
    id: z.string().min(1).meta({ description: 'Deterministic: drop an id that you have seen' }),
    source: z.string().min(1).meta({ description: 'Service that publishes it, e.g. /services/tryon' }),
    type: z.literal(type),
    subject: z.string().min(1).meta({ description: 'Id of the entity that the event is about' }),
    time: timestamp,
    datacontenttype: z.literal('application/json'),
    data,
  });

/**
 * A new event. Members of `data` that are not declared are dropped.
 *
 * @param source service that publishes it, e.g. `/services/tryon`
 * @param time when it happened
 * @throws ZodError when `data` is not of the declared shape
 */
export function createEvent<Type extends string, Data extends z.ZodObject>(
  definition: EventDefinition<Type, Data>,
  source: string,
  time: Date,
  data: z.input<Data>,
): CloudEvent<Type, z.output<Data>> {
  const { type, about, id } = definition;
  const parsed = definition.data.parse(data) as z.output<Data>;
  const subject = String(parsed[about]);
  return {
    specversion: '1.0',
    id: id?.(parsed) ?? `${subject}/${type.split('.').at(-1)}`,
    source,
    type,
    subject,
    time: time.toISOString(),
    datacontenttype: 'application/json',
    data: parsed,
  };
}
