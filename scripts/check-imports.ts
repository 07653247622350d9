import { globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, normalize, relative } from 'node:path';
import root from '../package.json' with { type: 'json' };
import { findFaults, type ImportingPackage } from './import-rules.ts';

// Refuses imports that the layout forbids or that a package.json does not declare; see import-rules.ts.
// A package that has development dependencies only, such as the bench, never gets into production.
type Manifest = {
  name: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
};

const packages = globSync(root.workspaces.map((workspace) => `${workspace}/package.json`))
  .map((path) => ({ folder: dirname(path), manifest: JSON.parse(readFileSync(path, 'utf8')) as Manifest }))
  .map(({ folder, manifest }): ImportingPackage => {
    const paths = globSync(`${folder}/**/*.ts`, { exclude: (path) => path.includes('node_modules') });
    return {
      folder,
      name: manifest.name,
      dependencies: Object.keys(manifest.dependencies ?? manifest.devDependencies ?? {}),
      files: paths.map((path) => ({
        path: relative('.', normalize(join('.', path))),
        text: readFileSync(path, 'utf8'),
      })),
    };
  });

const faults = findFaults(packages, Object.keys(root.devDependencies), builtinModules);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
