import { ServiceError } from '@styling/service/errors.ts';
import { type Engine, openEngine } from '../engine.ts';
import type { ColourCase, Origin } from './colour-case.ts';
import { drawnCases } from './drawn-cases.ts';
import { dressedCases } from './dressed-cases.ts';
import { judgeColours, shareOf, type Verdict } from './judge-colours.ts';
import { photographedCases } from './photographed-cases.ts';

// npm run colour-accuracy: how often the analysis gets the colour of a top and of a bottom right. Takes minutes.

/** Minimum shares of right answers. */
const goals = { top: 0.95, bottom: 0.9 };
const origins: readonly Origin[] = ['photograph', 'drawn flat', 'dressed by the engine'];

const engine = await openEngine();
const cases = [...photographedCases, ...drawnCases, ...dressedCases];
const verdicts: Verdict[] = [];
const waiting = cases.values();
await Promise.all(
  Array.from({ length: engine.concurrency }, async () => {
    for (const one of waiting) verdicts.push(...judgeColours(one, await itemsOf(engine, one)));
  }),
);
await engine.close();

for (const origin of origins) {
  console.log(`\n${origin}: wrong${origin === 'photograph' ? ', and the right ones' : ''}`);
  for (const { case: name, part, expected, got, right, ...verdict } of verdicts)
    if (verdict.origin === origin && (!right || origin === 'photograph'))
      console.log(`  ${right ? 'right' : 'WRONG'}  ${name}, ${part}: ${expected.join(' or ')}; got ${got}`);
}
console.log('');
for (const part of ['top', 'bottom'] as const) {
  const judged = verdicts.filter((verdict) => verdict.part === part);
  for (const origin of origins) print(`${part}, ${origin}`, shareOf(judged.filter((one) => one.origin === origin)));
  const all = shareOf(judged);
  const reached = all.share >= goals[part];
  print(`${part}, all`, all, reached ? `, goal ${100 * goals[part]} %` : `: MISSES the goal of ${100 * goals[part]} %`);
  if (!reached) process.exitCode = 1;
}

function print(what: string, { right, of, share }: ReturnType<typeof shareOf>, rest = ''): void {
  console.log(`${what.padEnd(30)} ${right} of ${of} (${(100 * share).toFixed(1)} %)${rest}`);
}

/** A rejected picture counts as having no items; any other error is a bug and ends the run. */
async function itemsOf(at: Engine, one: ColourCase) {
  try {
    return (await at.analyse(await one.picture(at))).items;
  } catch (error) {
    if (error instanceof ServiceError && error.status < 500) return [];
    throw error;
  }
}
