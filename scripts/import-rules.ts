import { dirname, join } from 'node:path';

/** A workspace package. */
export type WorkspacePackage = {
  readonly name: string;
  readonly dependencies: readonly string[];
};

const SCOPE = '@styling/';
/** Packages that run the whole system, above all others; they may depend on each other. */
const ABOVE_ALL: readonly string[] = ['testing', 'conformance', 'faults', 'bench'];
const SERVICES = 'services and deployment';
/** A package may depend on packages of lower layers only. Those above services run the system on one machine. */
const LAYERS: readonly (readonly string[])[] = [
  ['contracts', 'client'],
  ['telemetry'],
  ['service'],
  ['bus', 'database', 'objectstore', 'http', 'imaging', 'fetching'],
  ['model-api'],
  ['projections', 'comfyui', 'replicate', 'openai-images', 'products', 'ondevice', 'timeline'],
  ['capability', 'portal'],
  [SERVICES],
  ['local-servers'],
  ['process-rig'],
  ['local-stack'],
  ABOVE_ALL,
];

const indexOf = (name: string): number => LAYERS.findIndex((names) => names.includes(name));
const layerOf = (packageName: string): number => {
  const layer = indexOf(packageName.replace(SCOPE, ''));
  return layer === -1 ? indexOf(SERVICES) : layer;
};

/**
 * Workspace packages that a package declares and may not depend on. That it declares what it imports is checked by Biome
 * (`noUndeclaredDependencies`).
 */
export const layerViolations = ({ name, dependencies }: WorkspacePackage): string[] =>
  dependencies
    .filter((dependency) => dependency.startsWith(SCOPE))
    .filter((dependency) => layerOf(dependency) >= layerOf(name) && !ABOVE_ALL.includes(name.replace(SCOPE, '')))
    .map((dependency) => `${name}: ${dependency} is not in a lower layer`);

/** Relative imports of a source file that lead out of its package, other than to the root's package.json. */
export const importsOutside = (folder: string, path: string, text: string): string[] =>
  [...text.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*['"](\.[^'"]+)['"]/g)]
    .map(([, specifier]) => join(dirname(path), specifier as string))
    .filter((target) => target !== 'package.json' && !target.startsWith(`${folder}/`))
    .map((target) => `${path}: ${target} is outside of the package`);
