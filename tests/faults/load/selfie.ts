import { photo } from '@styling/testing';
import sharp from 'sharp';

/** A photograph of a person that is small enough to be sent often: JPEG, 320 pixels wide. */
export const aSelfie = async (): Promise<Buffer> =>
  sharp(await photo('grace-hopper.jpg'))
    .resize(320)
    .jpeg()
    .toBuffer();
