import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildOverlay, parseManifests } from './build-overlay.ts';
import { checkFields } from './check-fields.ts';
import { checkManifests } from './check-manifests.ts';
import { checkSchemas } from './check-schemas.ts';
import { findKubectl } from './find-kubectl.ts';
import type { Manifest } from './manifest.ts';
import { type Break, broken, overlay, REPOSITORY, SECRETS } from './overlays.fixture.ts';

describe('given manifests', () => {
  let production: Manifest[];
  let data: Manifest[];
  beforeAll(async () => {
    [production, data] = await Promise.all([overlay('production'), overlay('data')]);
  });

  it.each<[string, Break, string]>([
    ['a wrong type', ['Deployment', 'style', (o) => (o.spec.revisionHistoryLimit = 'five')], 'revisionHistoryLimit'],
    ['a missing field', ['Service', 'gateway', (o) => delete o.spec.ports[0].port], 'port'],
    [
      'a duration that is none',
      ['HTTPRoute', 'api', (o) => (o.spec.rules[0].timeouts.request = '2 minutes')],
      'request',
    ],
    ['a kind that there is not', ['PodDisruptionBudget', 'style', (o) => (o.kind = 'Budget')], 'has no such kind'],
  ])('when one has %s, then its schema refuses it', async (_, fault, said) => {
    expect(await checkSchemas(broken(production, fault))).toContainEqual(expect.stringContaining(said));
  });

  it.each<[string, Break, string]>([
    [
      'a field that there is not',
      ['Cluster', 'postgres', (o) => (o.spec.replicas = 3)],
      'additional properties {"additionalProperty":"replicas"}',
    ],
    [
      "a crontab's schedule",
      ['ScheduledBackup', 'postgres', (o) => (o.spec.schedule = '0 2 * * *')],
      '/spec/schedule must match pattern',
    ],
    [
      'no destination',
      ['ObjectStore', 'postgres', (o) => delete o.spec.configuration.destinationPath],
      'destinationPath',
    ],
  ])("when an operator's object has %s, then its schema refuses it", async (_, fault, said) => {
    expect(await checkSchemas(broken(data, fault))).toContainEqual(expect.stringContaining(said));
  });

  it('when fields are misspelt at any depth, then the types refuse each', async () => {
    const misspelt: Break[] = [
      ['Deployment', 'style', (o) => (o.spec.template.spec.containers[0].livenessProb = {})],
      ['Deployment', 'usage', (o) => (o.spec.template.spec.terminationGracePeriod = 160)],
      ['NetworkPolicy', 'bus', (o) => (o.spec.egres = [])],
      ['ScaledObject', 'tryon', (o) => (o.spec.minReplicas = 2)],
      ['HTTPRoute', 'api', (o) => (o.spec.rules[0].timeout = {})],
    ];
    const faults = await checkFields(misspelt.reduce(broken, production), join(REPOSITORY, '.local'));
    expect(faults).toHaveLength(misspelt.length);
    for (const name of ['livenessProb', 'terminationGracePeriod', 'egres', 'minReplicas', 'timeout']) {
      expect(faults).toContainEqual(expect.stringContaining(`'"${name}"' does not exist`));
    }
  });

  it('when an API is described nowhere, then that is said rather than passed over', async () => {
    const unknown: Break = ['Service', 'gateway', (o) => (o.apiVersion = 'serving.knative.dev/v1')];
    await expect(checkSchemas(broken(production, unknown))).rejects.toThrow(
      'nothing here describes serving.knative.dev/v1',
    );
  });

  it('when all of it is as in the repository, then there is no fault', async () => {
    const options = { repository: REPOSITORY, secrets: SECRETS };
    expect(await checkManifests(production, { ...options, elsewhere: [] })).toEqual([]);
    expect(await checkManifests(data, { ...options, elsewhere: [{ 'app.kubernetes.io/name': 'nats' }] })).toEqual([]);
    expect(await checkManifests(data, { ...options, elsewhere: [] })).toEqual(['NetworkPolicy nats selects no pod']);
  });
});

describe('given a folder', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'styling-overlay-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('when kustomize cannot build it, then its words are told', async () => {
    await writeFile(join(folder, 'kustomization.yaml'), 'resources: [absent.yaml]\n');
    await expect(buildOverlay(await findKubectl(join(folder, 'bin')), folder)).rejects.toThrow(
      /cannot be built: .*absent\.yaml/s,
    );
  });
});

it('given a text that is no YAML, then it is refused', () => {
  expect(() => parseManifests('kind: [')).toThrow();
});
