import { describe, expect, test } from 'vitest';
import type { Reply } from '../frame/index.ts';
import { readFailure, seenIn } from './predict.ts';

const now = new Date('2026-06-01T12:00:00Z');
const later = new Date(now.getTime() + 60_000);
const answered = (status: number, body?: unknown): Reply => ({
  outcome: 'answered',
  status,
  body,
  bytes: new Uint8Array(),
});
const prediction = (status: string, more: object = {}) => answered(200, { id: 'p1', status, ...more });

describe('seenIn', () => {
  test.each([
    [
      'an end with an output',
      prediction('succeeded', { output: 'x' }),
      { is: 'ended', end: { reply: { output: 'x' } } },
    ],
    ['an end without output', prediction('succeeded', { output: null }), { end: { error: { kind: 'expired' } } }],
    [
      'a removed output',
      prediction('succeeded', { output: [], data_removed: true }),
      { end: { error: { kind: 'expired', retryable: true } } },
    ],
    ['a failure', prediction('failed', { error: 'x (E005)' }), { end: { error: { kind: 'refused' } } }],
    ['no start in time', prediction('aborted'), { end: { error: { kind: 'deadline' } } }],
    ['a cancel by somebody', prediction('canceled'), { end: { error: { kind: 'failed' } } }],
    ['one that starts', prediction('starting'), { is: 'running', fraction: 0.05 }],
    ['one that runs', prediction('processing', { logs: null }), { is: 'running', fraction: 0.15 }],
    ['a progress bar', prediction('processing', { logs: ' 10%|█ | 5/50\r 50%|███ | 25/50' }), { fraction: 0.575 }],
    ['nonsense above all', prediction('processing', { logs: '420%' }), { fraction: 1 }],
    ['an unknown status', prediction('queued'), { is: 'running' }],
    ['a 404', answered(404, {}), { is: 'missing', error: { kind: 'expired', retryable: true } }],
    ['a 402', answered(402, {}), { is: 'missing', error: { kind: 'denied', nothingPaid: false } }],
    ['a 500', answered(500, {}), { is: 'unclear' }],
    ['a 429', answered(429, { retry_after: 4 }), { is: 'unclear', afterMs: 4_000 }],
    ['no JSON', answered(200), { is: 'unclear' }],
    ['no reply', { outcome: 'lost', cause: new Error('x') } as Reply, { is: 'unclear' }],
  ])('given %s', (_, reply, expected) => {
    expect(seenIn(reply, now, later)).toMatchObject(expected);
  });

  test('given a cancel at the deadline, then that was the reason', () => {
    expect(seenIn(prediction('canceled'), later, later)).toMatchObject({ end: { error: { kind: 'deadline' } } });
  });
});

describe('readFailure', () => {
  test.each([
    ['Prediction interrupted; please retry (code: PA)', 'PA'],
    ['Service is currently unavailable due to high demand. (E003) (9bHxk2Fq1c)', 'E003'],
    ['Service is temporarily unavailable (E004)', 'E004'],
    ['Director: unexpected error handling prediction (E9828)', 'E9828'],
  ])('given %s, then it may be tried again', (text, code) => {
    expect(readFailure(text)).toMatchObject({ kind: 'failed', code, retryable: true });
  });

  test.each([
    'The input or output was flagged as sensitive. Please try again with different inputs. (E005) (3vKdWxJ0ab)',
    'NSFW content detected. Try running it again, or try a different prompt.',
    'Your request was rejected as a result of our safety system.',
    'Generation blocked: PROHIBITED_CONTENT',
    'finish_reason: IMAGE_SAFETY',
    'The request failed because the input image may violate our content policy',
    'This prompt violates our usage guidelines',
    'OutputImageSensitiveContentDetected',
    'The response was blocked: SAFETY',
    '{"error":{"code":"moderation_blocked","message":"x"}}',
  ])('given %s, then it is a refusal and not tried again', (text) => {
    expect(readFailure(text)).toMatchObject({ kind: 'refused', retryable: false });
  });

  test.each([
    'CUDA out of memory',
    'E003 without brackets',
    'The upload was blocked by network policy',
    'this host violates the egress policy of the cluster',
    'unsafe deserialisation of weights',
    'the privacy policy of this account has to be accepted',
    null,
    { detail: 'x' },
  ])('given %s, then it failed for good', (error) => {
    expect(readFailure(error)).toMatchObject({ kind: 'failed', code: undefined, retryable: false });
  });
});
