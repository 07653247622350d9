import type { IScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject';
import { deploymentOf, EVENTS_STREAM, type ServiceName, serviceOf } from '@styling/contracts';
import type { IDeployment } from 'kubernetes-models/apps/v1/Deployment';
import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import type { IService } from 'kubernetes-models/v1/Service';
import type { IServiceAccount } from 'kubernetes-models/v1/ServiceAccount';

/** Where a service's variables come from. */
export type EnvironmentSources = {
  /** ConfigMaps with variables that it reads. */
  readonly settings: readonly string[];
  /** Whether it reads variables of a Secret, which then has its name. */
  readonly secret: boolean;
};

const selectorOf = (name: ServiceName) => ({ 'app.kubernetes.io/name': name });
const metadataOf = (name: ServiceName) => ({ name, labels: { ...selectorOf(name), 'styling/stage': 'services' } });

/** The objects of one service, from its declaration. What all services have in common is in `base/pods/service.yaml`. */
export function serviceManifests(name: ServiceName, sources: EnvironmentSources): object[] {
  const metadata = metadataOf(name);
  const account: IServiceAccount = {
    ...{ apiVersion: 'v1', kind: 'ServiceAccount', metadata },
    automountServiceAccountToken: false,
  };
  const budget: IPodDisruptionBudget = {
    ...{ apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata },
    spec: { maxUnavailable: 1, selector: { matchLabels: selectorOf(name) } },
  };
  const port = { name: 'http', port: 80, targetPort: 'http', appProtocol: 'http' };
  const service: IService = {
    ...{ apiVersion: 'v1', kind: 'Service', metadata },
    spec: { selector: selectorOf(name), ports: [port] },
  };
  return [deployment(name, sources), ...(serviceOf(name).kind === 'gateway' ? [service] : []), account, budget];
}

function deployment(name: ServiceName, { settings, secret }: EnvironmentSources): IDeployment {
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
    ...{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: metadataOf(name) },
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

/** The autoscaler of a service, less what all have in common; none where its number of replicas is fixed. */
export function autoscalers(name: ServiceName): (IHorizontalPodAutoscaler | IScaledObject)[] {
  const { scaling } = deploymentOf(name);
  if (scaling.by === 'nothing') return [];
  const { by, min, max, target } = scaling;
  const metadata = { name, labels: { 'styling/stage': 'services' } };
  if (by === 'processor') {
    const resource = { name: 'cpu', target: { type: 'Utilization', averageUtilization: target } };
    const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name };
    return [
      {
        ...{ apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', metadata },
        spec: { scaleTargetRef, minReplicas: min, maxReplicas: max, metrics: [{ type: 'Resource', resource }] },
      },
    ];
  }
  const trigger = {
    natsServerMonitoringEndpoint: 'nats-headless.styling-data.svc.cluster.local:8222',
    ...{ account: '$G', stream: EVENTS_STREAM, consumer: name, lagThreshold: String(target) },
  };
  return [
    {
      ...{ apiVersion: 'keda.sh/v1alpha1', kind: 'ScaledObject', metadata },
      spec: {
        ...{ scaleTargetRef: { name }, minReplicaCount: min, maxReplicaCount: max },
        triggers: [{ type: 'nats-jetstream', metadata: trigger }],
      },
    },
  ];
}
