export type Reporter = ReturnType<typeof createReporter>;

/** Prints one line for each check, and counts. */
export function createReporter(write: (line: string) => void) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const line = (verdict: string, id: string, text: string) =>
    write(`${verdict}  ${id.padEnd(13)} ${text.replaceAll('\n', '\n      ')}`);
  const fail = (id: string, heading: string, error: unknown) => {
    counts.failed++;
    line('FAIL', id, heading + (error instanceof Error ? error.message : error));
  };
  return {
    line: write,
    /** Fails if `run` throws; it returns the observation. */
    async check(id: string, name: string, run: () => Promise<string>): Promise<void> {
      const started = performance.now();
      const heading = () => `${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`;
      try {
        const seen = await run();
        counts.passed++;
        line('pass', id, `${heading()}: ${seen}`);
      } catch (error) {
        fail(id, `${heading()}\n`, error);
      }
    },
    /** A check that cannot run on this machine. */
    skip(id: string, name: string, why: string): void {
      counts.skipped++;
      line('SKIP', id, `${name}\nNOT CHECKED HERE: ${why}`);
    },
    /** Prints and counts only if `run` throws. */
    guard: (id: string, run: () => Promise<void>): Promise<void> => run().catch((error) => fail(id, '', error)),
    counts: counts as Readonly<typeof counts>,
    /** @returns whether nothing failed */
    close(): boolean {
      const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
      write(`\n${counts.passed} passed, ${counts.failed} failed${skipped}`);
      return counts.failed === 0;
    },
  };
}
