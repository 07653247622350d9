import { join } from 'node:path';
import { REPOSITORY_DIR } from '@styling/local-servers/run-script';
import sharp from 'sharp';

/** A selfie of as few pixels as still show a person (JPEG): the embedded engine takes the shorter for it. */
export const smallSelfie = (): Promise<Buffer> =>
  sharp(join(REPOSITORY_DIR, 'docs/example/selfie.jpg')).resize({ width: 256 }).jpeg({ quality: 90 }).toBuffer();
