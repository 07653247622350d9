import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { labelledPictures } from '../../accuracy/labelled-pictures.ts';
import { halfOf, photographs } from '../../gallery/strangers/catalogue.ts';
import { listed, trainingPhotographs } from './training-photographs.ts';

const all = trainingPhotographs();

test('given all training photographs, then none is kept for rating, by its name or by its bytes', () => {
  const kept = [
    ...[...photographs.values()].filter(({ half }) => half === 'rate'),
    ...labelledPictures.filter(({ set }) => set === 'held-out').map(({ photograph }) => photograph),
  ];
  expect(kept.length).toBeGreaterThan(40);
  const names = new Set(kept.map(({ name }) => name));
  const digests = new Set(kept.map(({ sha256 }) => sha256));
  expect(all.filter(({ photograph }) => names.has(photograph.name) || digests.has(photograph.sha256))).toEqual([]);
  expect(all.filter(({ photograph, set }) => set === 'tune' && halfOf(photograph.name) === 'rate')).toEqual([]);
});

test('given all training photographs, then each has labels and is there once', () => {
  const labels = readdirSync(new URL('labels/', import.meta.url));
  expect(all.map(({ photograph }) => `${photograph.name}.png`).sort()).toEqual(labels.sort());
  expect(new Set(all.map(({ photograph }) => photograph.sha256)).size).toBe(all.length);
  for (const { photograph, region, head } of all) {
    expect(photograph.sha256).toMatch(/^[0-9a-f]{16}$/);
    expect(Math.min(region.width, head.width, head.height)).toBeGreaterThan(0);
  }
});

const line = (...fields: string[]) => `titles\n${fields.join('\t')}\n`;

test('given a portrait, then its digest, package, file and measures are read', () => {
  expect(listed(line('avatar', '0123456789abcdef', 'faces@1.0.0', 'a.jpg', '1 2 3', '4 5 6 7'))).toEqual([
    {
      photograph: {
        name: 'avatar',
        kind: 'portrait',
        half: 'tune',
        sha256: '0123456789abcdef',
        package: 'faces@1.0.0',
        file: 'a.jpg',
      },
      set: 'portraits',
      region: { x: 1, y: 2, width: 3, height: 3, rotation: 0 },
      head: { centre: [4, 5], width: 6, height: 7 },
    },
  ]);
});

test('given a stranger that there is not or that is kept for rating, or measures that are none, then it is said', () => {
  const rated = [...photographs.values()].find(({ half }) => half === 'rate')!;
  const measures = ['1 2 3', '4 5 6 7'];
  expect(() => listed(line('nobody', '', '', '', ...measures))).toThrow('no photograph nobody');
  expect(() => listed(line(rated.name, '', '', '', ...measures))).toThrow(`${rated.name} is kept for rating`);
  expect(() => listed(line('avatar', rated.sha256, 'faces@1.0.0', 'a.jpg', ...measures))).toThrow('under another name');
  for (const wrong of ['1 2', '1 2 x', ''])
    expect(() => listed(line('blue-wig', '', '', '', wrong, '4 5 6 7'))).toThrow(
      `blue-wig has the measures "${wrong}"`,
    );
});
