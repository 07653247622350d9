import type { Delivery, Webhook } from '@styling/client';

/** A type of events that a webhook can have. */
export type SubscribableType = Webhook['events'][number];
type Attempt = Delivery['attempts'][number];

const milliseconds = (count: number): string => (count < 10_000 ? `${count} ms` : `${Math.round(count / 1000)} s`);

/** Texts of webhooks and their deliveries. */
export const text = {
  title: 'Webhooks',
  about: 'Each event is sent to your server as it happens, signed, and again until it arrives.',
  add: 'New webhook',
  empty: {
    heading: 'No webhooks yet',
    text: 'Give the address of your server, and it is sent each event as it happens, with the same ids as under Events.',
  },
  health: {
    good: 'Delivering',
    unused: 'Nothing sent yet',
    failing: 'Failing',
    paused: 'Paused by you',
    stopped: 'Paused by the service',
  },
  recent: 'Last deliveries',
  lastDeliveries: (counts: Readonly<Record<Delivery['status'], number>>) =>
    `Last deliveries: ${counts.succeeded} arrived, ${counts.pending} on their way, ${counts.failed} failed`,
  noDeliveries: 'No deliveries in the last 30 days',
  attempt: ({ status, failure, latency_ms }: Attempt) =>
    `${status === null ? failureText(failure) : `HTTP ${status}`}, ${milliseconds(latency_ms)}`,
  notSent: 'Not sent yet',
  dot: (type: string, what: string, when: string) => `${type}, ${when}: ${what}`,
  eventTypes: {
    'job.succeeded': 'A request was done',
    'job.failed': 'A request failed',
    'job.canceled': 'A request was canceled',
    'image.created': 'An image was made',
    'image.deleted': 'An image was deleted, or expired',
    'key.created': 'A key was created',
    'key.revoked': 'A key was revoked',
    'usage.threshold': '80 or 100 % of the day are used',
    'webhook.disabled': 'A webhook was paused by the service',
  } satisfies Readonly<Record<SubscribableType, string>>,
  form: {
    create: 'New webhook',
    change: 'Change webhook',
    url: 'Server URL',
    urlHint: 'https, on port 443, reachable from the internet',
    urlExample: 'https://shop.example/hooks/styling',
    description: 'Description',
    descriptionHint: 'For yourself',
    events: 'Events to send',
    noEvents: 'Choose at least one event.',
    noUrl: 'Give the URL of your server.',
    save: 'Save',
    saving: 'Saving …',
  },
  secret: {
    heading: 'The signing secret',
    once: 'Your server verifies deliveries with it. It is shown only now: copy it before you close this.',
    overlap: 'Until then deliveries are signed with the earlier secret as well:',
    copy: 'Copy secret',
    done: 'I have copied it',
    use: 'In your server',
  },
  back: 'All webhooks',
  one: 'Webhook',
  actions: (name: string) => `Actions of ${name}`,
  test: 'Send a test',
  testSent: 'A test event is on its way.',
  change: 'Change',
  resume: 'Resume',
  menu: { rotate: 'Replace the secret', recover: 'Send what was missed', pause: 'Pause', remove: 'Delete' },
  facts: { address: 'Server URL', events: 'Events', created: 'Created' },
  stopped: {
    requested: {
      what: 'Paused by you.',
      advice: 'Nothing is sent, and nothing is queued. Resume it, then send what was missed.',
    },
    failing: {
      what: 'Paused by the service: for five days nothing arrived.',
      advice: 'Mend the receiver, resume the webhook, then send what was missed in up to 30 days.',
    },
    gone: {
      what: 'Paused by the service: the receiver responded with 410, Gone.',
      advice: 'If that was not meant, mend the receiver, resume the webhook, then send what was missed.',
    },
  },
  failing: {
    what: 'Nothing has arrived since',
    advice:
      'It is tried again and again, with longer and longer pauses. After five days of nothing but failures it is paused.',
  },
  resumed: 'The webhook sends again.',
  paused: 'The webhook is paused.',
  changed: 'The webhook is changed.',
  pauseQuestion: (name: string) => ({
    heading: `Pause ${name}?`,
    text: 'Nothing is sent while it is paused, and what is on its way now counts as failed. You can send it later with “Send what was missed”.',
    action: 'Pause',
  }),
  removeQuestion: (name: string) => ({
    heading: `Delete ${name}?`,
    text: 'Nothing is sent any more, and the record of its deliveries is deleted. This cannot be undone.',
    action: 'Delete',
    isDangerous: true,
  }),
  removed: (name: string) => `${name} is deleted.`,
  rotateForm: {
    about:
      'A new secret is made. For a while deliveries are signed with both, so that you can change your server at any moment.',
    overlap: 'The present secret signs',
    choices: [
      { seconds: 86_400, words: 'for a day more' },
      { seconds: 3_600, words: 'for an hour more' },
      { seconds: 604_800, words: 'for seven days more' },
      { seconds: 0, words: 'no more: it has leaked' },
    ],
    action: 'Replace',
  },
  recoverForm: {
    about: 'Every event since then that has not arrived is sent, oldest first. Events are kept for 30 days.',
    since: 'Since',
    notATime: 'Give a time in the last 30 days.',
    action: 'Send',
  },
  recovered: (count: number) =>
    ['Nothing was missed.', 'One event is on its way.'][count] ?? `${count} events are on their way.`,
  deliveries: 'Deliveries',
  filters: { all: 'All', pending: 'Pending', succeeded: 'Arrived', failed: 'Failed' },
  next: 'Next attempt',
  attempts: { caption: 'Attempts', when: 'When', outcome: 'What happened' },
  event: 'Event',
  redeliver: 'Send again',
  redelivered: 'It is sent again.',
  none: {
    heading: 'Nothing sent yet',
    text: 'As soon as something happens that this webhook is for, its deliveries are listed here. A test event shows whether your server is reached.',
  },
  noneOfFilter: 'No deliveries of this kind in the last 30 days.',
};

const failures: Readonly<Record<string, string>> = {
  timeout: 'No response in time',
  name_not_resolved: 'The name of the server was not found',
  connection_refused: 'The connection was refused',
  connection_reset: 'The connection was cut',
  connection_failed: 'No connection',
  tls_failed: 'The certificate was not accepted',
  invalid_response: 'The response was not HTTP',
  forbidden_address: 'The address is not one on the public internet',
  event_expired: 'The event was no longer kept',
};

function failureText(failure: string | null): string {
  return failures[failure ?? ''] ?? `No response (${failure ?? 'unknown'})`;
}
