import {
  createEvent,
  imageDeleted,
  imageDisowned,
  keyRevoked,
  type StylingEvent,
  webhookDisabled,
  webhookTestRequested,
} from '@styling/contracts';
import { anAcceptedRequest, anImageCreated, aRequestCompleted, testId, testTime } from '@styling/testing';
import { describe, expect, it } from 'vitest';
import { foldEvents } from './fold-events.ts';
import type { Known } from './known.ts';

const at = (seconds: number) => new Date(testTime().getTime() + seconds * 1000);
const [user_id, key_id] = ['alice', testId('key', 1)];
const nothingKnown = (): Known => ({
  requests: new Map(),
  images: new Map(),
  days: new Map(),
  disownedKeys: new Set(),
});
/** What these events of the log add, the first one at position 1. */
const fold = (events: readonly StylingEvent[], known = nothingKnown()) =>
  foldEvents(
    events.map((event, index) => ({ seq: index + 1, event })),
    known,
  );
const typesOf = (...events: StylingEvent[]) => fold(events).added.map(({ type }) => type);
const deleted = (number: number, seconds: number) =>
  createEvent(imageDeleted, '/services/images', at(seconds), {
    image_id: testId('img', number),
    user_id,
    reason: 'expired',
  });
const disowned = createEvent(imageDisowned, '/services/gateway', at(9), { key_id, user_id });
const failure = {
  code: 'unreachable_url',
  message: 'image_url could not be fetched',
  details: 'the server answered 404',
};

describe('a job in the feed', () => {
  it('given it was accepted and succeeded, then one event at the position of its end', () => {
    const image_ids = [testId('img', 7)];
    const { added } = fold([anAcceptedRequest(7), aRequestCompleted(7, { image_ids }, at(3))]);
    expect(added).toEqual([
      {
        event_id: expect.stringMatching(/^evt_[0-9a-f]{24}$/),
        user_id,
        key_id,
        seq: 2,
        place: 0,
        type: 'job.succeeded',
        timestamp: at(3).toISOString(),
        data: { job_id: testId('req', 7), endpoint: '/try_on_outfit', status: 'succeeded', image_ids },
      },
    ]);
  });

  it('given it failed, then with the body of its response', () => {
    const { added } = fold([anAcceptedRequest(7), aRequestCompleted(7, { status: 400, error: failure })]);
    const { message, ...named } = failure;
    const error = { error: message, ...named, request_id: testId('req', 7) };
    expect(added).toMatchObject([{ type: 'job.failed', data: { status: 'failed', image_ids: [], error } }]);
  });

  it('given it was cancelled, then that', () => {
    const error = { code: 'canceled', message: 'The request was canceled' };
    expect(typesOf(anAcceptedRequest(7), aRequestCompleted(7, { status: 409, error }))).toEqual(['job.canceled']);
  });

  it('given two ends, then the first', () => {
    const late = aRequestCompleted(7, { status: 504, error: failure });
    expect(typesOf(anAcceptedRequest(7), aRequestCompleted(7), late, anAcceptedRequest(7))).toEqual(['job.succeeded']);
  });

  it('given it was refused, then nothing', () => {
    expect(typesOf(aRequestCompleted(7, { status: 429, error: failure }))).toEqual([]);
  });

  it('given its acceptance is later in the log than its end, then there, with the time of the end', () => {
    const { added } = fold([
      aRequestCompleted(7, { status: 503, error: failure }, at(3)),
      anAcceptedRequest(7, {}, at(4)),
    ]);
    expect(added).toMatchObject([{ type: 'job.failed', seq: 2, timestamp: at(3).toISOString() }]);
  });

  it('given it is repeated a month later, then nothing', () => {
    expect(typesOf(anAcceptedRequest(7, {}, at(32 * 86_400)), aRequestCompleted(7, {}, at(32 * 86_400)))).toEqual([]);
  });
});

describe('an image in the feed', () => {
  it('given it was created and deleted, then both once, with the request that made it', () => {
    const { added } = fold([anImageCreated(1), anImageCreated(1), deleted(1, 2), deleted(1, 3)]);
    const about = { image_id: testId('img', 1), job_id: testId('req', 1) };
    expect(added).toMatchObject([
      { type: 'image.created', seq: 1, data: { ...about, endpoint: '/try_on_outfit' } },
      { type: 'image.deleted', seq: 3, data: { ...about, reason: 'expired' } },
    ]);
  });

  it('given it was deleted before its creation is in the log, then it is not there', () => {
    expect(typesOf(deleted(1, 1), anImageCreated(1))).toEqual([]);
  });
});

describe('other events in the feed', () => {
  it('given a key or a webhook changes, then its id', () => {
    const webhook_id = testId('whk', 1);
    const { added } = fold([
      createEvent(keyRevoked, '/services/gateway', at(1), { key_id, user_id }),
      createEvent(webhookDisabled, '/services/webhooks', at(2), {
        webhook_id,
        user_id,
        key_id,
        reason: 'failing',
        disabled_at: at(2).toISOString(),
      }),
      createEvent(webhookTestRequested, '/services/webhooks', at(3), {
        webhook_id,
        user_id,
        key_id,
        request_id: testId('req', 1),
      }),
    ]);
    expect(added.map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'key.revoked', data: { key_id } },
      { type: 'webhook.disabled', data: { webhook_id, reason: 'failing' } },
      { type: 'webhook.test', data: { webhook_id } },
    ]);
    expect(new Set(added.map(({ event_id }) => event_id)).size).toBe(3);
  });
});

describe('a threshold of the day', () => {
  const request = (number: number, daily_limit: number | undefined, cost = 1) => [
    anAcceptedRequest(number, daily_limit === undefined ? {} : { daily_limit }),
    aRequestCompleted(number, { cost }),
  ];
  const reached = (...events: StylingEvent[][]) =>
    fold(events.flat()).added.flatMap(({ type, data }) => (type === 'usage.threshold' ? [data] : []));
  const day = '2026-03-04';

  it('given 80 and 100 per cent are reached, then each once', () => {
    const requests = [1, 2, 3, 4, 5].map((number) => request(number, 5));
    expect(reached(...requests)).toEqual([
      { day, percent: 80, used: 4, limit: 5 },
      { day, percent: 100, used: 5, limit: 5 },
    ]);
  });

  it('given one request reaches both, then both in order, after its job', () => {
    const { added } = fold(request(1, 4, 4));
    expect(added.map(({ type, place }) => [type, place])).toEqual([
      ['job.succeeded', 0],
      ['usage.threshold', 1],
      ['usage.threshold', 2],
    ]);
  });

  it('given what ended cost nothing, or the limit is not in the log, then none', () => {
    expect(reached(request(1, 1, 0))).toEqual([]);
    expect(reached(request(1, undefined))).toEqual([]);
  });

  it('given the limit is raised, then again by the new one', () => {
    expect(reached(request(1, 1), request(2, 4), request(3, 4), request(4, 4)).map((data) => data)).toMatchObject([
      { percent: 80, limit: 1 },
      { percent: 100, limit: 1 },
      { percent: 80, used: 4, limit: 4 },
      { percent: 100, used: 4, limit: 4 },
    ]);
  });

  it('given two days, then each has its own', () => {
    const tomorrow = { received_at: at(86_400).toISOString() };
    const next = [
      anAcceptedRequest(2, { daily_limit: 2, ...tomorrow }),
      aRequestCompleted(2, { cost: 1, ...tomorrow }),
    ];
    expect(reached(request(1, 2), next)).toEqual([]);
  });
});

describe('an erased user', () => {
  it('given events before and after, then none of its key, and the feed is emptied', () => {
    const { added, erasedUsers } = fold([
      anAcceptedRequest(7),
      anImageCreated(1),
      disowned,
      aRequestCompleted(7),
      deleted(1, 10),
    ]);
    expect(erasedUsers).toEqual([user_id]);
    expect(added).toEqual([]);
  });

  it('given the user comes back with another key, then what follows from that, however often the erasure is repeated', () => {
    const back = aRequestCompleted(8, { key_id: testId('key', 2) });
    const accepted = anAcceptedRequest(8, { key_id: testId('key', 2) });
    expect(typesOf(disowned, accepted, back, disowned)).toEqual(['job.succeeded']);
  });

  it('given it was erased in an earlier batch, then nothing of its key', () => {
    const known = { ...nothingKnown(), disownedKeys: new Set([key_id]) };
    expect(fold([anImageCreated(1), anAcceptedRequest(7), aRequestCompleted(7)], known).added).toEqual([]);
  });
});
