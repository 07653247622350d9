import { expect, test } from 'vitest';
import { drawPerson } from '../analysis/fixtures/drawn-person.ts';
import type { Dressed } from '../garment/dress-person.ts';
import type { Layer } from '../garment/layer.ts';
import type { SeenParts } from '../parts/see-parts.ts';
import type { BodyFrame } from '../person/body-frame.ts';
import { joint } from '../person/find-pose.ts';
import { label } from '../person/labels.ts';
import type { Rgb } from '../pixels/plane.ts';
import { dressWell } from './dress-well.ts';

const { subject } = drawPerson({ top: [180, 30, 40] });
const green: Layer = {
  ...{ kind: 'top', name: 't-shirt', neck: 'crew', sleeve: 0.55, material: 'cotton', pattern: 'solid' },
  ...{ colour: [30, 140, 60], second: [30, 140, 60] },
};
const way = (foreground: Rgb): Dressed => ({
  ...{ foreground, matte: subject.matte, approximations: [], shown: 1, drawn: false },
});
const painted = (which: number): Dressed => {
  const [r, g, b] = subject.foreground;
  const paint = (plane: Float32Array, value: number) =>
    plane.map((old, i) => (subject.parsed.labels[i] === which ? value / 255 : old));
  return way([paint(r, 30), paint(g, 140), paint(b, 60)]);
};

test('given a broken way before a whole one, then the whole one is chosen', () => {
  const whole = painted(label.top);
  expect(dressWell(subject, [green], [painted(label.hair), whole])).toBe(whole);
});

test('given only broken ways, then the clothes are not separable, or the pose allowed to draw none', () => {
  const code = (drawn: boolean, kind: Layer['kind']) => () =>
    dressWell(subject, [{ ...green, kind }], [{ ...painted(label.hair), drawn }]);
  expect(code(true, 'top')).toThrow(expect.objectContaining({ code: 'clothes_not_separable' }));
  expect(code(false, 'top')).toThrow(expect.objectContaining({ code: 'pose_not_supported' }));
  expect(code(false, 'bottom')).toThrow(expect.objectContaining({ code: 'clothes_not_separable' }));
});

test('given a drawn garment with fine lines where the worn cloth has them, then they are its own, not what is left of a print', () => {
  const { labels } = subject.parsed;
  const striped = (r: number, g: number, b: number): Rgb =>
    subject.foreground.map((plane, c) =>
      plane.map((old, i) => (labels[i] === label.top ? ([r, g, b][c]! / 255) * (i % 4 < 2 ? 1 : 0.5) : old)),
    ) as unknown as Rgb;
  const printed = { ...subject, foreground: striped(180, 30, 40) };
  const lined = way(striped(30, 140, 60));
  const drawn = { ...lined, drawn: true };
  expect(() => dressWell(printed, [green], [lined])).toThrow();
  expect(dressWell(printed, [green], [drawn])).toBe(drawn);
});

test('given nobody to be seen dressed, then the shoulders are not visible', () => {
  const { labels } = subject.parsed;
  const face = {
    ...subject,
    parsed: { ...subject.parsed, labels: labels.map((which) => Math.min(which, label.skin)) },
  };
  expect(() => dressWell(face, [green], [way(subject.foreground)])).toThrow(
    expect.objectContaining({ code: 'shoulders_not_visible' }),
  );
});

test('given a close portrait with the shoulders seen from the side, then only a drawn garment is given out', () => {
  const portrait = drawPerson({ top: [180, 30, 40], height: 95 }).subject;
  const { parsed } = portrait;
  const turned = (width: number) => ({
    ...portrait,
    parsed: { ...parsed, frame: { ...parsed.frame, head: { ...parsed.frame.head, width } } },
  });
  const [r, g, b] = portrait.foreground;
  const paint = (plane: Float32Array, value: number) =>
    plane.map((old, i) => (parsed.labels[i] === label.top ? value / 255 : old));
  const whole = { ...way([paint(r, 30), paint(g, 140), paint(b, 60)]), matte: portrait.matte };
  expect(dressWell(turned(40), [green], [whole])).toBe(whole);
  expect(() => dressWell(turned(60), [green], [whole])).toThrow(
    expect.objectContaining({ code: 'pose_not_supported' }),
  );
  const drawn = { ...whole, drawn: true };
  expect(dressWell(turned(60), [green], [drawn])).toBe(drawn);
});

test('given shoulders seen from the side, then painted clothes are given out in profile, if the parts are known and the trunk is seen down to the hips', () => {
  const { parsed } = subject;
  const turned = (frame: Partial<BodyFrame>, parts: SeenParts | undefined) => ({
    ...subject,
    parsed: {
      ...parsed,
      frame: { ...parsed.frame, head: { ...parsed.frame.head, width: 90 }, faceFound: false, ...frame },
      parts,
    },
  });
  const region = { ...subject.size, x: subject.size.width / 2, y: subject.size.height / 2, rotation: 0 };
  const everywhere = new Float32Array(4);
  const seen = { ground: everywhere, hair: everywhere, skin: everywhere, clothes: everywhere, region, side: 2 };
  const whole = painted(label.top);
  expect(dressWell(turned({}, seen), [green], [whole])).toBe(whole);
  const refusal = expect.objectContaining({ code: 'pose_not_supported' });
  expect(() => dressWell(turned({ faceFound: true }, seen), [green], [whole])).toThrow(refusal);
  expect(() => dressWell(turned({}, undefined), [green], [whole])).toThrow(refusal);
  const hidden = (which: number) => (which === joint.leftHip ? 0 : parsed.frame.seen(which));
  expect(() => dressWell(turned({ seen: hidden }, seen), [green], [whole])).toThrow(refusal);
});

test('given a close portrait painted in a ragged outline, then a whole drawn garment goes before it', () => {
  const portrait = drawPerson({ top: [180, 30, 40], height: 95 }).subject;
  const { labels } = portrait.parsed;
  const { width } = portrait.size;
  const dyed = (plane: Float32Array, value: number, isPainted: (i: number) => boolean) =>
    plane.map((old, i) => (labels[i] === label.top && isPainted(i) ? value / 255 : old));
  const inGreen = (isPainted: (i: number) => boolean, drawn: boolean): Dressed => {
    const [r, g, b] = portrait.foreground;
    const foreground: Rgb = [dyed(r, 30, isPainted), dyed(g, 140, isPainted), dyed(b, 60, isPainted)];
    return { ...way(foreground), matte: portrait.matte, drawn };
  };
  const toothed = (i: number) => i % 10 < 5 || labels[i - 6 * width] === label.top;
  const [ragged, drawn] = [inGreen(toothed, false), inGreen(() => true, true)];
  expect(dressWell(portrait, [green], [ragged, drawn])).toBe(drawn);
  expect(dressWell(portrait, [green], [ragged])).toBe(ragged);
});

/** Somebody with hair before the top that has its colours where it is not `seen` (x, y from -1 to 1 in the hair), and that top in green. */
function withHairBefore(seen: (x: number, y: number) => boolean) {
  const { parsed, size } = subject;
  const { frame } = parsed;
  const labels = parsed.labels.slice();
  const half = Math.ceil(0.2 * frame.shoulderWidth);
  const middle = Math.round(frame.neck[0] + 0.4 * frame.shoulderWidth);
  const from = Math.round(frame.neck[1] + 0.2 * frame.torsoLength);
  const foreground = subject.foreground.map((plane) => plane.slice()) as unknown as Rgb;
  for (let y = from; y < from + 3 * half; y++)
    for (let x = middle - half; x < middle + half; x++) {
      labels[y * size.width + x] = label.hair;
      if (seen((x - middle) / half, (y - from) / (1.5 * half) - 1)) foreground[0][y * size.width + x] = 1;
    }
  const dye = (plane: Float32Array, value: number) =>
    plane.map((old, i) => (labels[i] === label.top ? value / 255 : old));
  const dyed = way([dye(foreground[0], 30), dye(foreground[1], 140), dye(foreground[2], 60)]);
  return { longHaired: { ...subject, foreground, parsed: { ...parsed, labels } }, dyed };
}

test('given hair in the colours of the top with an end that is not seen, then only a drawn garment is given out', () => {
  const { longHaired, dyed } = withHairBefore((_, y) => y < 1 / 3);
  expect(() => dressWell(longHaired, [green], [dyed])).toThrow();
  const drawn = { ...dyed, drawn: true };
  expect(dressWell(longHaired, [green], [drawn])).toBe(drawn);
});

test('given hair whose lower end is seen in part, then painted clothes are given out only if a face is found', () => {
  const { longHaired, dyed } = withHairBefore((x, y) => x < -0.25 || y < 0.7);
  expect(dressWell(longHaired, [green], [dyed])).toBe(dyed);
  const { parsed } = longHaired;
  const faceless = { ...longHaired, parsed: { ...parsed, frame: { ...parsed.frame, faceFound: false } } };
  expect(() => dressWell(faceless, [green], [dyed])).toThrow(expect.objectContaining({ code: 'pose_not_supported' }));
});

test('given shoulders below the picture, then clothes are painted although the neckline has to be guessed and the cloth is coarse', () => {
  const portrait = drawPerson({ top: [180, 30, 40], height: 95 }).subject;
  const { parsed } = portrait;
  const lowered = (y: number) => {
    const arms = parsed.frame.arms.map((arm) => ({ ...arm, shoulder: [arm.shoulder[0], y] as const }));
    return {
      ...portrait,
      parsed: { ...parsed, frame: { ...parsed.frame, arms: arms as unknown as BodyFrame['arms'] } },
    };
  };
  const coarse = (i: number) => (i % 4 < 2 ? 1 : 0.3);
  const dyed = (plane: Float32Array, value: number) =>
    plane.map((old, i) => (parsed.labels[i] === label.top ? (value / 255) * coarse(i) : old));
  const [r, g, b] = portrait.foreground;
  const painted = { ...way([dyed(r, 240), dyed(g, 240), dyed(b, 240)]), matte: portrait.matte };
  const drawn = { ...painted, drawn: true };
  expect(dressWell(lowered(120), [green], [painted, drawn])).toBe(painted);
  expect(dressWell(lowered(80), [green], [painted, drawn])).toBe(drawn);
});

test('given a close portrait in which hardly anything of the body is clothed, then the shoulders are not visible; trousers may be as little', () => {
  const portrait = drawPerson({ top: [180, 30, 40], height: 95 }).subject;
  const { width, height } = portrait.size;
  const labels = portrait.parsed.labels.map((which) => Math.min(which, label.skin));
  const bare = { ...portrait, parsed: { ...portrait.parsed, labels } };
  const upTo = (rows: number): Dressed => {
    const [r, g, b] = portrait.foreground.map((plane) =>
      plane.map((old, i) => (i >= (height - rows) * width && portrait.matte[i]! > 0.5 ? 1 - old : old)),
    ) as unknown as Rgb;
    return { ...way([r, g, b]), matte: portrait.matte, drawn: true };
  };
  const [little, enough] = [upTo(2), upTo(15)];
  expect(() => dressWell(bare, [green], [little])).toThrow(expect.objectContaining({ code: 'shoulders_not_visible' }));
  expect(dressWell(bare, [green], [enough])).toBe(enough);
  expect(dressWell(bare, [{ ...green, kind: 'bottom' }], [little])).toBe(little);
});
