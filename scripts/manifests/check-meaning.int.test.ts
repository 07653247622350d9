import { beforeAll, describe, expect, it } from 'vitest';
import { checkEnvironment } from './check-environment.ts';
import { checkFiles } from './check-files.ts';
import { checkImages } from './check-images.ts';
import { checkLifetimes } from './check-lifetimes.ts';
import { checkNetwork } from './check-network.ts';
import { checkPodSecurity } from './check-pod-security.ts';
import { checkPorts } from './check-ports.ts';
import { checkProbes } from './check-probes.ts';
import { checkReferences } from './check-references.ts';
import { checkScaling } from './check-scaling.ts';
import { checkSelectors } from './check-selectors.ts';
import { checkStages } from './check-stages.ts';
import type { Manifest } from './manifest.ts';
import { type Break, broken, held, overlay, REPOSITORY } from './overlays.fixture.ts';

type Check = (manifests: readonly Manifest[]) => string[] | Promise<string[]>;
type Case = readonly [what: string, fault: Break, said: string];

const containerOf = (object: { spec: { template: { spec: { containers: Record<string, unknown>[] } } } }) =>
  object.spec.template.spec.containers[0] as Record<string, never>;
const remove = (manifests: Manifest): void => void Object.assign(manifests, { kind: 'Gone' });

const CHECKS: Record<string, readonly [Check, readonly Case[]]> = {
  selectors: [
    (manifests) => checkSelectors(manifests, []),
    [
      [
        'a deployment that does not select its pods',
        ['Deployment', 'usage', (o) => (o.spec.selector.matchLabels['app.kubernetes.io/name'] = 'user')],
        'Deployment usage does not select its own pods',
      ],
      [
        'a service that selects nothing',
        ['Service', 'gateway', (o) => (o.spec.selector = { a: 'b' })],
        'Service gateway selects no pod',
      ],
      [
        'a budget that selects nothing',
        ['PodDisruptionBudget', 'style', (o) => (o.spec.selector.matchLabels = { a: 'b' })],
        'PodDisruptionBudget style selects no pod',
      ],
      [
        'a policy that selects nothing',
        [
          'NetworkPolicy',
          'bus',
          (o) =>
            (o.spec.podSelector = {
              matchExpressions: [
                { key: 'styling/reaches-bus', operator: 'DoesNotExist' },
                { key: 'app.kubernetes.io/name', operator: 'In', values: ['gateway'] },
              ],
            }),
        ],
        'NetworkPolicy bus selects no pod',
      ],
      [
        'an autoscaler of nobody',
        ['ScaledObject', 'tryon', (o) => (o.spec.scaleTargetRef.name = 'tryon2')],
        'ScaledObject tryon points to Deployment tryon2, which is not there',
      ],
      [
        'a route to nowhere',
        ['HTTPRoute', 'api', (o) => (o.spec.rules[0].backendRefs[0].name = 'door')],
        'HTTPRoute api points to Service door, which is not there',
      ],
    ],
  ],
  references: [
    (manifests) => checkReferences(manifests, held(manifests)),
    [
      [
        'a secret that nobody makes',
        ['Deployment', 'style', (o) => (containerOf(o).envFrom = [{ secretRef: { name: 'stile' } }] as never)],
        'Deployment style: there is no Secret stile, nor is one listed',
      ],
      ['a config that is gone', ['ConfigMap', 'image-life', remove], 'there is no ConfigMap image-life'],
      [
        'a key that a listed secret has not',
        [
          'Deployment',
          'usage',
          (o) =>
            (containerOf(o).env = [
              { name: 'A', valueFrom: { secretKeyRef: { name: 'usage', key: 'PASSWORD' } } },
            ] as never),
        ],
        'Deployment usage: Secret usage has no key PASSWORD',
      ],
      [
        'an account that is gone',
        ['ServiceAccount', 'images', remove],
        'Deployment images: there is no ServiceAccount images',
      ],
    ],
  ],
  environment: [
    (manifests) => checkEnvironment(manifests, held(manifests)),
    [
      [
        'a variable that its program does not know',
        ['ConfigMap', 'models', (o) => (o.data.REPLICATE_MODEL = 'x')],
        'Deployment style: services/style/main.ts: does not know REPLICATE_MODEL',
      ],
      [
        'a variable that it needs and does not get',
        ['ConfigMap', 'pictures', (o) => delete o.data.IMAGE_STORE_URL],
        'Deployment gateway: services/gateway/main.ts: IMAGE_STORE_URL is not set',
      ],
      [
        'a value that it refuses',
        ['ConfigMap', 'limits', (o) => (o.data.DAILY_LIMIT = 'many')],
        'Deployment gateway: services/gateway/main.ts: DAILY_LIMIT: ',
      ],
      [
        'no secret',
        [
          'Deployment',
          'tryon',
          (o) =>
            (o.spec.template.spec.containers[0].envFrom = o.spec.template.spec.containers[0].envFrom.filter(
              (one: object) => !('secretRef' in one),
            )),
        ],
        'Deployment tryon: services/tryon/main.ts: AWS_ACCESS_KEY_ID is not set',
      ],
      [
        'a program that there is not',
        [
          'Job',
          'provision-tables',
          (o) => (o.spec.template.spec.containers[0].args = ['deploy/provision/main.ts', 'table']),
        ],
        'Job provision-tables: no program is started by "deploy/provision/main.ts table"',
      ],
    ],
  ],
  files: [
    (manifests) => checkFiles(manifests, held(manifests)),
    [
      [
        'a seed that is not mounted',
        ['Deployment', 'style', (o) => (o.spec.template.spec.containers[0].volumeMounts = [])],
        'Deployment style: NATS_NKEY_FILE is /run/nats/seed, which nothing mounts',
      ],
      [
        'a seed that is not in the secret',
        ['ConfigMap', 'bus', (o) => (o.data.NATS_NKEY_FILE = '/run/nats/nkey')],
        'Job provision-streams: NATS_NKEY_FILE is /run/nats/nkey, which nothing mounts',
      ],
      [
        "nobody's seed",
        ['Deployment', 'operator', (o) => (o.spec.template.spec.volumes[0].secret.secretName = 'nats-nobody')],
        'Deployment operator: NATS_NKEY_FILE is /run/nats/seed, which nothing mounts',
      ],
    ],
  ],
  ports: [
    (manifests) => checkPorts(manifests, held(manifests)),
    [
      [
        'a port without a name',
        ['Deployment', 'style', (o) => delete o.spec.template.spec.containers[0].ports[0].name],
        'Deployment style: a port has no name',
      ],
      [
        'two ports of one name',
        [
          'Deployment',
          'gateway',
          (o) => (o.spec.template.spec.containers[0].ports[1].name = o.spec.template.spec.containers[0].ports[0].name),
        ],
        'Deployment gateway: two ports have one name',
      ],
      [
        'a probe of a port that is not there',
        ['Deployment', 'images', (o) => (o.spec.template.spec.containers[0].livenessProbe.httpGet.port = 'admin')],
        'Deployment images: a probe asks port admin, which there is not',
      ],
      [
        'a service that leads to no port',
        ['Service', 'gateway', (o) => (o.spec.ports[0].targetPort = 'web')],
        'Service gateway: Deployment gateway has no port web',
      ],
      [
        'a policy for a port that is not there',
        ['NetworkPolicy', 'queries-in', (o) => (o.spec.ingress[0].ports[0].port = 'web')],
        'NetworkPolicy queries-in: Deployment gateway has no port web',
      ],
      [
        'a program that listens elsewhere',
        ['ConfigMap', 'process', (o) => (o.data.HEALTH_PORT = '9090')],
        'Deployment usage: port health is 8081, and HEALTH_PORT 9090',
      ],
      [
        'a route to a port that is not there',
        ['HTTPRoute', 'api', (o) => (o.spec.rules[0].backendRefs[0].port = 8080)],
        'HTTPRoute api: Service gateway has no port 8080',
      ],
    ],
  ],
  probes: [
    checkProbes,
    [
      [
        'a path that nobody answers',
        ['Deployment', 'tryon', (o) => (o.spec.template.spec.containers[0].startupProbe.httpGet.path = '/healthz')],
        'Deployment tryon: /healthz answers 404',
      ],
      [
        'life that depends on others',
        ['Deployment', 'tryon', (o) => (o.spec.template.spec.containers[0].livenessProbe.httpGet.path = '/readyz')],
        'Deployment tryon is not probed for life',
      ],
      [
        'readiness that nobody asks for',
        ['Deployment', 'tryon', (o) => delete o.spec.template.spec.containers[0].readinessProbe],
        'Deployment tryon is not probed for readiness',
      ],
    ],
  ],
  images: [
    (manifests) => checkImages(manifests, REPOSITORY),
    [
      [
        'an image without a version',
        ['Deployment', 'style', (o) => (o.spec.template.spec.containers[0].image = 'a/other')],
        'Deployment style: image a/other has no version',
      ],
      [
        'the latest image',
        ['Deployment', 'style', (o) => (o.spec.template.spec.containers[0].image = 'a/other:latest')],
        'Deployment style: image a/other:latest has no version',
      ],
      [
        'two versions at once',
        [
          'Job',
          'provision-streams',
          (o) => (o.spec.template.spec.containers[0].image = 'registry.example.com/styling:0.0.9'),
        ],
        'our programs come of different images: ',
      ],
      [
        'a file that the image leaves out',
        ['Deployment', 'usage', (o) => (o.spec.template.spec.containers[0].args = ['deploy/local/start.ts'])],
        'Deployment usage: deploy/local/start.ts is not in the image',
      ],
    ],
  ],
  lifetimes: [
    (manifests) => checkLifetimes(manifests, held(manifests)),
    [
      [
        'a pod that is killed too early',
        ['Deployment', 'gateway', (o) => (o.spec.template.spec.terminationGracePeriodSeconds = 30)],
        'Deployment gateway is killed after 30 s, and may take 10 + 150 s to stop',
      ],
      [
        'a pod that stops while it is sent to',
        ['Deployment', 'style', (o) => delete o.spec.template.spec.containers[0].lifecycle],
        'Deployment style stops while proxies still send to it',
      ],
      [
        'a route that gives up before the service',
        ['HTTPRoute', 'api', (o) => (o.spec.rules[0].timeouts.request = '60s')],
        'HTTPRoute api: timeout 60s, and requests may take 120 s',
      ],
      [
        'a route without a limit',
        ['HTTPRoute', 'api', (o) => delete o.spec.rules[0].timeouts],
        'HTTPRoute api: timeout is not set',
      ],
      [
        'a service that waits longer than its route',
        ['ConfigMap', 'limits', (o) => (o.data.REQUEST_TIMEOUT_SECONDS = '140')],
        'HTTPRoute api: timeout 130s, and requests may take 140 s',
      ],
    ],
  ],
  'pod security': [
    checkPodSecurity,
    [
      [
        'a namespace that enforces nothing',
        ['Namespace', 'styling', (o) => (o.metadata.labels = {})],
        'Namespace styling does not enforce restricted',
      ],
      [
        'root',
        ['Deployment', 'style', (o) => (o.spec.template.spec.securityContext.runAsUser = 0)],
        'Deployment style: may run as root',
      ],
      [
        'no seccomp profile',
        ['Deployment', 'style', (o) => delete o.spec.template.spec.securityContext.seccompProfile],
        'Deployment style: has no seccomp profile',
      ],
      [
        "the host's network",
        ['Deployment', 'style', (o) => (o.spec.template.spec.hostNetwork = true)],
        "Deployment style: shares the host's namespaces",
      ],
      [
        "an account's token",
        ['Deployment', 'style', (o) => delete o.spec.template.spec.automountServiceAccountToken],
        "Deployment style: gets an account's token",
      ],
      [
        "the host's files",
        ['Deployment', 'style', (o) => (o.spec.template.spec.volumes = [{ name: 'v', hostPath: { path: '/' } }])],
        'Deployment style: mounts a hostPath',
      ],
      [
        'more privileges',
        [
          'Deployment',
          'style',
          (o) => (o.spec.template.spec.containers[0].securityContext.allowPrivilegeEscalation = true),
        ],
        'container service may gain privileges',
      ],
      [
        'a root that can be written to',
        [
          'Deployment',
          'style',
          (o) => (o.spec.template.spec.containers[0].securityContext.readOnlyRootFilesystem = false),
        ],
        'container service may write to its root',
      ],
      [
        'capabilities',
        [
          'Deployment',
          'style',
          (o) => (o.spec.template.spec.containers[0].securityContext.capabilities.add = ['NET_ADMIN']),
        ],
        'container service keeps capabilities',
      ],
      [
        'memory without end',
        ['Deployment', 'style', (o) => delete o.spec.template.spec.containers[0].resources.limits],
        'container service has no limit of memory',
      ],
      [
        'nothing to schedule by',
        ['Deployment', 'style', (o) => delete o.spec.template.spec.containers[0].resources.requests.cpu],
        'container service requests no resources',
      ],
      [
        'a port of the host',
        ['Deployment', 'style', (o) => (o.spec.template.spec.containers[0].ports[0].hostPort = 80)],
        'container service takes a port of the host',
      ],
    ],
  ],
  network: [
    checkNetwork,
    [
      ['no denial', ['NetworkPolicy', 'everything-denied', remove], 'no policy denies what comes in'],
      [
        'no denial of what goes out',
        ['NetworkPolicy', 'everything-denied', (o) => (o.spec.policyTypes = ['Ingress'])],
        'no policy denies what goes out',
      ],
      [
        'a way to metadata servers',
        ['NetworkPolicy', 'internet', (o) => o.spec.egress[0].to[0].ipBlock.except.splice(5, 1)],
        'Deployment tryon may reach 169.254.169.254',
      ],
      [
        'all of IPv6',
        ['NetworkPolicy', 'internet', (o) => (o.spec.egress[0].to[1].ipBlock = { cidr: '::/0' })],
        'Deployment analysis may reach fd00:ec2::254',
      ],
      [
        'every port',
        ['NetworkPolicy', 'internet', (o) => delete o.spec.egress[0].ports],
        'Deployment style may reach any port of 93.184.215.14',
      ],
      [
        'a gateway that leaves',
        ['NetworkPolicy', 'telemetry', (o) => (o.spec.egress = [{ to: [{ ipBlock: { cidr: '93.0.0.0/8' } }] }])],
        'Deployment gateway may reach 93.184.215.14, which only',
      ],
      [
        'a worker that cannot',
        ['NetworkPolicy', 'internet', (o) => (o.spec.egress = [])],
        'Deployment tryon cannot reach 93.184.215.14',
      ],
    ],
  ],
  stages: [
    checkStages,
    [
      [
        'something that would never be applied',
        ['PodDisruptionBudget', 'usage', (o) => delete o.metadata.labels['styling/stage']],
        'PodDisruptionBudget usage belongs to no stage',
      ],
      [
        'a stage that there is not',
        ['Job', 'provision-bucket', (o) => (o.metadata.labels['styling/stage'] = 'later')],
        'Job provision-bucket belongs to no stage',
      ],
    ],
  ],
  scaling: [
    checkScaling,
    [
      ['no budget', ['PodDisruptionBudget', 'usage', remove], 'Deployment usage has no PodDisruptionBudget'],
      ['a worker nobody scales', ['ScaledObject', 'style', remove], 'Deployment style is not scaled'],
      [
        'a number that fights the autoscaler',
        ['Deployment', 'tryon', (o) => (o.spec.replicas = 2)],
        'Deployment tryon sets a number of replicas',
      ],
      [
        "another worker's consumer",
        ['ScaledObject', 'style', (o) => (o.spec.triggers[0].metadata.consumer = 'tryon')],
        'ScaledObject style looks at consumer tryon',
      ],
      [
        'another stream',
        ['ScaledObject', 'style', (o) => (o.spec.triggers[0].metadata.stream = 'events')],
        'ScaledObject style looks at stream events',
      ],
      [
        'another measure',
        ['ScaledObject', 'style', (o) => (o.spec.triggers[0].type = 'cron')],
        'ScaledObject style has a trigger cron',
      ],
      [
        'nobody at night',
        ['ScaledObject', 'style', (o) => (o.spec.minReplicaCount = 0)],
        'ScaledObject style goes to zero',
      ],
    ],
  ],
};

describe.each(Object.entries(CHECKS))('given the check of %s', (_, [check, cases]) => {
  let production: Manifest[];
  beforeAll(async () => {
    production = await overlay('production');
  });

  it('when the manifests are those of the repository, then it finds no fault', async () => {
    expect(await check(production)).toEqual([]);
    expect(await check(await overlay('dev'))).toEqual([]);
  });

  it.each(cases)('when they have %s, then it says so', async (_, fault, said) => {
    expect(await check(broken(production, fault))).toContainEqual(expect.stringContaining(said));
  });
});
