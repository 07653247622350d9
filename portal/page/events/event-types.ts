import type { FeedEvent } from './feed-state.ts';

/** All types of events that this page has words for. */
export const eventTypes = [
  ...(['job.succeeded', 'job.failed', 'job.canceled', 'image.created', 'image.deleted'] as const),
  ...(['key.created', 'key.revoked', 'usage.threshold', 'webhook.disabled', 'webhook.test'] as const),
] satisfies FeedEvent['type'][];
