import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import type { Answer } from './contract.ts';

const ROW_WITHIN_MS = 120_000;

/** One rule of the spec or its open points, named as it is found there; `context.skip` reports it as not run. */
export function row(name: string, check: (context: TestContext) => unknown): void {
  it(name, { timeout: ROW_WITHIN_MS }, async (context) => void (await check(context)));
}

/** Expects a status, and an error if given. @param what names the request where several are checked */
export async function assertAnswer(asked: Answer | Promise<Answer>, status: number, error?: string, what?: string) {
  const answer = await asked;
  const { body } = answer;
  assert.deepEqual([answer.status, error && body?.error], [status, error], what ?? JSON.stringify(body)?.slice(0, 500));
  return answer;
}

/** An object has exactly these fields. */
export const assertFields = (value: object, ...fields: readonly string[]): void =>
  assert.deepEqual(Object.keys(value).sort(), fields.toSorted());
