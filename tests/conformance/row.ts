import { it, type TestContext } from 'node:test';

/** Longest time for one row, in ms. */
const ROW_WITHIN_MS = 120_000;

/** One rule of the spec or of its open points, named so that it can be found there; `context.skip` reports it as not run. */
export function row(name: string, check: (context: TestContext) => Promise<void> | void): void {
  it(name, { timeout: ROW_WITHIN_MS }, async (context) => check(context));
}
