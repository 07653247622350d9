import assert from 'node:assert/strict';
import type { Answer } from './api.ts';

/** An answer is this error. @param what names it where several are checked */
export const assertError = ({ status, body }: Answer, expected: number, error: string, what?: string): void =>
  assert.deepEqual([status, body.error], [expected, error], what);

/** An object has exactly these fields. */
export const assertFields = (value: object, ...fields: readonly string[]): void =>
  assert.deepEqual(Object.keys(value).sort(), fields.toSorted());
