import { clientsOf, type Measure } from '../bench.ts';
import { orderBody } from '../order-body.ts';
import type { Watched } from '../rig/probe.ts';
import { value } from '../row.ts';
import { atMost } from '../statistics.ts';

const CLIENTS = 4;
const SIDE = 3_300;
const MIB = 2 ** 20;
const STALL_MS = 25;
/** Beside three times the bodies in flight. */
const RESIDENT_MIB = 60;
const SECONDS = 4;

/** POST /try_on_outfit with selfies of some 10 MB, four at once: whether a body blocks the event loop, and the memory it takes. */
export const selfies: Measure = {
  name: 'selfies',
  async run({ rig, load, callers }) {
    const { body, selfieBytes } = await orderBody(SIDE, SIDE);
    const clients = clientsOf(callers, CLIENTS);
    const before = await rig.gateway.ask<number>('rss');
    await rig.gateway.ask('watch');
    const asked = { url: rig.apiUrl, method: 'POST', path: '/try_on_outfit', body, clients } as const;
    const { perSecond } = await load({ ...asked, seconds: SECONDS });
    const { stallMs, peakRss } = await rig.gateway.ask<Watched>('watched');
    const what = `${(selfieBytes / 1e6).toFixed(1)} MB selfies, ${CLIENTS} at once`;
    const residentMib = Math.round(RESIDENT_MIB + (3 * CLIENTS * body.length) / MIB);
    const resident = { what: `${what}: resident memory beyond idle`, unit: 'MiB', goal: atMost(residentMib) };
    return [
      value({ what: `${what}: longest event-loop stall`, unit: 'ms', goal: atMost(STALL_MS) }, stallMs),
      value(resident, (peakRss - before) / MIB),
      value({ what: `${what}: answers`, unit: '/s' }, perSecond),
    ];
  },
};
