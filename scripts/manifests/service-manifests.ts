import { deploymentOf, EVENTS_STREAM, type ServiceName, serviceOf } from '@styling/contracts';

/** Sources of a service's variables: ConfigMaps, and whether there is a Secret of its name. */
type EnvironmentSources = { readonly settings: readonly string[]; readonly secret: boolean };

const selectorOf = (name: ServiceName) => ({ 'app.kubernetes.io/name': name });
const metadataOf = (name: ServiceName) => ({ name, labels: { ...selectorOf(name), 'styling/stage': 'services' } });

/** The objects of one service, from its declaration. What all services have in common is in `base/pods/service.yaml`. */
export function serviceManifests(name: ServiceName, sources: EnvironmentSources): object[] {
  const metadata = metadataOf(name);
  const selector = selectorOf(name);
  const ports = [{ name: 'http', port: 80, targetPort: 'http', appProtocol: 'http' }];
  const service = { apiVersion: 'v1', kind: 'Service', metadata, spec: { selector, ports } };
  const budget = { maxUnavailable: 1, selector: { matchLabels: selector } };
  return [
    deployment(name, sources),
    ...(serviceOf(name).kind === 'gateway' ? [service] : []),
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata, automountServiceAccountToken: false },
    { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata, spec: budget },
  ];
}

function deployment(name: ServiceName, { settings, secret }: EnvironmentSources): object {
  const { kind, schema, objectStore, internet } = serviceOf(name);
  const { resources, scaling } = deploymentOf(name);
  const reaches = { bus: true, database: schema !== undefined, 'object-store': objectStore, internet };
  const labels = Object.entries(reaches).flatMap(([what, does]) => (does ? [[`styling/reaches-${what}`, 'true']] : []));
  const container = {
    name: 'service',
    args: [`services/${name}/main.ts`],
    ...(kind === 'gateway' ? { ports: [{ name: 'http', containerPort: 8080 }] } : {}),
    envFrom: [
      ...settings.map((setting) => ({ configMapRef: { name: setting } })),
      ...(secret ? [{ secretRef: { name } }] : []),
    ],
    resources: {
      requests: { cpu: resources.cpu, memory: resources.memory },
      limits: { memory: resources.memoryLimit },
    },
  };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: metadataOf(name),
    spec: {
      // A number here would undo the autoscaler's at every upgrade.
      ...(scaling.by === 'nothing' ? { replicas: scaling.replicas } : {}),
      selector: { matchLabels: selectorOf(name) },
      template: {
        metadata: { labels: { ...selectorOf(name), ...Object.fromEntries(labels) } },
        spec: {
          serviceAccountName: name,
          containers: [container],
          volumes: [{ name: 'nats', secret: { secretName: `nats-${name}`, optional: true } }],
        },
      },
    },
  };
}

/** The autoscaler of a service, less what all have in common; none if its number of replicas is fixed. */
export function autoscalers(name: ServiceName): object[] {
  const { scaling } = deploymentOf(name);
  if (scaling.by === 'nothing') return [];
  const { by, min, max, target } = scaling;
  const metadata = { name, labels: { 'styling/stage': 'services' } };
  if (by === 'processor') {
    const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name };
    const resource = { name: 'cpu', target: { type: 'Utilization', averageUtilization: target } };
    const metrics = [{ type: 'Resource', resource }];
    const spec = { scaleTargetRef, minReplicas: min, maxReplicas: max, metrics };
    return [{ apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', metadata, spec }];
  }
  const trigger = {
    natsServerMonitoringEndpoint: 'nats-headless.styling-data.svc.cluster.local:8222',
    account: '$G',
    stream: EVENTS_STREAM,
    consumer: name,
    lagThreshold: String(target),
  };
  const triggers = [{ type: 'nats-jetstream', metadata: trigger }];
  const spec = { scaleTargetRef: { name }, minReplicaCount: min, maxReplicaCount: max, triggers };
  return [{ apiVersion: 'keda.sh/v1alpha1', kind: 'ScaledObject', metadata, spec }];
}
