import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { generatedViolations } from './generated-files.ts';
import { REPOSITORY } from './overlays.fixture.ts';
import { declarationViolations } from './programs.ts';

let copy: string;
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'styling-services-'));
  for (const folder of ['services', 'deploy']) {
    await cp(join(REPOSITORY, folder), join(copy, folder), {
      recursive: true,
      filter: (path) => !path.includes('node_modules'),
    });
  }
});
afterAll(() => rm(copy, { recursive: true, force: true }));

it('given the repository, then folders, manifests and compose file are those of the declared services', async () => {
  expect(declarationViolations(REPOSITORY)).toEqual([]);
  expect(generatedViolations(REPOSITORY)).toEqual([]);
});
