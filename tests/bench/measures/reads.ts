import { clientsOf, type Measure } from '../bench.ts';
import { atLeast, type Goal } from '../statistics.ts';
import { comparedWithCost } from './compared-with-cost.ts';
import { seedImages } from './seed.ts';

const FLOOR = 'express, one NATS hop, one select';
const PEER = 'express alone';
/** Images of each user, and of a page. */
const IMAGES = 20;

/** Who else answers, and the goal that is set against it, if any. */
type Floor = { readonly name: string; readonly url: string; readonly path: string; readonly goal?: Goal };

/** The three GET endpoints, each with rows there to be read, against one hop and one select. */
export const reads: Measure = {
  name: 'reads',
  async run(bench) {
    const { rig, callers, host } = bench;
    const ids = await Promise.all(callers.map((caller) => seedImages(rig.sql, caller, IMAGES)));
    const [front, back] = [await host('floors/express-nats-pg.ts'), await host('floors/express-nats-pg.ts')];
    const floor = await front.call<string>('start', rig.natsUrl);
    await back.call('answer', rig.natsUrl, rig.databaseUrl);

    const every = clientsOf(callers);
    const compare = (what: string, path: string, { goal, ...target }: Floor, paths?: readonly string[]) => {
      const load = { method: 'GET', clients: every } as const;
      const described = { what: `${what}, ${every.length} clients`, goal };
      const ours = { ...load, url: rig.apiUrl, path, ...(paths && { paths }) };
      return comparedWithCost(bench, described, ours, { ...load, ...target });
    };
    const least = (rows: number, goal: number): Floor => ({
      name: FLOOR,
      url: floor,
      path: `/${rows}`,
      goal: atLeast(goal),
    });
    const page = `/images?limit=${IMAGES}`;
    // A user may read no image of another.
    const own = ids.map(([id]) => `/images/${id}`);
    const rows = [
      ...(await compare('GET /images (20 rows)', page, least(IMAGES, 0.7))),
      ...(await compare('GET /images/:id', '/images/:id', least(1, 0.7), own)),
      ...(await compare('GET /usage', '/usage', least(IMAGES, 0.9))),
    ];
    if (!bench.full) return rows;
    const url = await (await host('peers/express-in-memory.ts')).call<string>('start', rig.databaseUrl);
    return [...rows, ...(await compare('GET /images (20 rows)', page, { name: PEER, url, path: '/images' }))];
  },
};
