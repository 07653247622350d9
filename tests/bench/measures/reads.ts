import { type Bench, comparedWithCost, costsOf, startHop } from '../bench.ts';
import { seedImages } from '../rig/seed.ts';
import { atLeast } from '../rows.ts';

const IMAGES = 20;

/** A user may read no image of another. */
async function loadsOf({ rig, callers }: Bench) {
  const ids = await Promise.all(callers.map((caller) => seedImages(rig.sql, caller, IMAGES)));
  return {
    'GET /images (20 rows)': { method: 'GET', path: `/images?limit=${IMAGES}` },
    'GET /images/:id': { method: 'GET', path: '/images/:id', paths: ids.map((id) => `/images/${id}`) },
    'GET /usage': { method: 'GET', path: '/usage' },
  } as const;
}

export async function reads(bench: Bench) {
  const loads = await loadsOf(bench);
  const hop = await startHop(bench);
  const compare = (what: keyof typeof loads, rows: number, least: number) =>
    comparedWithCost(bench, hop, { what, ...loads[what], rows, goal: atLeast(least) });
  return [
    ...(await compare('GET /images (20 rows)', IMAGES, 0.7)),
    ...(await compare('GET /images/:id', 1, 0.7)),
    ...(await compare('GET /usage', IMAGES, 0.9)),
  ];
}

export async function readCost(bench: Bench) {
  const rows = [];
  for (const load of Object.values(await loadsOf(bench))) rows.push(...(await costsOf(bench, load)));
  return rows;
}
