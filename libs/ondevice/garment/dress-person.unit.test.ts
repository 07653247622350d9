import { ServiceError } from '@styling/service/errors.ts';
import { describe, expect, test } from 'vitest';
import { type Drawing, drawPerson } from '../fixtures/drawn-person.fixture.ts';
import { understandDescription } from '../words/understand-description.ts';
import { chooseColours } from './choose-colours.ts';
import { type Dressed, dressPerson } from './dress-person.ts';
import type { Subject } from './subject.ts';

const inTrousers: Drawing = {
  top: [40, 60, 120],
  sleeve: 0.5,
  bottom: { colour: [120, 120, 120], shape: 'legs', hem: 330 },
  shoes: [20, 20, 20],
};
const wearing = (drawing: Partial<Drawing> = {}): Subject => drawPerson({ ...inTrousers, ...drawing }).subject;
const dress = (subject: Subject, description: string): Dressed =>
  dressPerson(subject, chooseColours(understandDescription(description), undefined).layers, 'clothing_description');
const refusal = (subject: Subject, description: string): unknown => {
  try {
    return dress(subject, description);
  } catch (error) {
    return error;
  }
};

/** Somebody whose right arm hides the trunk. */
function crossed(): Subject {
  const subject = wearing();
  const { frame } = subject.parsed;
  const [left, right] = frame.arms;
  const arms = [left, { ...right, elbow: [125, 120], wrist: [130, 100] }] as const;
  return { ...subject, parsed: { ...subject.parsed, frame: { ...frame, arms } } };
}

describe('given somebody in a top and trousers', () => {
  const subject = wearing();
  const { width } = subject.size;
  const isRed = ({ foreground: [r, g] }: Dressed, x: number, y: number) =>
    r[y * width + x]! > 0.3 && r[y * width + x]! > 2 * g[y * width + x]!;
  const isKept = ({ foreground }: Dressed, x: number, y: number) =>
    foreground.every((plane, c) => Math.abs(plane[y * width + x]! - subject.foreground[c]![y * width + x]!) < 0.01);

  test('then a top is painted over the worn one, and nothing else changes', () => {
    const dressed = dress(subject, 'red t-shirt');
    expect(dressed).toMatchObject({ approximations: [], matte: subject.matte });
    expect([isRed(dressed, 120, 120), isKept(dressed, 120, 40), isKept(dressed, 98, 290)]).toEqual([true, true, true]);
  });

  test('then a skirt is drawn with tights below it, and that is told', () => {
    const dressed = dress(subject, 'red skirt');
    expect(dressed.approximations).toEqual(['tights_added']);
    expect(isRed(dressed, 120, 220)).toBe(true);
    for (const plane of dressed.foreground) expect(plane[290 * width + 98]!).toBeLessThan(0.25);
  });

  test('then the same order gives the same picture', () => {
    expect(dress(subject, 'red floral dress')).toEqual(dress(subject, 'red floral dress'));
  });
});

describe('given an order of which nothing can be shown, then it is refused', () => {
  test('as not visible where the picture ends above the garment', () => {
    const error = refusal(wearing({ height: 160 }), 'blue jeans');
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({ code: 'garment_not_visible', parameters: { field: 'clothing_description' } });
  });

  test('as not dressed, with the reason, where it would have to be drawn and the pose does not let it', () => {
    const error = refusal(crossed(), 'red dress');
    expect(error).toMatchObject({
      code: 'garment_not_dressed',
      message: expect.stringContaining('asks for a dress over what is worn in this selfie'),
      parameters: { details: 'the embedded preview cannot draw it in this pose; a hosted model can' },
    });
  });
});

test('given an order of which a part cannot be shown, then the rest is, and that is told', () => {
  expect(dress(wearing({ height: 160 }), 'red sweater and blue jeans').approximations).toContain('not_in_picture');
});
