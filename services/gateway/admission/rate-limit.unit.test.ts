import { describe, expect, it } from 'vitest';
import { LimitExceeded, rateLimitHeaders } from './rate-limit.ts';

const now = new Date('2026-03-04T23:59:30.250Z');

describe('rate limiting', () => {
  it('tells the limit and what is left, never below zero', () => {
    expect(rateLimitHeaders({ limit: 20, used: 3 })).toEqual({
      'X-RateLimit-Limit': '20',
      'X-RateLimit-Remaining': '17',
    });
    expect(rateLimitHeaders({ limit: 20, used: 21 })['X-RateLimit-Remaining']).toBe('0');
  });

  it('words the daily 429 with exactly its four members, until midnight UTC', () => {
    const answer = new LimitExceeded({ outcome: 'daily_limit', used: 20, limit: 20 }, now);
    expect(answer.status).toBe(429);
    expect(answer.body).toEqual({
      error: 'Daily rate limit exceeded. You can make 20 requests per day.',
      limit: 20,
      remaining: 0,
      reset: '2026-03-05T00:00:00.000Z',
    });
    expect(answer.headers).toEqual({
      'X-RateLimit-Limit': '20',
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': '2026-03-05T00:00:00.000Z',
      'Retry-After': '30',
    });
  });

  it('given a request that costs more than is left, tells what is left', () => {
    const answer = new LimitExceeded({ outcome: 'daily_limit', used: 18, limit: 20 }, now);
    expect(answer.body).toMatchObject({ limit: 20, remaining: 2 });
    expect(answer.headers['X-RateLimit-Remaining']).toBe('2');
  });

  it('words the concurrency 429 with only an error', () => {
    const answer = new LimitExceeded({ outcome: 'in_progress', used: 4, limit: 20 }, now);
    expect(answer.body).toEqual({ error: 'A request is already in progress. Please wait for it to complete.' });
    expect(answer.headers).toMatchObject({ 'X-RateLimit-Remaining': '16', 'Retry-After': '5' });
  });

  it('never says to retry after zero seconds', () => {
    const lastMoment = new Date('2026-03-04T23:59:59.999Z');
    expect(
      new LimitExceeded({ outcome: 'daily_limit', used: 20, limit: 20 }, lastMoment).headers?.['Retry-After'],
    ).toBe('1');
  });
});
