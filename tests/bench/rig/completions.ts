import { setTimeout as sleep } from 'node:timers/promises';
import { jetstream } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { completeRequest, subjectOf } from '@styling/contracts';

const LANES = 256;

/**
 * Publishes `request.completed` for the requests numbered `from` to `to`, of a hundred users, until all are acknowledged.
 * @param options.perSecond an even pace; default: as fast as 256 at once are acknowledged
 */
export async function publishCompletions(
  natsUrl: string,
  options: { answeredBy: Parameters<typeof completeRequest>[1]; from: number; to: number; perSecond?: number },
): Promise<void> {
  const { answeredBy, from, to, perSecond = Number.POSITIVE_INFINITY } = options;
  const nc = await connect({ servers: natsUrl, noAsyncTraces: true });
  const js = jetstream(nc);
  const begin = performance.now();
  let next = from;
  const lane = async () => {
    for (let serial = next++; serial < to; serial = next++) {
      const early = begin + (1_000 * (serial - from)) / perSecond - performance.now();
      if (early > 0) await sleep(early);
      const id = serial.toString(16).padStart(24, '0');
      const user = (serial % 100).toString(16).padStart(24, '0');
      const received_at = new Date(1_760_000_000_000 + serial * 100).toISOString();
      const request = {
        request_id: `req_${id}`,
        user_id: `user-${user}`,
        key_id: `key_${user}`,
        received_at,
        endpoint: '/try_on_outfit',
        gateway: 'elsewhere',
      } as const;
      const event = completeRequest(request, answeredBy, new Date(Date.parse(received_at) + 1500), {});
      await js.publish(subjectOf(event), JSON.stringify(event), { msgID: event.id });
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  await nc.close();
}
