import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@styling/local-servers';
import type { Measure } from '../bench.ts';
import { publishCompletions } from '../rig/completions.ts';
import { processorTime } from '../rig/processor-time.ts';
import { value } from '../row.ts';
import { atMost, median } from '../statistics.ts';

const GATEWAYS = 3;
const PER_SECOND = 1_000;
const LEAD_SECONDS = 3;
const SECONDS = 10;

/**
 * What gateways that nobody calls spend on completions that others wait for, one of them on projecting all of them. Linux only;
 * elsewhere there is no such row.
 */
export const idleGateways: Measure = {
  name: 'idle-gateways',
  onlyInFull: true,
  async run({ startRig, rounds }) {
    const { natsUrl, startService } = await startRig({ services: [] });
    for (let more = 1; more < GATEWAYS; more++) await startService('gateway', { PORT: String(await freePort()) });
    await sleep(1_000);
    if (processorTime().get('gateway') === undefined) return [];
    let published = 0;
    const publishFor = async (seconds: number) => {
      const from = published;
      published += seconds * PER_SECOND;
      await publishCompletions(natsUrl, { answeredBy: 'tryon', from, to: published, perSecond: PER_SECOND });
    };
    /** In per cent of a core. */
    const shareOfEach = async () => {
      const spent = () => processorTime().get('gateway') ?? 0;
      await publishFor(LEAD_SECONDS);
      const before = spent();
      await publishFor(SECONDS);
      return (100 * (spent() - before)) / (SECONDS * 1_000) / GATEWAYS;
    };
    const what = `${GATEWAYS} idle gateways, 1,000 completions/s for others: processor time of each`;
    const shares: number[] = [];
    for (let round = 0; round < rounds; round++) shares.push(await shareOfEach());
    return [value({ what, unit: '% of a core', goal: atMost(1) }, median(shares))];
  },
};
