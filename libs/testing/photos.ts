import { readFile } from 'node:fs/promises';

/** The photographs whose licence lets them be kept here; see photos/README.md. */
export const photoNames = ['grace-hopper.jpg', 'grace-hopper.heic', 'astronaut.png'] as const;

/** The bytes of a photograph; a missing one is an error, never a skipped test. */
export const photo = (name: (typeof photoNames)[number]): Promise<Buffer> =>
  readFile(new URL(`./photos/${name}`, import.meta.url));
