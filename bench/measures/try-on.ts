import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Bench, CLIENTS, clientsOf, type Measure } from '../bench.ts';
import { inTurns } from '../in-turns.ts';
import { orderBody } from '../order-body.ts';
import { comparison } from '../row.ts';
import { atLeast, atMost, type Goal } from '../statistics.ts';

/** Not a workspace: `npm ci --prefix bench/peers` installs it. */
const NESTJS = join(import.meta.dirname, '..', 'peers', 'node_modules', '@nestjs', 'core');
const SUBJECT = 'ours';
const SKELETON = 'skeleton';
const ORDER = '/try_on_outfit';

type Target = { readonly url: string; readonly path: string };

/** POST /try_on_outfit with an instant model, against the bare skeleton and against simpler systems that do the same. */
export const tryOn: Measure = {
  name: 'try-on',
  async run(bench) {
    const { body } = await orderBody(96, 96);
    const targets = await startTargets(bench);
    const loadOf = (target: Target, clients: number) =>
      ({ ...target, method: 'POST', body, clients: clientsOf(bench.callers, clients) }) as const;
    for (const target of Object.values(targets)) await bench.warmUp(loadOf(target, CLIENTS));
    const measured = async (clients: number, name: string, unit: string, key: 'p50' | 'perSecond', goal: Goal) => {
      const loads = Object.entries(targets).map(
        ([target, address]) => [target, async () => (await bench.load(loadOf(address, clients)))[key]] as const,
      );
      const rounds = await inTurns<string, number>(bench.rounds, Object.fromEntries(loads));
      const what = `POST ${ORDER}, ${clients} ${clients === 1 ? 'client' : 'clients'}: ${name}`;
      return Object.keys(targets)
        .filter((floor) => floor !== SUBJECT)
        .map((floor) =>
          comparison(
            { what, unit, goal: floor === SKELETON ? goal : undefined },
            floor,
            rounds.map(({ [SUBJECT]: subject = Number.NaN, [floor]: bare = Number.NaN }) => ({ subject, floor: bare })),
          ),
        );
    };
    return [
      ...(await measured(1, 'p50', 'ms', 'p50', atMost(1.5))),
      ...(await measured(CLIENTS, 'answers', '/s', 'perSecond', atLeast(0.7))),
    ];
  },
};

/** Subject, floors and peers, by name: the subject right after the floor that its goals are about. */
async function startTargets({ rig, host, full }: Bench): Promise<Record<string, Target>> {
  const { natsUrl, databaseUrl, environment } = rig;
  /** A front that listens and a back that does the work, in two processes. @returns the front's address */
  const pair = async (module: string, front: readonly unknown[], back: readonly [string, ...unknown[]]) => {
    const [listening, working] = [await host(module), await host(module)];
    const url = await listening.call<string>('start', ...front);
    await working.call(...back);
    return url;
  };
  const skeleton = (name: string, ...s3: unknown[]) =>
    pair('floors/skeleton.ts', [name, natsUrl, databaseUrl, ...s3], ['work', name, natsUrl, ...s3]);
  const targets: Record<string, Target> = {
    [SKELETON]: { url: await skeleton('FLOOR'), path: '/' },
    [SUBJECT]: { url: rig.apiUrl, path: ORDER },
    'skeleton with the object store': { url: await skeleton('FLOOR_STORE', environment), path: '/' },
  };
  if (!full) return targets;
  const express = await (await host('peers/express-in-memory.ts')).call<string>('start', databaseUrl);
  targets['express, queue in memory'] = { url: express, path: ORDER };
  if (existsSync(NESTJS)) {
    const url = await pair('peers/nest-nats.ts', [natsUrl], ['answer', natsUrl, databaseUrl]);
    targets['NestJS over NATS'] = { url, path: ORDER };
  } else {
    console.log('\nNestJS is not installed, so its rows are left out; to get them: npm ci --prefix bench/peers');
  }
  return targets;
}
