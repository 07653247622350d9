import { describe, expect, test } from 'vitest';
import { readFailure } from './read-failure.ts';

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
    'Content blocked: SAFETY',
    'The response was blocked: SAFETY',
    '{"error":{"code":"moderation_blocked","message":"x"}}',
  ])('given %s, then it is a refusal and not tried again', (text) => {
    expect(readFailure(text)).toMatchObject({ kind: 'refused', retryable: false });
  });

  test.each([
    'CUDA out of memory',
    'Failed to load the input image',
    'E003 without brackets',
    '',
    null,
    { detail: 'x' },
  ])('given %s, then it failed for good', (error) => {
    expect(readFailure(error)).toMatchObject({ kind: 'failed', code: undefined, retryable: false });
  });

  test('given words that only resemble a safety filter, then it is not a refusal', () => {
    expect(readFailure('The upload was blocked by network policy').kind).toBe('failed');
    expect(readFailure('this host violates the egress policy of the cluster').kind).toBe('failed');
    expect(readFailure('unsafe deserialisation of weights').kind).toBe('failed');
    expect(readFailure('the privacy policy of this account has to be accepted').kind).toBe('failed');
  });
});
