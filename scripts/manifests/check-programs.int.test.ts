import { checkEnvironment } from './check-environment.ts';
import { checkFiles } from './check-files.ts';
import { checkImages } from './check-images.ts';
import { checkLifetimes } from './check-lifetimes.ts';
import { checkPorts } from './check-ports.ts';
import { checkProbes } from './check-probes.ts';
import { describeCheck } from './describe-check.fixture.ts';
import { held, REPOSITORY } from './overlays.fixture.ts';

describeCheck('environment', (manifests) => checkEnvironment(manifests, held(manifests)), [
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
]);

describeCheck('files', (manifests) => checkFiles(manifests, held(manifests)), [
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
]);

describeCheck('ports', (manifests) => checkPorts(manifests, held(manifests)), [
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
]);

describeCheck('probes', checkProbes, [
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
]);

describeCheck('images', (manifests) => checkImages(manifests, REPOSITORY), [
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
]);

describeCheck('lifetimes', (manifests) => checkLifetimes(manifests, held(manifests)), [
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
]);
