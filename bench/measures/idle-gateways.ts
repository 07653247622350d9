import { setTimeout as sleep } from 'node:timers/promises';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { completeRequest, EVENTS_STREAM, subjectOf } from '@styling/contracts';
import { freePort } from '@styling/local-servers';
import type { Measure } from '../bench.ts';
import { processorTime } from '../rig/processor-time.ts';
import { value } from '../row.ts';
import { median } from '../statistics.ts';

const GATEWAYS = 3;
const PER_SECOND = 1_000;
const TICK_MS = 10;
const LEAD_SECONDS = 3;
const SECONDS = 10;

/**
 * What gateways that nobody calls spend on completions that others wait for: with their share of `gateway-release`, and
 * without it, on what else is delivered to them. Linux only; elsewhere there are no such rows.
 */
export const idleGateways: Measure = {
  name: 'idle-gateways',
  onlyInFull: true,
  async run({ startRig, rounds }) {
    const rig = await startRig({ services: [] });
    try {
      for (let more = 1; more < GATEWAYS; more++) {
        await rig.startService('gateway', { PORT: String(await freePort()) });
      }
      await sleep(1_000);
      const what = `${GATEWAYS} idle gateways, 1,000 completions/s for others: processor time of each`;
      const row = async (note: string) => {
        const shares: number[] = [];
        for (let round = 0; round < rounds; round++) shares.push(await shareOfEach(rig.natsUrl));
        return value({ what: `${what}, ${note}`, unit: '% of a core' }, median(shares));
      };
      if (processorTime(process.pid).get('gateway') === undefined) return [];
      const all = await row('all');
      await deleteReleaseConsumer(rig.natsUrl);
      return [all, await row('without gateway-release')];
    } finally {
      await rig.stop();
    }
  },
};

/** In per cent of a core. */
async function shareOfEach(natsUrl: string): Promise<number> {
  const spent = () => processorTime(process.pid).get('gateway') ?? 0;
  await publishCompletions(natsUrl, LEAD_SECONDS);
  const before = spent();
  await publishCompletions(natsUrl, SECONDS);
  return (100 * (spent() - before)) / (SECONDS * 1_000) / GATEWAYS;
}

async function deleteReleaseConsumer(natsUrl: string): Promise<void> {
  const nc = await connect({ servers: natsUrl });
  await (await jetstreamManager(nc)).consumers.delete(EVENTS_STREAM, 'gateway-release');
  await nc.close();
}

let serial = 0;

/** Publishes ends of requests that no gateway of the rig waits for, at an even pace, until all are acknowledged. */
async function publishCompletions(natsUrl: string, seconds: number): Promise<void> {
  const nc = await connect({ servers: natsUrl, noAsyncTraces: true });
  const js = jetstream(nc);
  const acknowledged: Promise<unknown>[] = [];
  const begin = performance.now();
  while (acknowledged.length < seconds * PER_SECOND) {
    const due = Math.min(seconds * PER_SECOND, ((performance.now() - begin) / 1_000) * PER_SECOND);
    while (acknowledged.length < due) {
      const id = (serial++).toString(16).padStart(24, '0');
      const ended = {
        ...{ request_id: `req_${id}`, user_id: `user-${serial % 100}`, key_id: `key_${id}` },
        ...{ endpoint: '/try_on_outfit' as const, gateway: 'elsewhere', received_at: new Date().toISOString() },
      };
      const event = completeRequest(ended, 'tryon', new Date(), {});
      acknowledged.push(js.publish(subjectOf(event), JSON.stringify(event), { msgID: event.id }));
    }
    await sleep(TICK_MS);
  }
  await Promise.all(acknowledged);
  await nc.close();
}
