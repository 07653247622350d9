import { decodeRgb, sharp } from '@styling/imaging';
import type { Engine } from '../engine.ts';
import { askedOf, type Case, requestOf } from './cases.ts';
import { cornerWhiteness, difference, meanColour, meanDifference } from './measure.ts';
import { sitters } from './photographs.ts';

/** A finished case: JPEGs, duration (ms), approximations, and the measured invariants. */
export type Shown = {
  name: string;
  before: Buffer;
  reference: Buffer | undefined;
  after: Buffer;
  milliseconds: number;
  approximations: readonly string[];
  /** CIEDE2000 difference from the photograph on the face, and from the expected colour on the garment. */
  face: number;
  garment: number | undefined;
  /** How white the upper corners are, 0..255, in the studio. */
  border: number | undefined;
};

const maxSide = 1024;
const asJpeg = (bytes: Uint8Array) =>
  sharp(bytes).rotate().resize({ width: maxSide, height: maxSide, fit: 'inside' }).jpeg().toBuffer();

/** Makes the picture of a case and measures it. */
export async function show(engine: Engine, one: Case): Promise<Shown> {
  const request = await requestOf(one);
  const start = performance.now();
  const picture = await engine.tryOn(request);
  const milliseconds = performance.now() - start;
  const before = await decodeRgb(request.selfie, { field: 'selfie', maxSide });
  const after = await decodeRgb(picture.image, { field: 'picture' });
  const asked = askedOf(one);
  return {
    name: one.name,
    before: await asJpeg(request.selfie),
    reference: request.reference && (await asJpeg(request.reference)),
    after: Buffer.from(picture.image),
    milliseconds,
    approximations: picture.approximations,
    face: meanDifference(before, after, sitters[one.sitter].face),
    garment: asked && difference(meanColour(after, asked.box), asked.colour),
    border: one.scene === 'studio' ? cornerWhiteness(after) : undefined,
  };
}
