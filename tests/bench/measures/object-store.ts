import type { Measure } from '../bench.ts';
import { inTurns } from '../in-turns.ts';
import { comparison, type Row } from '../row.ts';

const SIZES = [8_000, 256_000] as const;
const CALLS = 400;

/** Processor time of our store's client for the four calls that pass a picture, against the least that S3 takes. */
export const objectStore: Measure = {
  name: 'object-store',
  onlyInFull: true,
  async run({ rig, host, rounds }) {
    const [ours, lean] = [await host('rig/store-calls.ts'), await host('rig/store-calls.ts')];
    const rows: Row[] = [];
    for (const bytes of SIZES) {
      const each = (child: typeof ours, client: string) => () =>
        child.call<number>('measure', client, rig.environment, bytes, CALLS);
      // Compiles both.
      await each(ours, 'ours')();
      await each(lean, 'lean')();
      const results = await inTurns(rounds, { floor: each(lean, 'lean'), subject: each(ours, 'ours') });
      const what = `two puts, a get and two deletes of ${bytes / 1000} kB: processor time of the client`;
      rows.push(comparison({ what, unit: 'ms' }, 'lean', results));
    }
    return rows;
  },
};
