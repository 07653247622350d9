import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Bench, CLIENTS, clientsOf, type Measure } from '../bench.ts';
import { inTurns } from '../in-turns.ts';
import { orderBody } from '../order-body.ts';
import { comparison, type Row } from '../row.ts';
import { atLeast, atMost, type Goal } from '../statistics.ts';
import { comparedWithCost } from './compared-with-cost.ts';
import { startLean } from './start-lean.ts';

/** Not a workspace: `npm ci --prefix tests/bench/peers` installs it. */
const NESTJS = join(import.meta.dirname, '..', 'peers', 'node_modules', '@nestjs', 'core');
const LEAN = 'lean';
const ORDER = '/try_on_outfit';
/** Sides of selfies of noise of some 8 and 256 kB. */
const [SMALL, LARGE] = [96, 560];
/** Whose selfies are large. */
const FEWER_CLIENTS = 16;

/** On answers a second, and on the processor time of one. */
type Goals = { readonly rate: Goal; readonly cost?: Goal };
type Target = { readonly url: string; readonly path: string };

/** POST /try_on_outfit with an instant model, against the same work in the leanest code and against simpler systems. */
export const tryOn: Measure = {
  name: 'try-on',
  async run(bench) {
    const [small, large] = [await orderBody(SMALL, SMALL), await orderBody(LARGE, LARGE)];
    const ours = { url: bench.rig.apiUrl, path: ORDER };
    const lean = await startLean(bench, bench.rig);
    const asked = (target: Target, body: string, clients: number) =>
      ({ ...target, method: 'POST', body, clients: clientsOf(bench.callers, clients) }) as const;
    const compare = (what: string, { body }: { body: string }, clients: number, goals: Goals) =>
      comparedWithCost(
        bench,
        { what, goal: goals.rate },
        asked(ours, body, clients),
        { name: LEAN, ...asked(lean, body, clients) },
        { costGoal: goals.cost },
      );
    return [
      ...(await atOneClient(bench, { [LEAN]: lean, ours, ...(await startPeers(bench)) }, small.body)),
      ...(await compare(`POST ${ORDER}, 8 kB selfies, ${CLIENTS} clients`, small, CLIENTS, {
        rate: atLeast(0.4),
        cost: atMost(3),
      })),
      ...(await compare(`POST ${ORDER}, 256 kB selfies, ${FEWER_CLIENTS} clients`, large, FEWER_CLIENTS, {
        rate: atLeast(0.5),
      })),
    ];
  },
};

/** The median of one client, against each of the others. */
async function atOneClient(bench: Bench, targets: Readonly<Record<string, Target>>, body: string): Promise<Row[]> {
  const load = (target: Target, clients: number) =>
    ({ ...target, method: 'POST', body, clients: clientsOf(bench.callers, clients) }) as const;
  for (const target of Object.values(targets)) await bench.warmUp(load(target, CLIENTS));
  const p50 = Object.entries(targets).map(
    ([name, target]) => [name, async () => (await bench.load(load(target, 1))).p50] as const,
  );
  const rounds = await inTurns<string, number>(bench.rounds, Object.fromEntries(p50));
  const what = `POST ${ORDER}, 8 kB selfies, 1 client: p50`;
  return Object.keys(targets)
    .filter((name) => name !== 'ours')
    .map((floor) =>
      comparison(
        { what, unit: 'ms', goal: floor === LEAN ? atMost(2.5) : undefined },
        floor,
        rounds.map(({ ours = Number.NaN, [floor]: other = Number.NaN }) => ({ subject: ours, floor: other })),
      ),
    );
}

/** Simpler systems with the same API, in a full run. */
async function startPeers(bench: Bench): Promise<Record<string, Target>> {
  if (!bench.full) return {};
  const { natsUrl, databaseUrl } = bench.rig;
  const express = await (await bench.host('peers/express-in-memory.ts')).call<string>('start', databaseUrl);
  const peers: Record<string, Target> = { 'express, queue in memory': { url: express, path: ORDER } };
  if (existsSync(NESTJS)) {
    const [front, back] = [await bench.host('peers/nest-nats.ts'), await bench.host('peers/nest-nats.ts')];
    const url = await front.call<string>('start', natsUrl);
    await back.call('answer', natsUrl, databaseUrl);
    peers['NestJS over NATS'] = { url, path: ORDER };
  } else {
    console.log('\nNestJS is not installed, so its rows are left out; to get them: npm ci --prefix tests/bench/peers');
  }
  return peers;
}
