import { clientsOf, comparedWithCost, type Measure, startHop } from '../bench.ts';
import { seedImages } from '../rig/seed.ts';
import { atLeast } from '../rows.ts';

/** Images of each user, and of a page. */
const IMAGES = 20;

/** The three GET endpoints, each with rows there to be read, against one hop and one select. */
export const reads: Measure = {
  name: 'reads',
  async run(bench) {
    const { rig, callers } = bench;
    const ids = await Promise.all(callers.map((caller) => seedImages(rig.sql, caller, IMAGES)));
    const hop = await startHop(bench);
    const clients = clientsOf(callers);
    const compare = (what: string, path: string, rows: number, least: number, paths?: readonly string[]) => {
      const subject = { method: 'GET', url: rig.apiUrl, path, clients, ...(paths && { paths }) } as const;
      const floor = { ...hop, path: `/${rows}`, clients };
      return comparedWithCost(bench, `${what}, ${clients.length} clients`, subject, floor, atLeast(least));
    };
    // A user may read no image of another.
    const own = ids.map((id) => `/images/${id}`);
    return [
      ...(await compare('GET /images (20 rows)', `/images?limit=${IMAGES}`, IMAGES, 0.7)),
      ...(await compare('GET /images/:id', '/images/:id', 1, 0.7, own)),
      ...(await compare('GET /usage', '/usage', IMAGES, 0.9)),
    ];
  },
};
