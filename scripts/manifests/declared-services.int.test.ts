import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { composeViolations } from './compose-services.ts';
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

it('given files that differ from the declarations, then each is reported', async () => {
  await rm(join(copy, 'deploy/k8s/base/services/usage.yaml'));
  await writeFile(join(copy, 'deploy/k8s/base/services/gone.yaml'), '');
  expect(generatedViolations(copy)).toEqual([
    'deploy/k8s/base/services/usage.yaml is stale: run "npm run manifests"',
    'deploy/k8s/base/services/gone.yaml is stale: run "npm run manifests"',
  ]);
  await mkdir(join(copy, 'services/undeclared'));
  expect(declarationViolations(copy)).toEqual(['services/undeclared is not declared in libs/contracts/services.ts']);
});

it('given a compose file with variables that a program does not read, then it is reported', async () => {
  const service = { image: 'styling:dev', command: ['services/usage/main.ts'], environment: { S3: 'x' } };
  expect(composeViolations(JSON.stringify({ services: { usage: service } }))).toEqual([
    'usage: services/usage/main.ts: does not know S3',
    'usage: services/usage/main.ts: NATS_URL is not set; DATABASE_URL is not set',
  ]);
});
