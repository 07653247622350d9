/** Prints one line for each check, and counts. */
export type Reporter = {
  line(text: string): void;
  /** Runs one check; it fails if `run` throws. */
  check(id: string, name: string, run: () => Promise<string>): Promise<void>;
  /** Reports a check that `npm test` runs; `find` throws when there is no such test. */
  reference(id: string, name: string, find: () => Promise<void>): Promise<void>;
  /** Runs a group of checks; prints a line, and counts a failure, only if `run` throws. */
  guard(id: string, run: () => Promise<void>): Promise<void>;
  readonly failed: number;
  /** Prints the last line. @returns whether nothing failed */
  close(): boolean;
};

/** Of the column of ids. */
const ID_WIDTH = 13;

/** @param write takes one line without its end */
export function createReporter(write: (line: string) => void): Reporter {
  const counts = { passed: 0, failed: 0 };
  const fail = (id: string, text: string) => {
    counts.failed++;
    write(`FAIL  ${id.padEnd(ID_WIDTH)} ${text}`);
  };
  const indented = (error: unknown) =>
    (error instanceof Error ? error.message : String(error)).replaceAll('\n', '\n      ');
  return {
    line: write,
    async check(id, name, run) {
      const started = performance.now();
      const took = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;
      try {
        const seen = await run();
        counts.passed++;
        write(`pass  ${id.padEnd(ID_WIDTH)} ${name} (${took()}): ${seen}`);
      } catch (error) {
        fail(id, `${name} (${took()})\n      ${indented(error)}`);
      }
    },
    async reference(id, name, find) {
      try {
        await find();
        write(`see   ${id.padEnd(ID_WIDTH)} ${name}`);
      } catch (error) {
        fail(id, indented(error));
      }
    },
    async guard(id, run) {
      try {
        await run();
      } catch (error) {
        fail(id, indented(error));
      }
    },
    get failed() {
      return counts.failed;
    },
    close() {
      write(`\n${counts.passed} passed, ${counts.failed} failed`);
      return counts.failed === 0;
    },
  };
}
