import { type Bench, clientsOf } from '../bench.ts';
import type { Watched } from '../rig/probe.ts';
import { orderBody } from '../rig/seed.ts';
import { atMost, value } from '../rows.ts';

const CLIENTS = 4;
const SIDE = 3_300;
const MIB = 2 ** 20;
/** Besides three times the bodies in flight. */
const RESIDENT_MIB = 60;

/** Whether a body of 10 MB blocks the event loop, and the memory it takes. */
export async function selfies({ rig: { gateway, apiUrl }, load, callers }: Bench) {
  const { body, selfieBytes } = await orderBody(SIDE);
  const before = await gateway.ask<number>('rss');
  await gateway.ask('watch');
  const asked = { url: apiUrl, method: 'POST', path: '/try_on_outfit', body } as const;
  const { perSecond } = await load({ ...asked, clients: clientsOf(callers, CLIENTS), seconds: 4 });
  const { stallMs, peakRss } = await gateway.ask<Watched>('watched');
  const what = `${(selfieBytes / 1e6).toFixed(1)} MB selfies, ${CLIENTS} at once`;
  const residentMib = Math.round(RESIDENT_MIB + (3 * CLIENTS * body.length) / MIB);
  const resident = { what: `${what}: resident memory beyond idle`, unit: 'MiB', goal: atMost(residentMib) };
  return [
    value({ what: `${what}: longest event-loop stall`, unit: 'ms', goal: atMost(25) }, stallMs),
    value(resident, (peakRss - before) / MIB),
    value({ what: `${what}: answers`, unit: '/s' }, perSecond),
  ];
}
