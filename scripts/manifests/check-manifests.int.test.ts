import { serviceNames, serviceOf } from '@styling/contracts';
import type { IContainer } from 'kubernetes-models/v1/Container';
import { beforeAll, describe, expect, it } from 'vitest';
import { environmentOf, sourceValues } from './check-environment.ts';
import { checkManifests } from './check-manifests.ts';
import { type Manifest, workloadsOf } from './manifest.ts';
import { overlay } from './overlays.fixture.ts';
import { listedSecrets } from './secrets.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test reaches into any kind of object to break it
type Change = (object: any) => unknown;

describe('given the manifests of the repository', () => {
  let overlays: Manifest[][];
  beforeAll(() => {
    overlays = ['production', 'data', 'dev'].map(overlay);
  });

  it('when nothing is changed, then there is no violation', async () => {
    expect(await Promise.all(overlays.map(checkManifests))).toEqual([[], [], []]);
  });

  it('when production connects to its servers, then with TLS that is verified, and each service with a role of its own', () => {
    const [production = []] = overlays;
    const environments = workloadsOf(production).flatMap(({ owner, pod }) => {
      const mounted = pod.containers[0]?.volumeMounts?.some(({ mountPath }) => mountPath === '/run/data-ca');
      const environment = environmentOf(
        pod.containers[0] as IContainer,
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
      ...{ operator: 'styling', 'provision-tables': 'styling' },
    });
  });

  /** What the checks report when one object is changed, or removed where the change returns 'removed'. */
  async function violationsWith(object: string, change: Change): Promise<string[]> {
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
  const pod =
    (change: Change): Change =>
    (o) =>
      change(o.spec.template.spec);

  it.each<[object: string, change: Change, violation: string]>([
    ['Deployment/style', (o) => (o.spec.revisionHistoryLimit = 'five'), 'revisionHistoryLimit must be integer'],
    ['Service/gateway', (o) => delete o.spec.ports[0].port, 'must have required property port'],
    ['Deployment/style', container((c) => (c.livenessProb = {})), 'unknown field spec.template.spec.containers.0.liv'],
    ['HTTPRoute/api', (o) => (o.spec.rules[0].timeout = {}), 'unknown field spec.rules.0.timeout'],
    ['PodDisruptionBudget/style', (o) => (o.kind = 'Budget'), 'has no such kind'],

    ['PodDisruptionBudget/style', (o) => (o.spec.selector.matchLabels = { a: 'b' }), 'selects no pod'],
    [
      'NetworkPolicy/bus',
      (o) => (o.spec.podSelector = { matchLabels: { a: 'b' } }),
      'NetworkPolicy bus selects no pod',
    ],
    ['Job/provision-bucket', (o) => (o.metadata.labels['styling/stage'] = 'later'), 'belongs to no stage'],

    ['ConfigMap/image-life', () => 'removed', 'there is no ConfigMap image-life'],
    ['Deployment/style', container((c) => (c.envFrom = [{ secretRef: { name: 'b' } }])), 'there is no Secret b'],
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
    ['ConfigMap/limits', (o) => (o.data.DAILY_LIMIT = 'many'), 'services/gateway/main.ts: DAILY_LIMIT: '],
    ['Deployment/tryon', container((c) => c.envFrom.pop()), 'AWS_ACCESS_KEY_ID is not set'],
    [
      'Job/provision-tables',
      container((c) => (c.args = ['deploy/tables'])),
      'no program is started by "deploy/tables"',
    ],

    ['Service/gateway', (o) => (o.spec.ports[0].targetPort = 'web'), 'Deployment gateway has no port web'],
    ['NetworkPolicy/queries-in', (o) => (o.spec.ingress[0].ports[0].port = 'web'), 'gateway has no port web'],
    ['ConfigMap/process', (o) => (o.data.HEALTH_PORT = '9090'), 'does not listen on port health, but on 9090'],

    [
      'Deployment/tryon',
      container((c) => (c.startupProbe.httpGet.path = '/healthz')),
      'Deployment tryon: containers.0.startupProbe.httpGet.path: ',
    ],
    [
      'Deployment/tryon',
      container((c) => (c.livenessProbe.httpGet.path = '/readyz')),
      'containers.0.livenessProbe.httpGet.path: ',
    ],
    [
      'Deployment/images',
      container((c) => (c.livenessProbe.httpGet.port = 'admin')),
      'containers.0.livenessProbe.httpGet.port: ',
    ],

    [
      'Namespace/styling',
      (o) => delete o.metadata.labels['pod-security.kubernetes.io/enforce'],
      'not enforce restricted',
    ],
    ['Deployment/style', pod((p) => (p.securityContext.runAsUser = 0)), 'style: securityContext.runAsUser: '],
    [
      'Deployment/style',
      pod((p) => delete p.securityContext.seccompProfile),
      'style: securityContext.seccompProfile: ',
    ],
    ['Deployment/style', pod((p) => (p.hostNetwork = true)), 'style: hostNetwork: '],
    ['Deployment/style', pod((p) => delete p.automountServiceAccountToken), 'style: automountServiceAccountToken: '],
    [
      'Deployment/style',
      pod((p) => (p.volumes = [{ name: 'v', hostPath: { path: '/' } }])),
      'volumes.0: Unrecognized key: "hostPath"',
    ],
    [
      'Deployment/style',
      container((c) => (c.securityContext.allowPrivilegeEscalation = true)),
      'containers.0.securityContext.allowPrivilegeEscalation: ',
    ],
    [
      'Deployment/style',
      container((c) => (c.securityContext.capabilities.add = ['A'])),
      'capabilities: Unrecognized key: "add"',
    ],
    ['Deployment/style', container((c) => delete c.resources.limits), 'containers.0.resources.limits: '],
    ['Deployment/style', container((c) => (c.image = 'a/styling:latest')), 'containers.0.image: no version'],

    ['NetworkPolicy/everything-denied', () => 'removed', 'no policy denies what comes in'],
    ['NetworkPolicy/internet', (o) => o.spec.egress[0].to[0].ipBlock.except.splice(5, 1), 'reach 169.254.169.254'],
    ['NetworkPolicy/internet', (o) => (o.spec.egress[0].to[1].ipBlock = { cidr: '::/0' }), 'may reach fd00:ec2::254'],
    ['NetworkPolicy/internet', (o) => delete o.spec.egress[0].ports, 'may reach any port of 93.184.215.14'],
    ['NetworkPolicy/internet', (o) => (o.spec.egress = []), 'Deployment tryon cannot reach 93.184.215.14'],
    [
      'NetworkPolicy/telemetry',
      (o) => (o.spec.egress = [{ to: [{ ipBlock: { cidr: '93.0.0.0/8' } }] }]),
      'Deployment gateway may reach 93.184.215.14, which only',
    ],
  ])('when %s is broken, then it is reported (%#)', async (object, change, violation) => {
    expect(await violationsWith(object, change)).toContainEqual(expect.stringContaining(violation));
  });

  it('when an API is described nowhere, then that is an error', async () => {
    const unknown = violationsWith('Service/gateway', (o) => (o.apiVersion = 'serving.knative.dev/v1'));
    await expect(unknown).rejects.toThrow('no schema of serving.knative.dev/v1');
  });
});
