import { expect, test } from 'vitest';
import { lastError, parseLogLine } from './run-script.ts';

test.each([
  ['a warning', '{"level":40,"msg":"slow"}', { level: 40, message: 'slow' }],
  [
    'an error with its cause',
    '{"level":50,"msg":"failed","err":{"message":"no route"}}',
    { level: 50, message: 'failed: no route' },
  ],
  ['plain text', 'Segmentation fault', { level: undefined, message: 'Segmentation fault' }],
  ['something that only looks like JSON', '{ port: 1 }', { level: undefined, message: '{ port: 1 }' }],
])('given %s, then level and message are read', (_, line, expected) => {
  expect(parseLogLine(line)).toEqual(expected);
});

test('given an uncaught error, then its message is the explanation, not the stack', () => {
  const lines = [
    '{"level":30,"msg":"starting"}',
    'file:///x/main.ts:3',
    "throw new TypeError('no such thing');",
    '      ^',
    '',
    'TypeError: no such thing',
    '    at file:///x/main.ts:3:7',
    '',
    'Node.js v24.0.0',
  ];
  expect(lastError(lines.join('\n'))).toBe('TypeError: no such thing');
});

test('given log records only, then the last error is the explanation', () => {
  expect(lastError('{"level":60,"msg":"could not start"}\n{"level":30,"msg":"bye"}')).toBe('could not start');
});
