import type { Point } from '../pixels/points.ts';
import { smoothstep } from '../pixels/scalar.ts';
import { besideBody } from './beside-body.ts';
import { flutes } from './folds.ts';
import type { Measures } from './measures.ts';
import { type Pair, sign } from './side.ts';
import { type Trunk, trunk } from './trunk.ts';
import type { UpperStyle } from './upper-styles.ts';

/**
 * What the trunk of a garment depends on besides its style: where worn trousers that stay begin (v), whether it is sleeveless, how soft its
 * cloth is, its neckline.
 */
export type TrunkOf = {
  waist: number | undefined;
  bare: boolean;
  soft: number;
  neck: readonly Point[];
  shares: Pair<number>;
};

/** The body of a garment for the upper body, which a long one continues over the legs. */
export function upperTrunk(measures: Measures, style: UpperStyle, { waist, bare, soft, neck, shares }: TrunkOf): Trunk {
  const { ease, extra } = style;
  const long = style.below === undefined ? undefined : belowHips(measures, style, style.below);
  // What is worn below must not show a gap.
  const hem = Math.max(style.hem, (waist ?? 0) + 0.03);
  return trunk(measures, {
    side: (side) => [
      besideBody(measures, side, 0.36, ease, extra * 0.7),
      besideBody(measures, side, 0.66, ease * 1.03, extra),
      ...(long
        ? [besideBody(measures, side, 1.04, ease, extra + 0.03), long.hemEnds[side]]
        : [besideBody(measures, side, hem, ease * style.hemEase, extra)]),
    ],
    ...{ neck, neckShares: shares, lift: style.lift, folds: style.folds, soft, seed: 11, hemBow: long ? 0.06 : 0.03 },
    armhole: bare ? 0.22 : 0,
    ...(long && { hemFold: long.hemFold, relief: long.relief }),
  });
}

/** How deep the round folds of a coat are where it ends. */
const fluteDepth = 0.06;

function belowHips({ legs, half, torso }: Measures, { ease }: UpperStyle, share: number) {
  const level = (which: 0 | 2) => (legs[0].joints[which][1] + legs[1].joints[which][1]) / 2;
  // In a portrait the ankles are guesses.
  const y = level(0) + share * Math.max(level(2) - level(0), 1.2 * torso);
  const folds = flutes(7, 2.1);
  const end = (side: 0 | 1): Point => [sign(side) * (half(side, 1.02) * ease + 0.16), y];
  return {
    hemEnds: [end(0), end(1)] as const,
    hemFold: (s: number) => folds(s) * fluteDepth * 0.5,
    relief: (_: number, at: number, s: number) =>
      folds(s) * fluteDepth * (0.2 + 0.8 * smoothstep(0.6 * torso, 1.8 * torso, at)) * smoothstep(0.5, 0.9, at),
  };
}
