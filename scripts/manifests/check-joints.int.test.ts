import { checkReferences } from './check-references.ts';
import { checkScaling } from './check-scaling.ts';
import { checkSelectors } from './check-selectors.ts';
import { checkStages } from './check-stages.ts';
import { containerOf, describeCheck, remove } from './describe-check.fixture.ts';
import { held } from './overlays.fixture.ts';

describeCheck('selectors', (manifests) => checkSelectors(manifests, []), [
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
]);

describeCheck('references', (manifests) => checkReferences(manifests, held(manifests)), [
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
]);

describeCheck('stages', checkStages, [
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
]);

describeCheck('scaling', checkScaling, [
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
]);
