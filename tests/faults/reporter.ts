/** Prints one line for each check, and counts. */
export type Reporter = ReturnType<typeof createReporter>;

/** Of the column of ids. */
const ID_WIDTH = 13;

/** @param write takes one line without its end */
export function createReporter(write: (line: string) => void) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const line = (verdict: string, id: string, text: string) => write(`${verdict}  ${id.padEnd(ID_WIDTH)} ${text}`);
  const orFail = async (id: string, run: () => Promise<void>, heading = () => '') => {
    try {
      await run();
    } catch (error) {
      counts.failed++;
      const text = error instanceof Error ? error.message : String(error);
      line('FAIL', id, heading() + text.replaceAll('\n', '\n      '));
    }
  };
  return {
    line: write,
    /** Runs one check; it fails if `run` throws. @param run returns the observation */
    check(id: string, name: string, run: () => Promise<string>): Promise<void> {
      const started = performance.now();
      const heading = () => `${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`;
      const pass = async () => {
        const seen = await run();
        counts.passed++;
        line('pass', id, `${heading()}: ${seen}`);
      };
      return orFail(id, pass, () => `${heading()}\n      `);
    },
    /** Reports a check that cannot run on this machine. */
    skip(id: string, name: string, why: string): void {
      counts.skipped++;
      line('SKIP', id, `${name}\n      NOT CHECKED HERE: ${why}`);
    },
    /** Reports a check that `npm test` runs; `find` throws when there is no such test. */
    reference: (id: string, name: string, find: () => Promise<void>): Promise<void> =>
      orFail(id, async () => {
        await find();
        line('see ', id, name);
      }),
    /** Runs a group of checks; prints a line, and counts a failure, only if `run` throws. */
    guard: (id: string, run: () => Promise<void>): Promise<void> => orFail(id, run),
    counts: counts as Readonly<typeof counts>,
    /** Prints the last line. @returns whether nothing failed */
    close(): boolean {
      const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
      write(`\n${counts.passed} passed, ${counts.failed} failed${skipped}`);
      return counts.failed === 0;
    },
  };
}
