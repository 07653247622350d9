import { CLIENTS, clientsOf, comparedWithCost, costsOf, type Measure, startHop } from '../bench.ts';
import { orderBody } from '../rig/seed.ts';
import { comparison, inTurns } from '../rows.ts';

const ORDER = '/try_on_outfit';
/** Selfies of noise of some 8 and 256 kB. */
const [SMALL, LARGE] = [96, 560];
const FEWER_CLIENTS = 16;

export const tryOn: Measure = {
  name: 'try-on',
  async run(bench) {
    const [small, large] = [await orderBody(SMALL), await orderBody(LARGE)];
    const hop = await startHop(bench);
    const floorOf = (clients: number) => ({ ...hop, path: '/1', clients: clientsOf(bench.callers, clients) });
    const subjectOf = ({ body }: { body: string }, clients: number) => ({
      url: bench.rig.apiUrl,
      method: 'POST' as const,
      path: ORDER,
      body,
      clients: clientsOf(bench.callers, clients),
    });
    for (const load of [floorOf(CLIENTS), subjectOf(small, CLIENTS)]) await bench.warmUp(load);
    const rounds = await inTurns(bench.rounds, {
      floor: async () => (await bench.load(floorOf(1))).p50,
      subject: async () => (await bench.load(subjectOf(small, 1))).p50,
    });
    const compare = (what: string, order: { body: string }, clients: number) =>
      comparedWithCost(
        bench,
        `POST ${ORDER}, ${what}, ${clients} clients`,
        subjectOf(order, clients),
        floorOf(clients),
      );
    return [
      comparison({ what: `POST ${ORDER}, 8 kB selfies, 1 client: p50`, unit: 'ms' }, hop.name, rounds),
      ...(await compare('8 kB selfies', small, CLIENTS)),
      ...(await compare('256 kB selfies', large, FEWER_CLIENTS)),
    ];
  },
};

export const tryOnCost: Measure = {
  name: 'cost',
  onlyInFull: true,
  run: async (bench) => costsOf(bench, { method: 'POST', path: ORDER, body: (await orderBody(SMALL)).body }),
};
