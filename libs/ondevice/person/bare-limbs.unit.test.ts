import { describe, expect, test } from 'vitest';
import { figureFrame, figureSize } from '../fixtures/stick-figure.ts';
import type { SeenParts } from '../parts/see-parts.ts';
import { oklabPlanes, type Triple } from '../pixels/colour.ts';
import { bareLimbs } from './bare-limbs.ts';
import type { BodyFrame } from './body-frame.ts';
import { colourBinsOf } from './colour-histogram.ts';
import { joint } from './find-pose.ts';
import { onLimbs } from './on-limbs.ts';
import { hueOfSkin } from './skin-hue.ts';
import { skinHistogram } from './skin-model.ts';

const { width, height } = figureSize;
const skin: Triple = [208, 160, 132];
const shirt: Triple = [40, 60, 150];
const isFace = (x: number, y: number) => Math.hypot(x - 100, y - 55) < 18;

/** The limbs of the figure painted by `body`, its face in skin colour. */
function look(body: (x: number, y: number) => Triple, parts?: SeenParts, frame = figureFrame()) {
  const data = Uint8Array.from({ length: width * height * 3 }, (_, k) => {
    const i = Math.floor(k / 3);
    const [x, y] = [i % width, Math.floor(i / width)];
    return (isFace(x, y) ? skin : body(x, y))[k % 3]!;
  });
  const oklab = oklabPlanes(data);
  const face = Float32Array.from({ length: width * height }, (_, i) =>
    isFace(i % width, Math.floor(i / width)) ? 1 : 0,
  );
  const limbs = bareLimbs(frame, figureSize, {
    lightness: oklab.lightness,
    bins: colourBinsOf(oklab),
    skin: skinHistogram(oklab, face),
    seenHands: false,
    hasHueOfSkin: hueOfSkin(oklab, face),
    matte: new Float32Array(width * height).fill(1),
    parts,
  });
  return (x: number, y: number) => onLimbs(limbs, x, y);
}
const isArm = (x: number) => x < 56 || x > 144;

describe('bare limbs', () => {
  test('given short sleeves, then the forearms are bare and the upper arms are covered', () => {
    const at = look((x, y) => (isArm(x) && y > 150 ? skin : shirt));
    expect(at(157, 185).bare).toBeGreaterThan(0.9);
    expect(at(145, 120)).toEqual({ bare: 0, covered: 1 });
    expect(at(100, 140)).toEqual({ bare: 0, covered: 0 });
  });

  test('given arms in shade, then they still have the hue of the face', () => {
    const shade: Triple = [112, 80, 62];
    expect(look((x) => (isArm(x) ? shade : shirt))(157, 185).bare).toBeGreaterThan(0.9);
  });

  test('given arms that are lit from one side, then they are as even as skin is', () => {
    const lit = (x: number): Triple => {
      const light = 1 - 0.6 * Math.min(1, Math.max(0, (Math.abs(x - 100) - 50) / 12));
      return [208 * light, 160 * light, 132 * light];
    };
    expect(look((x) => (isArm(x) ? lit(x) : shirt))(157, 185).bare).toBeGreaterThan(0.9);
  });

  test('given a shirt of the colour of skin, then its sleeves are covered', () => {
    expect(look(() => skin)(157, 185).bare).toBe(0);
  });

  test('given long hair in the colours of skin before the shirt, then bare arms are bare nevertheless', () => {
    const hair: Triple = [178, 136, 100];
    const bust = (x: number, y: number) => (isArm(x) ? skin : y < 165 ? hair : shirt);
    const square = { side: 2, region: { x: 100, y: 65, width: 200, height: 200, rotation: 0 } };
    const [all, none] = [new Float32Array(4).fill(1), new Float32Array(4)];
    const seesHair: SeenParts = { ...square, ground: none, hair: all, skin: none, clothes: none };
    expect(look(bust, seesHair)(145, 120).bare).toBeGreaterThan(0.9);
    expect(look(bust)(145, 120).bare).toBeLessThan(0.9);
  });

  test('given a top with a pattern partly in the colours of skin, then its sleeves in that colour are covered where the parts show clothes', () => {
    const checked = (x: number, y: number) => (isArm(x) || (x + y) % 40 < 20 ? skin : shirt);
    const square = { side: 2, region: { x: 100, y: 150, width: 300, height: 300, rotation: 0 } };
    const [all, none] = [new Float32Array(4).fill(1), new Float32Array(4)];
    const seesClothes: SeenParts = { ...square, ground: none, hair: none, skin: none, clothes: all };
    expect(look(checked, seesClothes)(157, 185).bare).toBe(0);
    expect(look(checked)(157, 185).bare).toBeGreaterThan(0.9);
  });

  test('given a bare upper arm above a sleeve, then it is a colour of the sleeve', () => {
    const at = look((x, y) => (isArm(x) && y < 140 ? skin : shirt));
    expect(at(145, 120).bare).toBe(0);
  });

  test('given shorts, then the legs are bare; given trousers, they are not', () => {
    const shorts = look((_, y) => (y > 225 ? skin : shirt));
    expect(shorts(122, 250).bare).toBeGreaterThan(0.9);
    expect(shorts(124, 205).bare).toBe(0);
    expect(look(() => shirt)(122, 250)).toEqual({ bare: 0, covered: 1 });
  });

  test('given knees that are not seen, then a thigh below shorts is bare if the picture cuts it, but not if something hides it', () => {
    const kneesAt = (below: number, aside = 22): BodyFrame => {
      const hidden = figureFrame([joint.leftKnee, joint.rightKnee]);
      return {
        ...hidden,
        at: (which) =>
          which === joint.leftKnee
            ? [100 + aside, below]
            : which === joint.rightKnee
              ? [100 - aside, below]
              : hidden.at(which),
      };
    };
    const shorts = (_: number, y: number) => (y > 225 ? skin : shirt);
    expect(look(shorts, undefined, kneesAt(330))(122, 280).bare).toBeGreaterThan(0.9);
    expect(look(shorts, undefined, kneesAt(290))(122, 280).bare).toBe(0);
    // Spread thighs are those of somebody who sits.
    expect(look(shorts, undefined, kneesAt(330, 95))(150, 252).bare).toBe(0);
  });
});
