import { checkNetwork } from './check-network.ts';
import { checkPodSecurity } from './check-pod-security.ts';
import { describeCheck, remove } from './describe-check.fixture.ts';

describeCheck('pod security', checkPodSecurity, [
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
    ['Deployment', 'style', (o) => (o.spec.template.spec.containers[0].securityContext.readOnlyRootFilesystem = false)],
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
]);

describeCheck('network', checkNetwork, [
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
]);
