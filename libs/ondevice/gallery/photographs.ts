import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { sharp } from '@styling/imaging';
import { photo } from '@styling/testing';
import type { Box } from './measure.ts';

/**
 * A person to dress: a licensed photograph (libs/testing/photos, or a part of a demo picture of the development dependency
 * `@vladmandic/face-api`, which is not copied into this repository), with boxes (shares of width and height) completely
 * inside the face, the top and the bottom.
 */
export type Sitter = { load: () => Promise<Buffer>; face: Box; top: Box; bottom?: Box };

const box = (left: number, top: number, right: number, bottom: number): Box => ({ left, top, right, bottom });

const part = (sample: number, left: number, top: number, width: number, height: number) => async () => {
  const file = createRequire(import.meta.url).resolve(`@vladmandic/face-api/demo/sample${sample}.jpg`);
  return sharp(await readFile(file))
    .extract({ left, top, width, height })
    .jpeg({ quality: 95 })
    .toBuffer();
};

/** The people in the gallery and in the look tests, by name. */
export const sitters = {
  hopper: { load: () => photo('grace-hopper.jpg'), face: box(0.38, 0.32, 0.66, 0.52), top: box(0.16, 0.74, 0.3, 0.97) },
  astronaut: { load: () => photo('astronaut.png'), face: box(0.38, 0.17, 0.51, 0.32), top: box(0.2, 0.55, 0.28, 0.8) },
  /** A sleeveless top and trousers; a neighbour's hair and arm at the left. */
  green: {
    load: part(6, 1400, 100, 520, 1400),
    face: box(0.22, 0.15, 0.5, 0.23),
    top: box(0.1, 0.5, 0.28, 0.6),
    bottom: box(0.4, 0.82, 0.52, 0.95),
  },
  /** A dress with thin straps, long hair over one shoulder, blinds behind. */
  olive: { load: part(6, 110, 340, 530, 1190), face: box(0.32, 0.17, 0.55, 0.28), top: box(0.35, 0.56, 0.85, 0.9) },
  /** Striped overall, bare shoulders, neighbours at both sides. */
  striped: { load: part(6, 1000, 130, 470, 1400), face: box(0.42, 0.18, 0.66, 0.26), top: box(0.3, 0.52, 0.55, 0.66) },
  /** A dark short-sleeved uniform in a dark room, very long hair. */
  uniform: { load: part(1, 1220, 120, 660, 1160), face: box(0.46, 0.12, 0.6, 0.25), top: box(0.18, 0.42, 0.45, 0.62) },
  /** Seen from the side; blue and orange light; a neighbour at the left. */
  purple: { load: part(3, 1340, 180, 570, 1170), face: box(0.38, 0.18, 0.55, 0.3), top: box(0.5, 0.52, 0.65, 0.6) },
  /** From the side, long sleeves, a flared skirt and bare legs. */
  skirt: {
    load: part(4, 1220, 60, 660, 1388),
    face: box(0.16, 0.11, 0.28, 0.2),
    top: box(0.3, 0.35, 0.4, 0.48),
    bottom: box(0.35, 0.68, 0.6, 0.8),
  },
  /** From behind, an arm raised, curly hair, jeans. */
  jeans: {
    load: part(4, 40, 60, 560, 1388),
    face: box(0.5, 0.17, 0.62, 0.25),
    top: box(0.45, 0.5, 0.7, 0.57),
    bottom: box(0.42, 0.68, 0.78, 0.8),
  },
} as const satisfies Record<string, Sitter>;

export type SitterName = keyof typeof sitters;
