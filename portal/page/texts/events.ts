import { text as work } from './work.ts';

const reasons: Readonly<Record<string, string>> = {
  requested: 'you deleted it',
  expired: 'its time was over',
  abandoned: 'its request failed after it was stored',
  lost: 'it was not in the store',
  failing: 'no delivery arrived for days',
  gone: 'its address said that it is gone for good',
};

export const text = {
  title: 'Events',
  groups: { job: 'Jobs', image: 'Images', key: 'Keys', usage: 'Usage', webhook: 'Webhooks' },
  live: 'Live',
  paused: 'Paused',
  lost: 'Interrupted',
  reading: 'Reading',
  pause: 'Pause',
  continue: 'Continue',
  catchingUp: (count: number) => `Reading what happened: ${work.number(count)} so far`,
  bounded: (shown: number, received: number) =>
    `The newest ${work.number(shown)} of ${work.number(received)} events of the last 30 days.`,
  gap: 'This page was away for longer than events are kept: some are missing between those below.',
  raw: 'JSON',
  rawOf: (words: string) => `JSON of: ${words}`,
  ended: (endpoint: string, status: string) => `${work.endpoint(endpoint)} ${status === 'succeeded' ? 'done' : status}`,
  imageCreated: 'Image made',
  imageDeleted: 'Image deleted',
  /** Why an image was deleted or a webhook paused. */
  reason: (reason: string) => reasons[reason] ?? reason,
  keyCreated: 'Key created',
  keyRevoked: 'Key revoked',
  threshold: (percent: number) => (percent >= 100 ? 'The day is used up' : `${percent} % of the day is used`),
  used: (used: number, limit: number) => `${work.number(used)} of ${work.number(limit)}`,
  webhookDisabled: 'Webhook paused',
  webhookTest: 'Test sent to a webhook',
  empty: {
    heading: 'Nothing has happened yet',
    text: 'Jobs that end, images, keys and webhooks appear here as things happen to them.',
  },
  noneOfType: { heading: 'None of these', text: 'Nothing of this kind happened in the last 30 days.' },
};
