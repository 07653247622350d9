import { text } from '#texts/events.ts';
import { text as lists } from '#texts/lists.ts';
import type { IconName } from '../elements/icon-shapes.ts';
import type { FeedEvent } from './feed-state.ts';

/** An event in words. */
export type EventLine = {
  readonly words: string;
  /** Where what it is about is shown; undefined where that is nowhere. */
  readonly href?: string;
  /** More about it. */
  readonly detail?: string;
};

/** What events of any type have. */
type Data = Readonly<
  Record<'job_id' | 'endpoint' | 'status' | 'image_id' | 'reason' | 'key_id' | 'webhook_id', string> &
    Record<'percent' | 'used' | 'limit', number> & { image_ids: readonly string[]; error?: { error: string } }
>;

const jobOf = ({ job_id }: Data) => `/portal/jobs/${job_id}`;
const webhookOf = ({ webhook_id }: Data) => `/portal/webhooks/${webhook_id}`;
const ended = (data: Data, detail?: string): EventLine => ({
  words: text.ended(data.endpoint, data.status),
  href: jobOf(data),
  ...(detail && { detail }),
});

const LINES: Readonly<Record<FeedEvent['type'], (data: Data) => EventLine>> = {
  'job.succeeded': (data) => ended(data, data.image_ids.length > 0 ? lists.images(data.image_ids.length) : undefined),
  'job.failed': (data) => ended(data, data.error?.error),
  'job.canceled': (data) => ended(data),
  'image.created': ({ image_id }) => ({ words: text.imageCreated, href: `/portal/images/${image_id}` }),
  'image.deleted': (data) => ({ words: text.imageDeleted, href: jobOf(data), detail: text.reason(data.reason) }),
  'key.created': ({ key_id }) => ({ words: text.keyCreated, href: '/portal/keys', detail: key_id }),
  'key.revoked': ({ key_id }) => ({ words: text.keyRevoked, href: '/portal/keys', detail: key_id }),
  'usage.threshold': ({ percent, used, limit }) => ({
    words: text.threshold(percent),
    href: '/portal/usage',
    detail: text.used(used, limit),
  }),
  'webhook.disabled': (data) => ({
    words: text.webhookDisabled,
    href: webhookOf(data),
    detail: text.reason(data.reason),
  }),
  'webhook.test': (data) => ({ words: text.webhookTest, href: webhookOf(data) }),
};

/** Stands for events without a picture, by the first part of their type. */
const ICONS: Readonly<Record<string, IconName>> = {
  job: 'jobs',
  image: 'images',
  key: 'key',
  usage: 'usage',
  webhook: 'hooks',
};

/** All types of events whose first part is `group`, as the feed's filter takes them. */
export const typesOf = (group: string): string =>
  Object.keys(LINES)
    .filter((type) => type.startsWith(`${group}.`))
    .join();

/** An event in the reader's words. Types that are newer than this page are shown by their name. */
export const eventLine = ({ type, data }: Pick<FeedEvent, 'type' | 'data'>): EventLine =>
  LINES[type]?.(data as unknown as Data) ?? { words: type };

export const iconOf = ({ type }: Pick<FeedEvent, 'type'>): IconName => ICONS[type.split('.')[0] ?? ''] ?? 'events';

/** The image that an event is about, if it is about one that may still be there. */
export function imageOf({ type, data }: Pick<FeedEvent, 'type' | 'data'>): string | undefined {
  if (type === 'image.created' && 'image_id' in data) return data.image_id;
  return 'image_ids' in data ? data.image_ids[0] : undefined;
}
