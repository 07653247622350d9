import type { Measures } from './measures.ts';

/** A number 0..996 for the noise of folds, by the pose: the same photograph always gets the same folds, two of them hardly the same. */
export function poseSeed({ arms, torso, neck }: Pick<Measures, 'arms' | 'torso' | 'neck'>): number {
  let seed = Math.round(torso * 200) + Math.round(neck.half * 1000);
  for (const { joints } of arms)
    for (const [x, y] of joints) seed = (seed * 31 + Math.round(x * 50) + 3 * Math.round(y * 50)) % 997;
  return (seed + 997) % 997;
}
