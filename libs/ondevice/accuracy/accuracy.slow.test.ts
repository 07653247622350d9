import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Engine, openEngine } from '../engine.ts';
import type { ColourCase } from './colour-case.ts';
import { drawnCases } from './drawn-cases.ts';
import { dressedCases } from './dressed-cases.ts';
import { judgeColours } from './judge-colours.ts';
import { photographedCases } from './photographed-cases.ts';

// A few of the cases of `npm run colour-accuracy`: of each kind, and those that once were wrong.

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine({ threads: 1 });
});
afterAll(() => engine.close());

const chosen = (cases: readonly ColourCase[], names: readonly string[]) =>
  names.map((name) => [name, cases.find((one) => one.name === name)] as const);

test.each([
  ...chosen(photographedCases, ['sample4, person 1', 'sample6, person 1', 'sample6, person 4']),
  ...chosen(drawnCases, [
    'sage long-sleeved, even light',
    'charcoal long-sleeved, cool light',
    'yellow skirt, little light',
    'coral sleeveless, little light',
  ]),
  ...chosen(dressedCases, ['sample6, person 4 in mustard trousers']),
])('given %s, then its colours are named rightly', async (_, one) => {
  if (!one) throw new Error('there is no such case');
  const { items } = await engine.analyse(await one.picture(engine));
  for (const verdict of judgeColours(one, items)) expect(verdict).toMatchObject({ right: true });
});
