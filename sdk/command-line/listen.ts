import { base64Of } from '../picture.ts';
import { signWebhook } from '../webhook-signature.ts';
import { defineCommand, UsageError } from './command.ts';
import { eventLine, typesOf } from './event-line.ts';
import { type Forwarded, forwardEvent } from './forward-event.ts';

const SECRET_BYTES = 32;

export const listen = defineCommand({
  name: 'listen',
  usage: '',
  about: 'Each event as it happens, sent to a local address as to a webhook, which needs no public one.',
  options: {
    'forward-to': {
      type: 'string',
      value: 'ADDRESS',
      about: 'Where events are sent, e.g. http://localhost:3000/hooks',
    },
    secret: { type: 'string', value: 'SECRET', about: 'With which they are signed, whsec_…; default: a new one' },
    types: { type: 'string', value: 'TYPES', about: 'Only of these types, e.g. job.succeeded,job.failed' },
  },
  async run({ client, values, wait: { signal }, print, note }) {
    const address = addressOf(values['forward-to']);
    const secret = values.secret ?? newSecret();
    await checkSecret(secret);
    const cursor = await client.events.latestCursor({ signal });
    note(address ? `sending events to ${address}, signed with ${secret}` : 'waiting for events');
    for await (const event of client.events.follow({ ...typesOf(values.types), cursor, signal })) {
      if (!address) print(eventLine(event), event);
      else {
        const forwarded = await forwardEvent(event, { address, secret, signal });
        print(`${eventLine(event)}  ${outcomeOf(forwarded)}`, { event, forwarded });
      }
    }
  },
});

const outcomeOf = ({ status, failure, latency_ms }: Forwarded): string =>
  `-> ${status ?? `no response (${failure})`} in ${latency_ms} ms`;

function addressOf(text: string | undefined): URL | undefined {
  if (text === undefined) return undefined;
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    throw new UsageError('--forward-to must be an http or https address');
  }
  return new URL(text);
}

async function checkSecret(secret: string): Promise<void> {
  try {
    await signWebhook({ id: '', timestamp: 0, payload: '' }, secret);
  } catch {
    throw new UsageError('--secret must be whsec_ and base64');
  }
}

const newSecret = (): string => `whsec_${base64Of(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)))}`;
