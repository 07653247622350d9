import { z } from 'zod';
import { eventDefinitions } from './events/all-events.ts';
import { type EventDefinition, messageSchema } from './events/define-event.ts';
import { EVENTS_STREAM, partition, READS_STREAM } from './names.ts';

const DESCRIPTION = `Events of the image styling service on NATS JetStream.

Every event is a CloudEvents 1.0 message in JSON on the subject that its channel names. Subscribe to
\`styling.image.>\` for all image events: with a core subscription to receive them as they happen, or with a durable
consumer on the stream \`${EVENTS_STREAM}\` to miss none and to read them from the beginning. Delivery is at least
once: drop an \`id\` that you have seen. Members of \`data\`, values of an enumeration and event types may be added at
any time: ignore what you do not know. \`${EVENTS_STREAM}\` is kept for ever; \`read.answered\` is in the stream
\`${READS_STREAM}\`, which drops its oldest. The header \`traceparent\` (W3C Trace Context) joins an event to the trace of
its request. No event holds a picture, a user's text, an address or a key: \`object\` names an object in the service's
object store.`;

/** AsyncAPI 3.0 document of all events, from the schemas that parse them. */
export function asyncapiDocument(version: string): object {
  const byName = <T>(value: (definition: EventDefinition) => T) =>
    Object.fromEntries(eventDefinitions.map((definition) => [nameOf(definition), value(definition)]));
  return {
    asyncapi: '3.0.0',
    info: { title: 'Image styling service events', version, description: DESCRIPTION },
    defaultContentType: 'application/json',
    channels: byName(channel),
    operations: byName((definition) => ({
      action: 'send',
      channel: { $ref: `#/channels/${nameOf(definition)}` },
      summary: definition.description,
      messages: [{ $ref: `#/channels/${nameOf(definition)}/messages/${nameOf(definition)}` }],
    })),
    components: {
      messages: byName((definition) => ({
        name: definition.type,
        title: definition.type,
        summary: definition.description,
        contentType: 'application/json',
        headers: {
          type: 'object',
          properties: {
            'Nats-Msg-Id': { type: 'string', description: 'The id of the event' },
            traceparent: { type: 'string', description: 'W3C Trace Context of the request' },
          },
        },
        payload: { $ref: `#/components/schemas/${nameOf(definition)}` },
      })),
      schemas: byName(payloadSchema),
    },
  };
}

/** `image.created` → `imageCreated`, usable as a key of the document. */
const nameOf = ({ type }: EventDefinition) => type.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase());

function channel(definition: EventDefinition): object {
  const parameters = [...definition.address.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const schema = (definition.data.shape[name] ?? partition) as z.ZodType;
    return [name, { description: schema.meta()?.description ?? `${name} of the event` }] as const;
  });
  return {
    address: definition.address,
    description: definition.description,
    parameters: Object.fromEntries(parameters),
    messages: { [nameOf(definition)]: { $ref: `#/components/messages/${nameOf(definition)}` } },
  };
}

/** Draft 7, which AsyncAPI extends; readers must let later members pass. */
function payloadSchema({ type, data }: EventDefinition): object {
  const { $schema, ...schema } = z.toJSONSchema(messageSchema(type, data), { target: 'draft-7', io: 'input' });
  return schema;
}
