import { ServiceError } from '@styling/service/errors.ts';
import { expect, test, vi } from 'vitest';
import type { Dressed } from '../garment/dress-person.ts';
import type { Layer } from '../garment/layer.ts';
import { dressOrBlame } from './dress-or-blame.ts';

const garment: Layer = {
  ...{ kind: 'top', name: 'shirt', neck: 'crew', sleeve: 0.55, material: 'cotton', pattern: 'stripes' },
  ...{ colour: [30, 140, 60], second: [200, 200, 200] },
};
const dressed: Dressed = {
  foreground: [],
  matte: new Float32Array(),
  approximations: [],
  shown: 1,
  drawn: false,
} as never;
const refuse = (code: 'clothes_not_separable' | 'pose_not_supported') => () => {
  throw new ServiceError(code, { field: 'selfie_base64' });
};
/** Refuses the garment, and treats plain clothes as it is told. */
const refusing = (code: Parameters<typeof refuse>[0], other: () => Dressed) =>
  vi.fn((layers: readonly Layer[]) => (layers.includes(garment) ? refuse(code)() : other()));
const field = 'garments.0.image_url';

test('given clothes of a reference that cannot be worn where plain ones can, then the reference is named', () => {
  const dress = refusing('clothes_not_separable', () => dressed);
  const trousers: Layer = { ...garment, kind: 'bottom' };
  expect(() => dressOrBlame(dress, [garment, trousers], field)).toThrow(
    expect.objectContaining({
      message: `${field} must show clothes that stand out from skin, hair and background`,
      details: 'the person can be dressed in other clothes, but not in those of this image',
    }),
  );
  expect(dress.mock.lastCall?.[0]).toMatchObject([
    { kind: 'top', pattern: 'solid' },
    { kind: 'bottom', pattern: 'solid' },
  ]);
});

test.each([
  ['plain clothes cannot be worn either', refusing('clothes_not_separable', refuse('clothes_not_separable')), field],
  ['plain clothes would not be seen', refusing('clothes_not_separable', () => ({ ...dressed, shown: 0 })), field],
  ['the pose is at fault', refusing('pose_not_supported', () => dressed), field],
  ['the clothes are those of the description', refusing('clothes_not_separable', () => dressed), undefined],
])('given that %s, then the selfie is named', (_, dress, reference) => {
  expect(() => dressOrBlame(dress, [garment], reference)).toThrow(/^selfie_base64 must show/);
});

test('given a defect, then it is thrown as it is', () => {
  const dress = refusing('clothes_not_separable', () => {
    throw new TypeError('defect');
  });
  expect(() => dressOrBlame(dress, [garment], field)).toThrow(TypeError);
});
