import { it, type TestContext } from 'node:test';

/** Longest time for one row, in ms. */
const ROW_WITHIN_MS = 120_000;

/** One rule of the spec or of its open points, named so that it can be found there. */
export function row(name: string, check: (context: TestContext) => Promise<void> | void): void {
  it(name, { timeout: ROW_WITHIN_MS }, async (context) => check(context));
}

/** Says in the summary that a row could not be run, and why; it neither passes nor fails. */
export const notRun = (context: TestContext, why: string): void => context.skip(why);
