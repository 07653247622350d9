import { serviceNames, serviceOf } from '@styling/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { environmentOf, sourceValues } from './check-environment.ts';
import { checkManifests } from './check-manifests.ts';
import { type Container, type Manifest, workloadsOf } from './manifest.ts';
import { overlay } from './overlays.fixture.ts';
import { listedSecrets } from './programs.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test reaches into any kind of object to break it
type Change = (object: any) => unknown;

describe('given the manifests of the repository', () => {
  let overlays: Manifest[][];
  beforeAll(() => {
    overlays = ['production', 'data', 'dev'].map(overlay);
  });

  it('when nothing is changed, then there is no violation', () => {
    expect(overlays.map(checkManifests)).toEqual([[], [], []]);
  });

  it('when production connects to its servers, then with TLS that is verified, and each service with a role of its own', () => {
    const [production = []] = overlays;
    const environments = workloadsOf(production).flatMap(({ owner, pod }) => {
      const mounted = pod.containers[0]?.volumeMounts?.some(({ mountPath }) => mountPath === '/run/data-ca');
      const environment = environmentOf(
        pod.containers[0] as Container,
        sourceValues(production, listedSecrets),
        'nothing',
      );
      return [{ name: owner.metadata.name, mounted, ...environment }] as Record<string, unknown>[];
    });
    const [onBus, withTables] = ['NATS_URL', 'DATABASE_URL'].map((key) => environments.filter((one) => one[key]));
    expect(onBus).toHaveLength(serviceNames.length + 2);
    for (const { NATS_URL, NATS_CA_FILE, mounted } of onBus ?? []) {
      expect([NATS_URL, NATS_CA_FILE, mounted]).toEqual([expect.stringMatching(/^tls:/), '/run/data-ca/ca.crt', true]);
    }
    const users = withTables?.map(({ name, DATABASE_URL, mounted }) => {
      const { username, search } = new URL(String(DATABASE_URL));
      expect([search, mounted]).toEqual(['?sslmode=verify-full&sslrootcert=/run/data-ca/ca.crt', true]);
      return [name, username];
    });
    expect(Object.fromEntries(users ?? [])).toEqual({
      ...Object.fromEntries(
        serviceNames.flatMap((name) => (serviceOf(name).schema ? [[name, `styling_${serviceOf(name).schema}`]] : [])),
      ),
      operator: 'styling',
      'provision-tables': 'styling',
    });
  });

  /** Violations reported when one object is changed, or removed where the change returns 'removed'. */
  function violationsWith(object: string, change: Change): string[] {
    const isIt = ({ kind, metadata }: Manifest) => `${kind}/${metadata.name}`.startsWith(object);
    const copy = structuredClone(overlays.find((manifests) => manifests.some(isIt)) ?? []);
    const at = copy.findIndex(isIt);
    if (change(copy[at]) === 'removed') copy.splice(at, 1);
    return checkManifests(copy);
  }
  const container =
    (change: Change): Change =>
    (o) =>
      change(o.spec.template.spec.containers[0]);

  it.each<[object: string, change: Change, violation: string]>([
    ['PodDisruptionBudget/style', (o) => (o.spec.selector.matchLabels = { a: 'b' }), 'selects no pod'],
    ['ConfigMap/image-life', () => 'removed', 'there is no ConfigMap image-life'],
    [
      'Deployment/usage',
      container((c) => (c.env = [{ name: 'A', valueFrom: { secretKeyRef: { name: 'usage', key: 'B' } } }])),
      'Secret usage has no B',
    ],

    [
      'ConfigMap/models',
      (o) => (o.data.REPLICATE_MODEL = 'x'),
      'services/style/main.ts: does not know REPLICATE_MODEL',
    ],
    ['ConfigMap/pictures', (o) => delete o.data.IMAGE_STORE_URL, 'IMAGE_STORE_URL is not set'],
    [
      'Job/provision-tables',
      container((c) => (c.args = ['deploy/tables'])),
      'no program is started by "deploy/tables"',
    ],

    ['Service/gateway', (o) => (o.spec.ports[0].targetPort = 'web'), 'Deployment gateway has no port web'],
    ['ConfigMap/process', (o) => (o.data.HEALTH_PORT = '9090'), 'does not listen on port health, but on 9090'],

    ['NetworkPolicy/everything-denied', () => 'removed', 'no policy denies what comes in'],
    ['NetworkPolicy/internet', (o) => o.spec.egress[0].to[0].ipBlock.except.splice(5, 1), 'reach 169.254.169.254'],
    ['NetworkPolicy/internet', (o) => delete o.spec.egress[0].ports, 'may reach any port of 93.184.215.14'],
    ['NetworkPolicy/internet', (o) => (o.spec.egress = []), 'Deployment tryon cannot reach 93.184.215.14'],
    [
      'NetworkPolicy/telemetry',
      (o) => (o.spec.egress = [{ to: [{ ipBlock: { cidr: '93.0.0.0/8' } }] }]),
      'Deployment gateway may reach 93.184.215.14, which only',
    ],
  ])('when %s is broken, then it is reported (%#)', (object, change, violation) => {
    expect(violationsWith(object, change)).toContainEqual(expect.stringContaining(violation));
  });
});
