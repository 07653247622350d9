import { readFileSync } from 'node:fs';
import { photographs } from '../../gallery/strangers/catalogue.ts';
import type { Photograph } from '../../gallery/strangers/photograph.ts';
import { type Region, square } from '../../models/crop.ts';
import type { Head } from '../../person/head.ts';

/** Where a photograph of the training comes from: the half of the strangers that engines are tuned on, or portraits. */
export type TrainingSet = 'tune' | 'portraits';

/** Longest side that photographs are decoded with, in pixels: region and head are in pixels of that. */
export const longestSide = 1024;

/** A photograph of which the pixels of a region are labelled, and the head that it was seen by. */
export type TrainingPhotograph = {
  photograph: Photograph;
  set: TrainingSet;
  region: Region;
  head: Pick<Head, 'centre' | 'width' | 'height'>;
};

/** Some portraits are strangers under other names: those that are kept for rating are known by their bytes. */
const keptDigests = new Set(
  [...photographs.values()].filter(({ half }) => half === 'rate').map(({ sha256 }) => sha256),
);

/** All photographs with labels: strangers of the half `tune` and portraits, none that is kept for rating and none twice. */
export const trainingPhotographs = (): TrainingPhotograph[] =>
  listed(readFileSync(new URL('photographs.tsv', import.meta.url), 'utf8'));

/**
 * The photographs of a list: after a line of titles a line each with name; digest, package and file, of portraits only; centre and side
 * of the region; centre, width and height of the face.
 *
 * @throws Error on a stranger that there is not, on a photograph that is kept for rating, and on measures that are no numbers
 */
export const listed = (text: string): TrainingPhotograph[] =>
  text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [name = '', sha256 = '', from = '', file = '', region = '', face = ''] = line.split('\t');
      const [x, y, side] = numbers(region, 3, name);
      const [across, down, width, height] = numbers(face, 4, name);
      return {
        ...(sha256 ? portrait({ name, sha256, package: from, file }) : stranger(name)),
        region: square(x!, y!, side!),
        head: { centre: [across!, down!], width: width!, height: height! },
      };
    });

function portrait(
  one: Pick<Photograph, 'name' | 'sha256' | 'package' | 'file'>,
): Pick<TrainingPhotograph, 'photograph' | 'set'> {
  if (keptDigests.has(one.sha256)) throw new Error(`the photograph ${one.name} is kept for rating under another name`);
  return { photograph: { ...one, kind: 'portrait', half: 'tune' }, set: 'portraits' };
}

function stranger(name: string): Pick<TrainingPhotograph, 'photograph' | 'set'> {
  const photograph = photographs.get(name);
  if (!photograph) throw new Error(`no photograph ${name}`);
  if (photograph.half !== 'tune') throw new Error(`the photograph ${name} is kept for rating`);
  return { photograph, set: 'tune' };
}

function numbers(text: string, count: number, name: string): number[] {
  const all = text.split(' ').map(Number);
  if (all.length !== count || !all.every(Number.isFinite) || text === '')
    throw new Error(`the photograph ${name} has the measures "${text}"`);
  return all;
}
