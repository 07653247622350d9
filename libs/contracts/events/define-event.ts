import { z } from 'zod';
import { EVENTS_STREAM, type EventStream, timestamp } from '../names.ts';
import type { Open } from '../open-schema.ts';

export type EventDefinition<Type extends string = string, Data extends z.ZodObject = z.ZodObject> = {
  readonly type: Type;
  readonly description: string;
  /** NATS subject; `{name}` is a member of `data`, `{partition}` by default the user's. */
  readonly address: string;
  readonly stream: EventStream;
  /** What a writer may write; readers apply its {@link openSchema}. */
  readonly data: Data;
  /** CloudEvents subject: the member with the entity's id. */
  readonly about: string & keyof z.output<Data>;
  /** Deterministic CloudEvents id, to deduplicate; default: entity and last part of the type, `img_…/created`. */
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

/** Received form, from a writer of any version. */
export type EventOf<D> =
  D extends EventDefinition<infer Type, infer Data> ? CloudEvent<Type, Open<z.output<Data>>> : never;

export type DataOf<D extends EventDefinition> = z.output<D['data']>;

/** Declares an event, by default kept in EVENTS, on a subject of its user. */
export const defineEvent = <Type extends string, Data extends z.ZodObject>(
  definition: Omit<EventDefinition<Type, Data>, 'stream' | 'address'> &
    Partial<Pick<EventDefinition, 'stream' | 'address'>>,
): EventDefinition<Type, Data> => ({
  stream: EVENTS_STREAM,
  address: `styling.${definition.type}.{user_id}.{partition}`,
  ...definition,
});

/** Whether {@link defineEvent} made it. */
export const isEventDefinition = (value: unknown): value is EventDefinition =>
  typeof value === 'object' && value !== null && 'address' in value && 'stream' in value;

/** Schema of envelope and data. */
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

/** New event; drops undeclared members of `data`; `source` e.g. `/services/tryon`. @throws ZodError on invalid `data` */
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
