import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Bench, CLIENTS, clientsOf, type Measure } from '../bench.ts';
import type { LoadResult } from '../load/closed-loop.ts';
import { orderBody } from '../order-body.ts';
import { comparison } from '../row.ts';
import { atLeast, atMost, type Goal } from '../statistics.ts';

/** Not a workspace: `npm ci --prefix bench/peers` installs it. */
const NESTJS = join(import.meta.dirname, '..', 'peers', 'node_modules', '@nestjs', 'core');
const SUBJECT = 'ours';
const SKELETON = 'skeleton';
const ORDER = '/try_on_outfit';

/** Subject, floors and peers, by name. */
type Targets = ReadonlyMap<string, { readonly url: string; readonly path: string }>;

/** POST /try_on_outfit with an instant model, against the bare skeleton and against simpler systems that do the same. */
export const tryOn: Measure = {
  name: 'try-on',
  async run(bench) {
    const { body } = await orderBody(96, 96);
    await using undo = new AsyncDisposableStack();
    const targets = await startTargets(bench, undo);
    const loadOf = (target: { url: string; path: string }, clients?: number) =>
      ({ ...target, method: 'POST', body, clients: clientsOf(bench.callers, clients) }) as const;
    for (const target of targets.values()) await bench.warmUp(loadOf(target));
    const measured = async (clients: number, name: string, unit: string, key: 'p50' | 'perSecond', goal: Goal) => {
      const rounds: Map<string, LoadResult>[] = [];
      for (let round = 0; round < bench.rounds; round++) {
        const results = new Map<string, LoadResult>();
        for (const [target, address] of targets) results.set(target, await bench.load(loadOf(address, clients)));
        rounds.push(results);
      }
      const what = `POST ${ORDER}, ${clients} ${clients === 1 ? 'client' : 'clients'}: ${name}`;
      const ofRound = (results: Map<string, LoadResult>, target: string) => results.get(target)?.[key] ?? Number.NaN;
      return [...targets.keys()]
        .filter((floor) => floor !== SUBJECT)
        .map((floor) =>
          comparison(
            { what, unit, goal: floor === SKELETON ? goal : undefined },
            floor,
            rounds.map((results) => ({ subject: ofRound(results, SUBJECT), floor: ofRound(results, floor) })),
          ),
        );
    };
    return [
      ...(await measured(1, 'p50', 'ms', 'p50', atMost(1.5))),
      ...(await measured(CLIENTS, 'answers', '/s', 'perSecond', atLeast(0.7))),
    ];
  },
};

async function startTargets({ rig, full }: Bench, undo: AsyncDisposableStack): Promise<Targets> {
  const { natsUrl, databaseUrl, environment } = rig;
  const hosted = async (module: string) => {
    const child = await rig.host(module);
    undo.defer(() => child.stop());
    return child;
  };
  /** A front that listens and a back that does the work, in two processes. @returns the front's address */
  const pair = async (module: string, front: readonly unknown[], back: readonly [string, ...unknown[]]) => {
    const [listening, working] = await Promise.all([hosted(module), hosted(module)]);
    const url = await listening.call<string>('start', ...front);
    await working.call(...back);
    return url;
  };
  const skeleton = (name: string, ...s3: unknown[]) =>
    pair('floors/skeleton.ts', [name, natsUrl, databaseUrl, ...s3], ['work', name, natsUrl, ...s3]);
  const targets = new Map([
    [SKELETON, { url: await skeleton('FLOOR'), path: '/' }],
    [SUBJECT, { url: rig.apiUrl, path: ORDER }],
    ['skeleton with the object store', { url: await skeleton('FLOOR_STORE', environment), path: '/' }],
  ]);
  if (!full) return targets;
  const express = await (await hosted('peers/express-in-memory.ts')).call<string>('start', databaseUrl);
  targets.set('express, queue in memory', { url: express, path: ORDER });
  if (existsSync(NESTJS)) {
    const url = await pair('peers/nest-nats.ts', [natsUrl], ['answer', natsUrl, databaseUrl]);
    targets.set('NestJS over NATS', { url, path: ORDER });
  } else {
    console.log('\nNestJS is not installed, so its rows are left out; to get them: npm ci --prefix bench/peers');
  }
  return targets;
}
