import { text } from '#texts/events.ts';
import type { FeedEvent } from './feed-state.ts';

/** The image that an event is about, if it is about one that may still be there. */
export function imageOf({ type, data }: Pick<FeedEvent, 'type' | 'data'>): string | undefined {
  if (type === 'image.created' && 'image_id' in data) return data.image_id;
  return 'image_ids' in data ? data.image_ids[0] : undefined;
}

/** An event in words. */
export type EventLine = {
  readonly words: string;
  /** Where what it is about is shown; undefined where that is nowhere. */
  readonly href?: string;
  /** More about it. */
  readonly detail?: string;
};

type Data = {
  readonly [name: string]: unknown;
  readonly error?: { readonly error: string };
  readonly image_ids?: readonly string[];
};

/** An event in the reader's words. Types that are newer than this page are shown by their name. */
export function eventLine({ type, data: any }: Pick<FeedEvent, 'type' | 'data'>): EventLine {
  const data: Data = { ...any };
  const member = (name: string) => String(data[name] ?? '');
  const job = `/portal/jobs/${member('job_id')}`;
  const webhook = `/portal/webhooks/${member('webhook_id')}`;
  switch (type) {
    case 'job.succeeded':
      return { words: text.succeeded(member('endpoint')), href: job, detail: text.images(data.image_ids?.length ?? 0) };
    case 'job.failed':
      return { words: text.failed(member('endpoint')), href: job, detail: data.error?.error ?? '' };
    case 'job.canceled':
      return { words: text.canceled(member('endpoint')), href: job };
    case 'image.created':
      return { words: text.imageCreated, href: `/portal/images/${member('image_id')}` };
    case 'image.deleted':
      return { words: text.imageDeleted, href: job, detail: text.imageReason(member('reason')) };
    case 'key.created':
      return { words: text.keyCreated, href: '/portal/keys', detail: member('key_id') };
    case 'key.revoked':
      return { words: text.keyRevoked, href: '/portal/keys', detail: member('key_id') };
    case 'usage.threshold': {
      const [percent, used, limit] = [data.percent, data.used, data.limit].map(Number);
      return { words: text.threshold(percent ?? 0), href: '/portal/usage', detail: text.used(used ?? 0, limit ?? 0) };
    }
    case 'webhook.disabled':
      return { words: text.webhookDisabled, href: webhook, detail: text.webhookReason(member('reason')) };
    case 'webhook.test':
      return { words: text.webhookTest, href: webhook };
    default:
      return { words: type };
  }
}
