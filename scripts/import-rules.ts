import { dirname, join } from 'node:path';

/** A workspace package with its sources. */
export type ImportingPackage = {
  readonly folder: string;
  readonly name: string;
  readonly dependencies: readonly string[];
  readonly files: readonly { readonly path: string; readonly text: string }[];
};

/** What a package may import: only packages of a lower layer. Services and deployment stand on top, the bench on them. */
const LAYERS: readonly (readonly string[])[] = [
  ['contracts'],
  ['telemetry'],
  ['service'],
  ['bus', 'database', 'objectstore', 'http', 'imaging', 'fetching'],
  ['projections', 'capability', 'replicate', 'products', 'ondevice'],
  ['local-servers'],
  ['process-rig'],
];
const SCOPE = '@styling/';
/** Packages that nothing in production may reach. */
const TEST_ONLY: readonly string[] = [`${SCOPE}testing`, `${SCOPE}fake-models`];
/** Packages that are nothing but tests. */
const TESTS: readonly string[] = [`${SCOPE}testing`, `${SCOPE}faults`];
/** Packages that run the system on one machine, and who besides tests may import them. */
const LOCAL: readonly string[] = [`${SCOPE}local-servers`, `${SCOPE}process-rig`];
const LOCAL_USERS: readonly string[] = [...LOCAL, `${SCOPE}local-stack`, `${SCOPE}bench`];
const TEST_FILE = /\.(unit|int|e2e)\.test\.ts$/;
/** What several tests of a package share. */
const FIXTURE_FILE = /\.fixture\.ts$/;
/** Pictures to look at: made like tests, judged by eye. */
const GALLERY_FILE = /\/gallery\/[^/]+\.ts$/;
/** Files that are started by hand or by a manifest: all that may read the environment. */
const ENTRY_FILE = /(^|\/)(main|start|keys|rebuild|beside|deadletters|erase|timeline)\.ts$/;
const SPECIFIER = /(?:\bfrom|\bimport|\bimport\()\s*['"]([^'"]+)['"]/g;
const ROOT_MANIFEST = 'package.json';

/** What measures the whole, and so stands above services and deployment. */
const TOP = `${SCOPE}bench`;

const layerOf = (name: string): number => {
  if (name === TOP) return LAYERS.length + 1;
  const layer = LAYERS.findIndex((names) => names.includes(name.replace(SCOPE, '')));
  return layer === -1 ? LAYERS.length : layer;
};

/**
 * Checks every import of every package.
 *
 * - a bare import must be declared by the package itself; tests may use whatever the workspace declares somewhere
 * - a package imports only packages of a lower layer; only tests import `@styling/testing` and `@styling/fake-models`
 * - only tests, the local stack and the bench import what runs the system on one machine
 * - a relative import stays in its package and names its file with its ending
 * - a `*.fixture.ts` may use what tests may, and only tests and other fixtures import it
 * - a `gallery/` may use what tests may, too
 * - only entry files read `process.env`
 *
 * @returns one line for each fault: file, import, reason
 */
export function findFaults(
  packages: readonly ImportingPackage[],
  devDependencies: readonly string[],
  builtins: readonly string[],
): string[] {
  const declared = [...devDependencies, ...TEST_ONLY, ...packages.flatMap(({ dependencies }) => dependencies)];
  return packages.flatMap((owner) =>
    owner.files.flatMap(({ path, text }) => {
      const isTest =
        [TEST_FILE, FIXTURE_FILE, GALLERY_FILE].some((kind) => kind.test(path)) || TESTS.includes(owner.name);
      const specifiers = [...text.matchAll(SPECIFIER)].map(([, specifier]) => specifier as string);
      const faults = specifiers.flatMap((specifier) => {
        const reason = specifier.startsWith('.')
          ? relativeFault(owner, path, specifier, isTest)
          : bareFault(owner, specifier, isTest ? declared : [], builtins);
        return reason ? [`${path}: "${specifier}" ${reason}`] : [];
      });
      if (!isTest && !ENTRY_FILE.test(path) && text.includes('process.env')) faults.push(`${path}: reads process.env`);
      return faults;
    }),
  );
}

function relativeFault(owner: ImportingPackage, path: string, specifier: string, isTest: boolean): string | undefined {
  const target = join(dirname(path), specifier);
  if (target === ROOT_MANIFEST) return undefined;
  if (FIXTURE_FILE.test(target) && !isTest) return 'is for tests only';
  if (!target.startsWith(`${owner.folder}/`)) return 'leaves its package';
  return /\.(ts|json)$/.test(specifier) ? undefined : 'does not name a file';
}

function bareFault(
  owner: ImportingPackage,
  specifier: string,
  alsoAllowed: readonly string[],
  builtins: readonly string[],
): string | undefined {
  if (specifier.startsWith('node:')) return undefined;
  if (builtins.includes(specifier)) return 'needs the prefix node:';
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  if (alsoAllowed.includes(name)) return undefined;
  if (TEST_ONLY.includes(name)) return 'is for tests only';
  if (LOCAL.includes(name) && !LOCAL_USERS.includes(owner.name)) return 'is for tests and the local stack only';
  if (!owner.dependencies.includes(name)) return `is not declared by ${owner.name}`;
  if (name.startsWith(SCOPE) && layerOf(name) >= layerOf(owner.name)) return `is not below ${owner.name}`;
  return undefined;
}
