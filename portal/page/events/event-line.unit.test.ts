import { describe, expect, it } from 'vitest';
import { eventLine, imageOf } from './event-line.ts';
import type { FeedEvent } from './feed-state.ts';

const job_id = 'req_0123456789abcdef01234567';
const image_id = 'img_0123456789abcdef01234567';
const webhook_id = 'whk_0123456789abcdef01234567';
const endpoint = '/try_on_outfit';

describe('an event in words', () => {
  it.each<[FeedEvent['type'], FeedEvent['data'], ReturnType<typeof eventLine>]>([
    [
      'job.succeeded',
      { job_id, endpoint, status: 'succeeded', image_ids: [image_id] },
      { words: 'Try-on done', href: `/portal/jobs/${job_id}`, detail: '1 image' },
    ],
    [
      'job.failed',
      {
        job_id,
        endpoint,
        status: 'failed',
        image_ids: [],
        error: { error: 'selfie_base64 must show a person', code: 'no_person', request_id: job_id },
      },
      { words: 'Try-on failed', href: `/portal/jobs/${job_id}`, detail: 'selfie_base64 must show a person' },
    ],
    ['image.created', { image_id, job_id, endpoint }, { words: 'Image made', href: `/portal/images/${image_id}` }],
    [
      'image.deleted',
      { image_id, job_id, reason: 'expired' },
      { words: 'Image deleted', href: `/portal/jobs/${job_id}`, detail: 'its time was over' },
    ],
    [
      'usage.threshold',
      { day: '2026-01-02', percent: 80, used: 16, limit: 20 },
      { words: '80 % of the day is used', href: '/portal/usage', detail: '16 of 20' },
    ],
    [
      'webhook.disabled',
      { webhook_id, reason: 'gone' },
      {
        words: 'Webhook paused',
        href: `/portal/webhooks/${webhook_id}`,
        detail: 'its address said that it is gone for good',
      },
    ],
  ])('given %s, then what happened, where it is shown, and more about it', (type, data, line) =>
    expect(eventLine({ type, data })).toEqual(line),
  );

  it.each<[FeedEvent['type'], FeedEvent['data'], string | undefined]>([
    ['job.succeeded', { job_id, endpoint, status: 'succeeded', image_ids: [image_id] }, image_id],
    ['image.created', { image_id, job_id, endpoint }, image_id],
    ['image.deleted', { image_id, job_id, reason: 'expired' }, undefined],
    ['webhook.disabled', { webhook_id, reason: 'gone' }, undefined],
  ])('given %s, then the image that it is about, if that may still be there', (type, data, image) =>
    expect(imageOf({ type, data })).toBe(image),
  );

  it('given a type of a newer service, then its name', () => {
    const newer = { type: 'asset.created', data: { asset_id: 'ast_1' } } as unknown as FeedEvent;
    expect(eventLine(newer)).toEqual({ words: 'asset.created' });
  });
});
