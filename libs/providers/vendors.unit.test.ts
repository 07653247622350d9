import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** The npm client of each vendor, and the frame's own HTTP client. */
const LIBRARIES = { frame: ['undici'], comfyui: [], 'openai-images': ['openai'], replicate: ['replicate'] };

it.each(Object.entries(LIBRARIES))(
  'given %s, then it loads %j alone, and of the others only the frame',
  (folder, own) => {
    const files = globSync(`${import.meta.dirname}/${folder}/*.ts`).filter(
      (path) => !/\.(test|fixture)\.ts$/.test(path),
    );
    const imported = files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/(?:\bfrom|\bimport|\bimport\()\s*['"]([^'"]+)['"]/g)].map(
        ([, name]) => name,
      ),
    );
    expect(imported.length).toBeGreaterThan(5);
    const foreign = [...new Set(imported)].filter(
      (name) => !/^(node:|@styling\/|zod$|\.\/|\.\.\/frame\/)/.test(name ?? ''),
    );
    expect(foreign).toEqual(own);
  },
);
