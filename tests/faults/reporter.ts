export const counts = { passed: 0, failed: 0, skipped: 0 };

const line = (verdict: string, id: string, text: string): void =>
  console.log(`${verdict}  ${id.padEnd(13)} ${text.replaceAll('\n', '\n      ')}`);

function fail(id: string, heading: string, error: unknown): void {
  counts.failed++;
  line('FAIL', id, heading + (error instanceof Error ? error.message : error));
}

/** Prints one line, and counts; fails if `run` throws. @param run returns the observation */
export async function report(id: string, name: string, run: () => Promise<string>): Promise<void> {
  const started = performance.now();
  const heading = () => `${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`;
  try {
    const seen = await run();
    counts.passed++;
    line('pass', id, `${heading()}: ${seen}`);
  } catch (error) {
    fail(id, `${heading()}\n`, error);
  }
}

/** A check that cannot run on this machine. */
export function skip(id: string, name: string, why: string): void {
  counts.skipped++;
  line('SKIP', id, `${name}\nNOT CHECKED HERE: ${why}`);
}

/** Prints and counts only if `run` throws. */
export const guard = (id: string, run: () => Promise<void>): Promise<void> =>
  run().catch((error) => fail(id, '', error));
