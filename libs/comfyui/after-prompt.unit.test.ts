import type { Reply } from '@styling/model-api';
import { describe, expect, test } from 'vitest';
import { afterPrompt } from './after-prompt.ts';

const now = new Date('2026-06-01T12:00:00Z');
const at = { now, deadline: new Date(now.getTime() + 10_000), tries: 0, random: 0 };
const answered = (status: number, body: unknown = undefined, retryAfter?: string): Reply => ({
  ...{ outcome: 'answered', status, body, bytes: new Uint8Array(), retryAfter },
});
const nodeErrors = {
  error: { type: 'prompt_outputs_failed_validation', message: 'failed', details: 'unet_name: secret not in []' },
  node_errors: {
    1: {
      class_type: 'UNETLoader',
      dependent_outputs: ['9'],
      errors: [
        {
          type: 'value_not_in_list',
          details: 'secret',
          extra_info: { input_name: 'unet_name', received_value: 'secret' },
        },
      ],
    },
  },
};

describe('afterPrompt', () => {
  test.each([
    ['an id', answered(200, { prompt_id: 'p', number: 1, node_errors: {} }), { next: 'queued', id: 'p' }],
    ['a lost response', { outcome: 'lost', cause: new Error('x') } as Reply, { next: 'look' }],
    ['an unreadable response', answered(200, undefined), { next: 'look' }],
    ['a fault of the server', answered(502), { next: 'look' }],
    ['a busy server', answered(503), { next: 'again', afterMs: 1_000 }],
    ['a busy server that names a delay', answered(429, {}, '3'), { next: 'again', afterMs: 3_000 }],
    ['a busy server that names none', answered(429, {}, '0'), { next: 'again', afterMs: 500 }],
  ])('given %s, then %j', (_, reply, step) => {
    expect(afterPrompt(reply, at)).toEqual(step);
  });

  test.each([
    ['no connection', { outcome: 'unsent', cause: new Error('x') } as Reply, 'unavailable', undefined],
    ['a delay beyond the deadline', answered(429, {}, '3600'), 'throttled', '429'],
    ['no access', answered(401), 'denied', '401'],
    ['a missing model', answered(400, nodeErrors), 'invalid', 'UNETLoader.unet_name:value_not_in_list'],
    [
      'a missing node',
      answered(400, { error: { type: 'missing_node_type' }, node_errors: {} }),
      'invalid',
      'missing_node_type',
    ],
    [
      'an old version without outputs',
      answered(400, { error: { type: 'prompt_no_outputs' }, node_errors: [] }),
      'invalid',
      'prompt_no_outputs',
    ],
    ['another 400', answered(404, '404: Not Found'), 'invalid', '404'],
  ])('given %s, then it fails', (_, reply, kind, code) => {
    const step = afterPrompt(reply, at);
    expect(step).toMatchObject({ next: 'fail', error: { kind, code } });
    expect(JSON.stringify(step)).not.toContain('secret');
  });
});
