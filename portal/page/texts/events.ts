import { text as work } from './work.ts';

const imageReasons: Readonly<Record<string, string>> = {
  requested: 'you deleted it',
  expired: 'its time was over',
  abandoned: 'its request failed after it was stored',
  lost: 'it was not in the store',
};
const webhookReasons: Readonly<Record<string, string>> = {
  failing: 'no delivery arrived for days',
  gone: 'its address said that it is gone for good',
};

export const text = {
  title: 'Events',
  filter: 'Show',
  all: 'All',
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
  succeeded: (endpoint: string) => `${work.endpoint(endpoint)} done`,
  failed: (endpoint: string) => `${work.endpoint(endpoint)} failed`,
  canceled: (endpoint: string) => `${work.endpoint(endpoint)} canceled`,
  images: (count: number) => (count === 0 ? '' : count === 1 ? '1 image' : `${count} images`),
  imageCreated: 'Image made',
  imageDeleted: 'Image deleted',
  imageReason: (reason: string) => imageReasons[reason] ?? reason,
  keyCreated: 'Key created',
  keyRevoked: 'Key revoked',
  threshold: (percent: number) => (percent >= 100 ? 'The day is used up' : `${percent} % of the day is used`),
  used: (used: number, limit: number) => `${work.number(used)} of ${work.number(limit)}`,
  webhookDisabled: 'Webhook paused',
  webhookReason: (reason: string) => webhookReasons[reason] ?? reason,
  webhookTest: 'Test sent to a webhook',
  empty: {
    heading: 'Nothing has happened yet',
    text: 'Jobs that end, images, keys and webhooks appear here as things happen to them.',
    action: 'Dress somebody',
  },
  noneOfType: {
    heading: 'None of these',
    text: 'Nothing of this kind happened in the last 30 days.',
    action: 'Show all',
  },
};
