import { describe, expect, test } from 'vitest';
import { VendorError } from '../frame/index.ts';
import { readHistory, readQueue } from './api.ts';

const picture = { filename: 'a.png', subfolder: '', type: 'temp' };
const other = { filename: 'b.png', subfolder: 'x', type: 'output' };
const success = { status_str: 'success', completed: true, messages: [['execution_success', {}]] };
const error = (...messages: unknown[]) => ({
  outputs: {},
  status: { status_str: 'error', completed: false, messages },
});
const read = (entry: unknown) => readHistory({ p: entry }, 'p', '9');

describe('readHistory', () => {
  test('given a success, then the picture of the output, and everything it left', () => {
    const outputs = { 8: { images: [other] }, 9: { images: [picture] }, 7: { text: ['a'] } };
    expect(read({ outputs, status: success })).toEqual({ result: picture, left: [other, picture] });
  });

  test('given an entry without a status, as of old versions, then the picture', () => {
    expect(read({ outputs: { 9: { images: [picture] } }, status: null })).toMatchObject({ result: picture });
  });

  test('given no entry, then undefined', () => {
    expect(readHistory({}, 'p', '9')).toBeUndefined();
    expect(readHistory('gateway', 'p', '9')).toBeUndefined();
  });

  test.each([
    ['no picture', { outputs: { 9: { images: [] } }, status: success }, 'the output node gave no picture', false],
    [
      'only pictures of other nodes',
      { outputs: { 8: { images: [other] } }, status: success },
      'the output node gave',
      false,
    ],
    ['an interruption', error(['execution_interrupted', {}]), 'interrupted at the server', false],
    [
      'a node that failed',
      error([
        'execution_error',
        { node_type: 'KSampler', exception_type: 'RuntimeError', exception_message: 'of a red coat' },
      ]),
      'a node failed (KSampler:RuntimeError)',
      false,
    ],
    [
      'a lack of memory',
      error(['execution_error', { node_type: 'VAEDecode', exception_type: 'torch.OutOfMemoryError' }]),
      'a node failed (VAEDecode:torch.OutOfMemoryError)',
      true,
    ],
    ['an error without a word', error(), 'a node failed (unknown:unknown)', false],
    ['an unreadable entry', 7, 'the output node gave no picture', false],
  ])('given %s, then it failed', (_, entry, message, retryable) => {
    const result = read(entry)?.result;
    expect(result).toBeInstanceOf(VendorError);
    expect(result).toMatchObject({ kind: 'failed', message: expect.stringContaining(message), retryable });
    expect(JSON.stringify(result)).not.toContain('red coat');
  });
});

describe('readQueue', () => {
  const item = (id: string) => [3, id, {}, {}, ['9']];
  test.each([
    ['running', { queue_running: [item('p')], queue_pending: [] }],
    ['pending', { queue_running: [item('q')], queue_pending: [item('r'), item('p')] }],
    ['unseen', { queue_running: [item('q')], queue_pending: [] }],
    [undefined, { queue_running: 7 }],
    [undefined, undefined],
  ])('tells that the prompt is %s', (seen, body) => {
    expect(readQueue(body, 'p')).toBe(seen);
  });
});
