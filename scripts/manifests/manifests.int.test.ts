import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nkeyVariable } from '@styling/bus';
import { busUserNames, schemas, serviceNames, serviceOf } from '@styling/contracts';
import { roleOf } from '@styling/database';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { overlay, REPOSITORY } from './kubectl.fixture.ts';
import {
  environmentOf,
  type LabelSelector,
  type Manifest,
  nameOf,
  ownSources,
  type Source,
  STAGE,
  selects,
  specsOf,
  type Workload,
  workloadsOf,
} from './manifest.fixture.ts';
import { environmentViolations, variablesOf } from './programs.fixture.ts';

const read = (path: string) => parse(readFileSync(join(REPOSITORY, 'deploy', path), 'utf8'), { merge: true });

type Secret = Readonly<Record<string, string>> & { readonly optional?: Readonly<Record<string, string>> };
/** The Secrets that are created at installation, with examples as their values. */
const listed = Object.entries<Secret>(read('k8s/secrets.yaml')).map(
  ([name, { optional = {}, ...required }]) => [`Secret/${name}`, { required, optional } as Source] as const,
);
/** Everything that a pod of these manifests can refer to. */
const sourcesOf = (manifests: readonly Manifest[]) => new Map([...listed, ...ownSources(manifests)]);

const OVERLAYS = ['k8s/overlays/dev', 'k8s/overlays/production', 'k8s/overlays/data', 'gpu/k8s'];

describe.each(OVERLAYS)('%s', (folder) => {
  let manifests: Manifest[];
  let workloads: Workload[];
  beforeAll(() => {
    manifests = overlay(folder);
    workloads = workloadsOf(manifests);
  });

  it('has a pod with these ports for every service, budget and policy: one that selects none protects nothing', () => {
    // Beside a Cluster, whose pods CloudNativePG labels with its name, are those of the NATS chart.
    const operated = specsOf(manifests, 'Cluster').flatMap(({ owner }) => [
      { 'cnpg.io/cluster': owner.metadata.name },
      { 'app.kubernetes.io/name': 'nats' },
    ]);
    for (const { owner, selector, ports } of selectionsOf(manifests)) {
      const selected = workloads.filter(({ labels }) => selects(selector, labels));
      const isOperated = operated.some((labels) => selects(selector, labels));
      expect(selected.length > 0 || isOperated, `${nameOf(owner)} selects a pod`).toBe(true);
      for (const { owner: selectedOwner, pod } of selected) {
        const offered = pod.containers
          .flatMap((one) => one.ports ?? [])
          .flatMap((port) => [port.name, port.containerPort]);
        expect(offered, `${nameOf(owner)}: ports of ${nameOf(selectedOwner)}`).toEqual(expect.arrayContaining(ports));
      }
    }
  });

  it('has every object in a stage, where it is applied in stages', () => {
    const stages = manifests.map(({ metadata }) => metadata.labels?.[STAGE]);
    const known = stages.some(Boolean) ? ['platform', 'provision', 'services', 'operator'] : [undefined];
    expect(stages.filter((stage) => !(known as unknown[]).includes(stage))).toEqual([]);
  });

  it('has every ConfigMap, Secret and key that a pod refers to, or lists it', () => {
    const sources = sourcesOf(manifests);
    const missing = workloads.flatMap(({ owner, pod }) =>
      referencesOf(pod)
        .filter(({ source, key, optional }) => {
          const { required, optional: others } = sources.get(source) ?? {};
          return !(optional || (required && (key === undefined || key in { ...required, ...others })));
        })
        .map(({ source, key = '' }) => `${nameOf(owner)}: ${source} ${key}`),
    );
    expect(missing).toEqual([]);
  });

  it('gives each program what it reads and no more, and enough to start without the optional keys', () => {
    const sources = sourcesOf(manifests);
    const containers = workloads.filter(isOurs).flatMap(({ pod }) => pod.containers);
    const violations = containers.flatMap((container) =>
      [true, false].flatMap((withOptional) => {
        const environment = environmentOf(container, sources, withOptional);
        const ports = container.ports?.map(({ name, containerPort }) => [name, String(containerPort)]) ?? [];
        const listening = { http: environment.PORT, health: environment.HEALTH_PORT };
        expect(Object.entries(listening)).toEqual(expect.arrayContaining(ports));
        return environmentViolations((container.args ?? []).join(' '), environment);
      }),
    );
    expect(violations).toEqual([]);
  });
});

it('production connects to its servers with TLS that is verified, and each service with a role of its own', () => {
  const production = overlay('k8s/overlays/production');
  const sources = sourcesOf(production);
  const programs = workloadsOf(production).map(({ owner, pod: { containers } }) => {
    const [container = {}] = containers;
    expect(container.volumeMounts?.map(({ mountPath }) => mountPath)).toContain('/run/data-ca');
    return [owner.metadata.name, environmentOf(container, sources)] as const;
  });
  const onBus = programs.filter(([, { NATS_URL }]) => NATS_URL);
  expect(onBus).toHaveLength(serviceNames.length + 2);
  for (const [, { NATS_URL, NATS_CA_FILE }] of onBus) {
    expect([NATS_URL, NATS_CA_FILE]).toEqual([expect.stringMatching(/^tls:/), '/run/data-ca/ca.crt']);
  }
  const users = programs.flatMap(([name, { DATABASE_URL }]) => {
    if (!DATABASE_URL) return [];
    const { username, search } = new URL(DATABASE_URL);
    expect(search).toBe('?sslmode=verify-full&sslrootcert=/run/data-ca/ca.crt');
    return [[name, username]];
  });
  expect(Object.fromEntries(users)).toEqual({
    ...Object.fromEntries(serviceNames.flatMap((name) => (roleFor(name) ? [[name, roleFor(name)]] : []))),
    operator: 'styling',
    'provision-tables': 'styling',
  });
});

const roleFor = (name: (typeof serviceNames)[number]): string | undefined => {
  const { schema } = serviceOf(name);
  return schema && roleOf('styling', schema);
};

describe('given the declared services', () => {
  it('then their folders are there, and their variables show what they declare to use', () => {
    const folders = globSync('services/*/main.ts', { cwd: REPOSITORY });
    expect(folders.sort()).toEqual(serviceNames.map((name) => `services/${name}/main.ts`).sort());
    for (const name of serviceNames) {
      const variables = variablesOf(`services/${name}/main.ts`);
      const { schema, objectStore } = serviceOf(name);
      expect(
        ['DATABASE_URL', 'S3_BUCKET'].map((one) => variables.includes(one)),
        name,
      ).toEqual([schema !== undefined, objectStore]);
    }
  });

  it('then each has a Deployment with its key of the bus, which reaches what it declares, and a budget', () => {
    const base = overlay('k8s/overlays/production');
    const deployments = specsOf<object>(base, 'Deployment').filter(({ owner }) => owner.metadata.name !== 'operator');
    expect(deployments.map(({ owner }) => owner.metadata.name).sort()).toEqual(serviceNames.toSorted());
    for (const name of serviceNames) {
      const { schema, objectStore, internet = false } = serviceOf(name);
      const { labels, pod } = workloadsOf(base).find(({ owner }) => nameOf(owner) === `Deployment ${name}`) as Workload;
      const reaches = { bus: true, database: schema !== undefined, 'object-store': objectStore, internet };
      const declared = Object.entries(reaches).map(([what, does]) => [`styling/reaches-${what}`, does]);
      expect(declared.map(([label]) => [label, labels[String(label)] === 'true'])).toEqual(declared);
      expect(pod.containers[0]?.args).toEqual([`services/${name}/main.ts`]);
      expect(referencesOf(pod).map(({ source }) => source)).toContain(`Secret/nats-${name}`);
      expect(base.map(nameOf)).toContain(`PodDisruptionBudget ${name}`);
    }
  });

  it('then the data servers have their users', () => {
    const { spec } = read('k8s/overlays/data/postgres-roles.yaml');
    const roles = spec.managed.roles.map(({ name }: { name: string }) => name);
    expect(roles).toEqual(schemas.map((schema) => roleOf('styling', schema)));
    const { env } = read('k8s/overlays/data/nats-users.yaml').container;
    expect(Object.keys(env)).toEqual(busUserNames.map(nkeyVariable));
  });

  it('then each is in the compose file, whose programs can start with their environment', () => {
    type Service = { image?: string; command?: string[]; environment?: Record<string, string | number | null> };
    const services: Record<string, Service> = read('compose.yaml').services;
    expect(Object.keys(services)).toEqual(expect.arrayContaining(serviceNames));
    for (const { image, command = [], environment = {} } of Object.values(services)) {
      if (!image?.startsWith('styling:')) continue;
      const byDefault = (value: unknown) => String(value ?? '').replace(/\$\{\w+:-([^}]*)\}/g, '$1');
      const set = Object.entries(environment).map(([key, value]) => [key, byDefault(value)]);
      expect(environmentViolations(command.join(' '), Object.fromEntries(set))).toEqual([]);
    }
  });
});

type Port = string | number;
type ServiceSpec = { selector?: Record<string, string>; ports?: { port: number; targetPort?: Port }[] };
type PolicySpec = { podSelector: LabelSelector; ingress?: { ports?: { port?: Port }[] }[] };

/** What selects pods, and the ports that they must have. */
const selectionsOf = (manifests: readonly Manifest[]) => [
  ...specsOf<ServiceSpec>(manifests, 'Service').map(({ owner, spec: { selector = {}, ports = [] } }) => ({
    owner,
    selector: { matchLabels: selector },
    ports: ports.map(({ port, targetPort = port }) => targetPort),
  })),
  ...specsOf<PolicySpec>(manifests, 'NetworkPolicy').map(({ owner, spec: { podSelector, ingress = [] } }) => ({
    owner,
    selector: podSelector,
    ports: ingress.flatMap(({ ports = [] }) => ports.flatMap(({ port = [] }) => port)),
  })),
  ...specsOf<{ selector: LabelSelector }>(manifests, 'PodDisruptionBudget').map(({ owner, spec: { selector } }) => ({
    owner,
    selector,
    ports: [],
  })),
];

/** Whether a program of this repository runs in it, by the one image that all of them share. */
const isOurs = ({ pod }: Workload): boolean => /(^|\/)styling:/.test(pod.containers[0]?.image ?? '');

type Reference = { readonly source: string; readonly key?: string; readonly optional?: boolean };

/** All references below a part of a pod: in `secret`, `secretRef`, `secretKeyRef` and the like. */
function referencesOf(part: unknown): Reference[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([field, member]) => {
    const [, kind] = /^(configMap|secret)(?:Key)?(?:Ref)?$/.exec(field) ?? [];
    if (!kind) return referencesOf(member);
    const { name, secretName = name, ...others } = member;
    return [{ ...others, source: `${kind === 'secret' ? 'Secret' : 'ConfigMap'}/${secretName}` }];
  });
}
