import { type Bench, clientsOf, comparedWithCost, costsOf, startHop } from '../bench.ts';
import { orderBody } from '../rig/seed.ts';
import { comparison, inTurns } from '../rows.ts';

const ORDER = { method: 'POST', path: '/try_on_outfit' } as const;
/** Selfies of noise of some 8 and 256 kB. */
const [SMALL, LARGE] = [96, 560];
const LARGER = { what: 'POST /try_on_outfit, 256 kB selfies', clients: 16 };

export async function tryOn(bench: Bench) {
  const hop = await startHop(bench);
  const { rig, callers, load, warmUp, rounds } = bench;
  const [{ body }, large] = [await orderBody(SMALL), await orderBody(LARGE)];
  const floor = { url: hop.url, method: 'GET', path: '/1' } as const;
  const subject = { ...ORDER, url: rig.apiUrl, body };
  for (const asked of [floor, subject]) await warmUp({ ...asked, clients: clientsOf(callers) });
  const [clients, what] = [clientsOf(callers, 1), 'POST /try_on_outfit, 8 kB selfies'];
  const alone = await inTurns(rounds, {
    floor: async () => (await load({ ...floor, clients })).p50,
    subject: async () => (await load({ ...subject, clients })).p50,
  });
  return [
    comparison({ what: `${what}, 1 client: p50`, unit: 'ms' }, hop.name, alone),
    ...(await comparedWithCost(bench, hop, { what, ...ORDER, body, rows: 1 })),
    ...(await comparedWithCost(bench, hop, { ...LARGER, ...ORDER, body: large.body, rows: 1 })),
  ];
}

export const tryOnCost = async (bench: Bench) => costsOf(bench, { ...ORDER, body: (await orderBody(SMALL)).body });
