/** Says how a run goes, a line a check, and counts. */
export type Reporter = {
  line(text: string): void;
  /** Runs one check; what it throws is its failure. */
  check(id: string, name: string, run: () => Promise<string>): Promise<void>;
  /** Names what `npm test` does; `find` throws when it does not. */
  reference(id: string, name: string, find: () => Promise<void>): Promise<void>;
  readonly failed: number;
  /** The closing line; whether nothing failed. */
  close(): boolean;
};

/** Of the column of ids. */
export const ID_WIDTH = 13;

/** @param write takes one line without its end */
export function createReporter(write: (line: string) => void): Reporter {
  const counts = { passed: 0, failed: 0 };
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
        counts.failed++;
        const text = error instanceof Error ? error.message : String(error);
        write(`FAIL  ${id.padEnd(ID_WIDTH)} ${name} (${took()})\n      ${text.replaceAll('\n', '\n      ')}`);
      }
    },
    async reference(id, name, find) {
      try {
        await find();
        write(`see   ${id.padEnd(ID_WIDTH)} ${name}`);
      } catch (error) {
        counts.failed++;
        write(`FAIL  ${id.padEnd(ID_WIDTH)} ${(error as Error).message}`);
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
