import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import root from '../package.json' with { type: 'json' };
import { importsOutside, layerViolations } from './import-rules.ts';

// Checks what Biome's import rules (biome.json) do not: the layers of packages, and that relative imports stay inside of one.
const violations = globSync(root.workspaces.map((workspace) => `${workspace}/package.json`)).flatMap((manifest) => {
  const folder = dirname(manifest);
  const { name, dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8'));
  const files = globSync(`${folder}/**/*.ts`, { exclude: (path) => path.includes('node_modules') });
  return [
    ...layerViolations({ name, dependencies: Object.keys({ ...dependencies, ...devDependencies }) }),
    ...files.flatMap((path) => importsOutside(folder, path, readFileSync(path, 'utf8'))),
  ];
});
for (const violation of violations) console.error(violation);
if (violations.length > 0) process.exitCode = 1;
