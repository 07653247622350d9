import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { moduleOf } from './kinds.ts';
import { type Manifest, nameOf } from './manifest.ts';

const TSC = 'node_modules/typescript/bin/tsc';
const OPTIONS = '--ignoreConfig --noEmit --pretty false --strict --skipLibCheck --module nodenext --types node'.split(
  ' ',
);

/**
 * Refuses fields that a kind does not have, which a cluster would drop without a word. The schemas themselves leave
 * objects open, but their types do not: every object is written down as a literal of its type, and the compiler asked.
 *
 * @param folder below the repository's root, so that the types are found; used for a file that is removed again
 */
export async function checkFields(manifests: readonly Manifest[], folder: string): Promise<string[]> {
  const typed = manifests.flatMap((manifest) => {
    const path = moduleOf(manifest.apiVersion, manifest.kind);
    return path === null ? [] : [{ manifest, type: `import('${path}').I${manifest.kind}` }];
  });
  await mkdir(folder, { recursive: true });
  const workspace = await mkdtemp(join(folder, 'manifests-'));
  try {
    const file = join(workspace, 'manifests.ts');
    // One line each: the line of an error tells the object.
    const lines = typed.map(({ manifest, type }) => `(${JSON.stringify(manifest)}) satisfies ${type};`);
    await writeFile(file, `${lines.join('\n')}\nexport {};\n`);
    return await promisify(execFile)(process.execPath, [TSC, ...OPTIONS, file]).then(
      () => [],
      (failure) => readFaults(String(failure.stdout), (line) => typed[line - 1]?.manifest),
    );
  } finally {
    await rm(workspace, { recursive: true, force: true });
  }
}

function readFaults(output: string, manifestOf: (line: number) => Manifest | undefined): string[] {
  const faults = [...output.matchAll(/\((\d+),\d+\): error TS\d+: (.*)/g)].map(([, line, message]) => {
    const manifest = manifestOf(Number(line));
    return `${manifest ? nameOf(manifest) : 'manifests'}: ${message}`;
  });
  // The compiler failed and named nothing: that is a fault too.
  return faults.length > 0 ? faults : [`the compiler failed: ${output.slice(0, 500)}`];
}
