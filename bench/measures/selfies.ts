import { clientsOf, type Measure } from '../bench.ts';
import { orderBody } from '../order-body.ts';
import type { Watched } from '../rig/probe.ts';
import { value } from '../row.ts';

const MEASURE = 'selfies';
const CLIENTS = 4;
const SIDE = 3_300;
const MIB = 2 ** 20;
const STALL = { at: 'most', bound: 25 } as const;
/** Beside three times what is in flight. */
const RESIDENT_MIB = 60;
const SECONDS = 4;

/** POST /try_on_outfit with selfies of some 10 MB, four at once: does one body hold up the rest, and what is held of it? */
export const selfies: Measure = {
  name: MEASURE,
  async run({ rig, load, callers }) {
    const { body, selfieBytes } = await orderBody(SIDE, SIDE);
    const path = '/try_on_outfit';
    const clients = clientsOf(callers, CLIENTS);
    const before = await rig.gateway.ask<number>('rss');
    await rig.gateway.ask('watch');
    const result = await load({ url: rig.apiUrl, method: 'POST', path, body, clients, seconds: SECONDS });
    const { stallMs, delayMs, peakRss } = await rig.gateway.ask<Watched>('watched');

    const size = `${(selfieBytes / 1e6).toFixed(1)} MB selfies, ${CLIENTS} at once`;
    const inFlight = (CLIENTS * body.length) / MIB;
    const bound = Math.round(RESIDENT_MIB + 3 * inFlight);
    const note = `its own processor time; by the clock ${delayMs.toFixed(0)} ms; ${Math.round(inFlight)} MiB of bodies in flight`;
    return [
      value({ measure: MEASURE, what: `${size}: longest event-loop stall`, unit: 'ms', goal: STALL, note }, stallMs),
      value(
        {
          measure: MEASURE,
          what: `${size}: resident memory beyond idle`,
          unit: 'MiB',
          goal: { at: 'most', bound },
          note,
        },
        (peakRss - before) / MIB,
      ),
      value({ measure: MEASURE, what: `${size}: answers`, unit: '/s' }, result.perSecond),
    ];
  },
};
