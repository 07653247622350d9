import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Bench, CLIENTS, clientsOf, type Measure } from '../bench.ts';
import type { LoadResult } from '../load/closed-loop.ts';
import { orderBody } from '../order-body.ts';
import { comparison, type Row } from '../row.ts';
import type { Round } from '../statistics.ts';

const MEASURE = 'try-on';
const LATENCY = { at: 'most', bound: 1.5 } as const;
const THROUGHPUT = { at: 'least', bound: 0.7 } as const;
const SUBJECT = 'ours';
const SKELETON = 'skeleton';

/** Not a workspace: `npm ci --prefix bench/peers` installs it. */
const NESTJS = join(import.meta.dirname, '..', 'peers', 'node_modules', '@nestjs', 'core');

/** Who else can do it, by name: the floors and the peers. */
type Target = { readonly url: string; readonly path: string };

/** POST /try_on_outfit with an instant model, against the bare skeleton and against what one would write instead. */
export const tryOn: Measure = {
  name: MEASURE,
  async run(bench) {
    const { body } = await orderBody(96, 96);
    await using undo = new AsyncDisposableStack();
    const targets = await startTargets(bench, undo);
    for (const { url, path } of targets.values()) {
      await bench.warmUp({ url, path, method: 'POST', body, clients: clientsOf(bench.callers) });
    }
    const rows: Row[] = [];
    for (const clients of [1, CLIENTS]) {
      const results = new Map<string, LoadResult[]>([...targets.keys()].map((name) => [name, []]));
      for (let round = 0; round < bench.rounds; round++) {
        for (const [name, { url, path }] of targets) {
          const load = { url, path, method: 'POST', body, clients: clientsOf(bench.callers, clients) } as const;
          results.get(name)?.push(await bench.load(load));
        }
      }
      rows.push(...rowsOf(clients, results));
    }
    return rows;
  },
};

function rowsOf(clients: number, results: ReadonlyMap<string, readonly LoadResult[]>): Row[] {
  const what = `POST /try_on_outfit, ${clients} ${clients === 1 ? 'client' : 'clients'}`;
  const rounds = (name: string, key: 'p50' | 'perSecond'): Round[] =>
    (results.get(SUBJECT) ?? []).map((ours, index) => {
      const floor = results.get(name)?.[index];
      if (!floor) throw new Error(`no round ${index} of ${name}`);
      return { subject: ours[key], floor: floor[key] };
    });
  const latency = (name: string, goal?: typeof LATENCY) => {
    const described = { measure: MEASURE, what: `${what}: p50`, unit: 'ms', ...(goal ? { goal } : {}) };
    return comparison(described, name, rounds(name, 'p50'));
  };
  const throughput = (name: string, goal?: typeof THROUGHPUT) => {
    const described = { measure: MEASURE, what: `${what}: answers`, unit: '/s', ...(goal ? { goal } : {}) };
    return comparison(described, name, rounds(name, 'perSecond'));
  };
  const others = [...results.keys()].filter((name) => name !== SUBJECT && name !== SKELETON);
  return clients === 1
    ? [latency(SKELETON, LATENCY), ...others.map((name) => latency(name))]
    : [throughput(SKELETON, THROUGHPUT), ...others.map((name) => throughput(name))];
}

async function startTargets({ rig, full }: Bench, undo: AsyncDisposableStack): Promise<ReadonlyMap<string, Target>> {
  const { natsUrl, databaseUrl, environment } = rig;
  const hosted = async (module: string) => {
    const child = await rig.host(module);
    undo.defer(() => child.stop());
    return child;
  };
  const started = async (
    module: string,
    starting: readonly unknown[],
    [name, ...args]: readonly [string, ...unknown[]],
  ) => {
    const [front, back] = await Promise.all([hosted(module), hosted(module)]);
    const url = await front.call<string>('start', ...starting);
    await back.call(name, ...args);
    return url;
  };
  const skeleton = (name: string, ...s3: unknown[]) =>
    started('floors/skeleton.ts', [name, natsUrl, databaseUrl, ...s3], ['work', name, natsUrl, ...s3]);
  const targets: [string, Target][] = [
    [SKELETON, { url: await skeleton('FLOOR'), path: '/' }],
    [SUBJECT, { url: rig.apiUrl, path: '/try_on_outfit' }],
    ['skeleton with the object store', { url: await skeleton('FLOOR_STORE', environment), path: '/' }],
  ];
  if (!full) return new Map(targets);
  const express = await hosted('peers/express-in-memory.ts');
  const path = '/try_on_outfit';
  targets.push(['express, queue in memory', { url: await express.call<string>('start', databaseUrl), path }]);
  if (existsSync(NESTJS)) {
    const url = await started('peers/nest-nats.ts', [natsUrl], ['answer', natsUrl, databaseUrl]);
    targets.push(['NestJS over NATS', { url, path }]);
  } else {
    console.log('\nNestJS is not installed, so its rows are left out; to get them: npm ci --prefix bench/peers');
  }
  return new Map(targets);
}
