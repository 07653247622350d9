import type { Reply, Situation } from '@styling/model-api';
import { describe, expect, test } from 'vitest';
import { afterReply } from './after-reply.ts';

const NOW = new Date('2026-06-01T12:00:00Z');
const inTime: Situation = { now: NOW, deadline: new Date(NOW.getTime() + 60_000), tries: 0, random: 0.5 };
const answered = (status: number, body: unknown, retryAfter?: string): Reply => ({
  outcome: 'answered',
  status,
  body,
  retryAfter,
  bytes: Buffer.from(JSON.stringify(body) ?? '<html>'),
});
const openAi = (message: string, code: string | null = null) => ({ error: { message, type: 'x', param: null, code } });

describe('afterReply', () => {
  test.each<[string, string, Reply]>([
    ['no connection', 'unreachable', { outcome: 'unsent', cause: new Error('ECONNREFUSED') }],
    ['a broken connection', 'ambiguous', { outcome: 'lost', cause: new Error('ECONNRESET') }],
    ['HTML', 'failed', answered(200, undefined)],
    ['500', 'ambiguous', answered(500, { detail: 'Image edit failed' })],
    ['502', 'ambiguous', answered(502, undefined)],
    ['504', 'ambiguous', answered(504, undefined)],
    ['503: a model that is not loaded', 'unavailable', answered(503, { detail: 'engine not initialized' })],
    ['a wrong key', 'denied', answered(401, openAi('Incorrect API key'))],
    ['vLLM, a wrong key', 'denied', answered(401, { error: 'Unauthorized' })],
    ['no credit', 'denied', answered(429, openAi('quota', 'insufficient_quota'))],
    ['OpenAI, a refusal', 'refused', answered(400, openAi('Your request was rejected', 'moderation_blocked'))],
    ['LiteLLM, a refusal', 'refused', answered(400, openAi('rejected by the safety system', '400'))],
    ['FastAPI, a bad field', 'invalid', answered(422, { detail: [{ msg: 'Field required' }] })],
    ['an unknown model', 'invalid', answered(404, openAi('does not exist', 'model_not_found'))],
    ['a redirect', 'invalid', answered(307, undefined)],
  ])('given %s, then it failed, as %s', (_, kind, reply) => {
    expect(afterReply(reply, inTime)).toMatchObject({ next: 'fail', error: { kind } });
  });

  test('given a connection that ends at the deadline, then it was not finished in time', () => {
    const late = { ...inTime, now: inTime.deadline };
    expect(afterReply({ outcome: 'lost', cause: new Error('timeout') }, late)).toMatchObject({
      error: { kind: 'deadline' },
    });
  });

  test.each<[string, string | undefined, number]>([
    ['2 s', '2', 2_500],
    ['0', '0', 750],
    ['a date', new Date(NOW.getTime() + 5_000).toUTCString(), 5_500],
    ['nothing', undefined, 750],
    ['nonsense', 'soon', 750],
  ])('given a 429 that asks for %s, then it is asked again after that', (_, retryAfter, afterMs) => {
    expect(afterReply(answered(429, openAi('slow down'), retryAfter), inTime)).toEqual({ next: 'ask', afterMs });
  });

  test.each(['60', '1000000000'])('given a 429 for %s s, beyond the deadline, then it failed', (retryAfter) => {
    const step = afterReply(answered(429, openAi('slow down'), retryAfter), inTime);
    expect(step).toMatchObject({ next: 'fail', error: { kind: 'throttled' } });
  });

  test('given words of a server, then they are in no message', () => {
    const step = afterReply(answered(500, { detail: 'CUDA at http://gpu-7.internal with sk-live-4711abcd' }), inTime);
    if (step.next !== 'fail') throw new Error('did not fail');
    expect(step.error.message).toBe('server failed (500)');
    expect(String((step.error.cause as Error).message)).not.toMatch(/gpu-7|sk-live/);
  });
});
