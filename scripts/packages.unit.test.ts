import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import root from '../package.json' with { type: 'json' };

// Biome's rules of imports know neither the layers of packages nor their boundaries.

/** A package may depend on packages of lower layers only. What is not named is a service or deployment. */
const LAYERS = [
  ['contracts', 'client'],
  ['telemetry'],
  ['service'],
  ['bus', 'database', 'objectstore', 'http', 'imaging', 'fetching'],
  ['providers'],
  ['projections', 'products', 'ondevice', 'timeline'],
  ['capability', 'portal'],
  ['services and deployment'],
  ['local-servers'],
  ['local-stack'],
];
/** Packages that run the whole system: above all others, and they may depend on each other. */
const ABOVE_ALL = ['testing', 'conformance', 'faults', 'bench', 'fake-models'];
const SCOPE = '@styling/';

function layerOf(packageName: string): number {
  const name = packageName.replace(SCOPE, '');
  if (ABOVE_ALL.includes(name)) return LAYERS.length;
  const layer = LAYERS.findIndex((names) => names.includes(name));
  return layer === -1 ? LAYERS.findIndex((names) => names.includes('services and deployment')) : layer;
}

const packages = globSync(root.workspaces.map((workspace) => `${workspace}/package.json`)).map((manifest) => {
  const { name, dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8'));
  return { folder: dirname(manifest), name: String(name), uses: Object.keys({ ...dependencies, ...devDependencies }) };
});

it('given what packages depend on, then it is of a lower layer', () => {
  const own = packages.flatMap(({ name, uses }) =>
    uses.filter((one) => one.startsWith(SCOPE)).map((used) => ({ name, used })),
  );
  expect(own.length).toBeGreaterThan(50);
  const isAbove = (name: string, used: string) => layerOf(used) < layerOf(name) || layerOf(name) === LAYERS.length;
  expect(own.filter(({ name, used }) => !isAbove(name, used))).toEqual([]);
});

it('given relative imports, then none leads out of its package, other than to the manifest of the repository', () => {
  const outside = packages.flatMap(({ folder }) =>
    globSync(`${folder}/**/*.ts`, { exclude: (path) => path.includes('node_modules') }).flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/(?:\bfrom|\bimport|\bimport\()\s*['"](\.[^'"]+)['"]/g)]
        .map(([, specifier]) => join(dirname(path), String(specifier)))
        .filter((target) => target !== 'package.json' && !target.startsWith(`${folder}/`))
        .map((target) => `${path}: ${target}`),
    ),
  );
  expect(outside).toEqual([]);
});
