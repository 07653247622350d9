import { describe, expect, test } from 'vitest';
import { label } from './labels.ts';
import { widenBareLimbs } from './widen-bare-limbs.ts';

const size = { width: 200, height: 200 };
const at = (x: number, y: number) => y * size.width + x;
const [skin, cloth] = [3000, 7000];

/** A forearm down x 60, 40 wide, which is labelled as skin within 6 of that and as trousers beside it, before cloth. */
const onArm = (x: number) => x >= 40 && x < 80;
const labels = () =>
  Uint8Array.from({ length: 200 * 200 }, (_, i) => {
    const x = i % 200;
    if (Math.abs(x - 60) < 6) return label.skin;
    return onArm(x) ? label.bottom : label.top;
  });
const colours = (isSkin: (x: number, y: number) => boolean) =>
  Uint16Array.from({ length: 200 * 200 }, (_, i) => (isSkin(i % 200, Math.floor(i / 200)) ? skin : cloth));
/** That arm, with a balance of skin and cloth for each half of it. */
const forearm = (upper: number, lower = upper) =>
  ({ from: [60, 20], to: [60, 180], radii: [10, 8], skin: [upper, upper, lower, lower] }) as const;

describe('the width of bare limbs', () => {
  test('given skin along the axis, then what goes on beside it in its colours is skin', () => {
    const widened = labels();
    widenBareLimbs(widened, [forearm(0)], colours(onArm), size);
    expect([45, 75, 100].map((x) => widened[at(x, 100)])).toEqual([label.skin, label.skin, label.top]);
  });

  test('given a sleeve down to the middle, then only what is below it is widened', () => {
    const widened = labels();
    widenBareLimbs(widened, [forearm(-0.8, 0)], colours(onArm), size);
    expect([widened[at(45, 30)], widened[at(45, 150)]]).toEqual([label.bottom, label.skin]);
  });

  test('given the colours of skin further away than a limb reaches, then they stay cloth', () => {
    const widened = labels();
    widenBareLimbs(
      widened,
      [forearm(0)],
      colours((x) => x >= 40 && x < 120),
      size,
    );
    expect([widened[at(45, 100)], widened[at(110, 100)]]).toEqual([label.skin, label.top]);
  });

  test('given a covered limb, or cloth in the colours of the skin, then the labels stay', () => {
    for (const [limb, isSkin] of [
      [forearm(-0.8), onArm],
      [forearm(0), () => true],
    ] as const) {
      const widened = labels();
      widenBareLimbs(widened, [limb], colours(isSkin), size);
      expect(widened).toEqual(labels());
    }
  });
});
