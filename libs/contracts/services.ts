import type { NoticeName } from './notices.ts';

/** In stop order: `gateway` admits, `capability` does the work, `projection` keeps a read model, answering queries. */
const serviceKinds = ['gateway', 'capability', 'projection'] as const;
type ServiceKind = (typeof serviceKinds)[number];

/** Event types (`image.*`: prefix; `*`: all of EVENTS); everything else is denied. */
type BusRights = {
  /** A capability publishes `request.*` only as its own, and consumes its accepted requests. */
  readonly publishes?: readonly string[];
  readonly reads?: readonly string[];
  /** About its own work, received by every replica. */
  readonly follows?: readonly string[];
  readonly asks?: readonly string[];
  /** Notices that it publishes, and those that it subscribes to. */
  readonly notifies?: readonly NoticeName[];
  readonly listensTo?: readonly NoticeName[];
  readonly streams?: 'counts dead letters';
};

/** What runs and provisions it derives from this; its manifests are compared with it. */
export type ServiceDeclaration = {
  readonly kind: ServiceKind;
  /** Owned Postgres schema, migrated by `services/<name>/migrations`. */
  readonly schema?: string;
  readonly objectStore: boolean;
  /** Hosted models, shops, pictures by URL. */
  readonly internet?: boolean;
  readonly bus: BusRights;
};

const makesImages = {
  publishes: ['request.started', 'request.charged', 'image.created', 'image.deleted', 'request.completed'],
  follows: ['request.cancel_requested'],
  notifies: ['request.progressed'],
} as const satisfies BusRights;

/** Each is a folder under `services/`, started by its `main.ts`. */
export const services = {
  gateway: {
    kind: 'gateway',
    schema: 'gateway',
    objectStore: true,
    bus: {
      publishes: [
        'request.accepted',
        'request.cancel_requested',
        'request.completed',
        'read.answered',
        'read.counted',
        'asset.created',
        'asset.used',
        'key.created',
        'key.revoked',
      ],
      reads: ['request.*', 'image.*', 'key.revoked', 'user.limits_changed'],
      asks: ['images', 'usage', 'jobs', 'webhooks', 'tryon', 'analysis', 'style'],
      notifies: ['projection.awaited'],
      listensTo: ['job.changed', 'request.progressed', 'feed.changed', 'projection.awaited'],
      streams: 'counts dead letters',
    },
  },
  tryon: {
    kind: 'capability',
    objectStore: true,
    internet: true,
    bus: makesImages,
  },
  analysis: {
    kind: 'capability',
    schema: 'analysis',
    objectStore: true,
    internet: true,
    bus: {
      publishes: ['request.started', 'request.charged', 'request.completed'],
      follows: ['request.cancel_requested'],
      notifies: ['request.progressed'],
    },
  },
  style: {
    kind: 'capability',
    objectStore: true,
    internet: true,
    bus: makesImages,
  },
  images: {
    kind: 'projection',
    schema: 'images',
    objectStore: true,
    bus: {
      publishes: ['image.deleted', 'image.kept', 'asset.deleted'],
      reads: ['image.*', 'asset.*'],
      notifies: ['projection.awaited'],
      listensTo: ['projection.awaited'],
    },
  },
  usage: {
    kind: 'projection',
    schema: 'usage_2',
    objectStore: false,
    bus: {
      publishes: ['usage.reads_rolled_up'],
      reads: ['request.completed', 'read.*', 'usage.*'],
      notifies: ['projection.awaited'],
      listensTo: ['projection.awaited'],
    },
  },
  jobs: {
    kind: 'projection',
    schema: 'jobs',
    objectStore: false,
    bus: {
      reads: ['request.*', 'image.disowned'],
      notifies: ['job.changed', 'projection.awaited'],
      listensTo: ['projection.awaited'],
    },
  },
  webhooks: {
    kind: 'projection',
    schema: 'webhooks',
    objectStore: false,
    internet: true,
    // One source for all, as the feed is in the order of the log.
    bus: {
      publishes: ['webhook.disabled', 'webhook.test_requested'],
      reads: ['*'],
      notifies: ['feed.changed', 'projection.awaited'],
      listensTo: ['projection.awaited'],
    },
  },
} as const satisfies Readonly<Record<string, ServiceDeclaration>>;

export type ServiceName = keyof typeof services;

export const serviceNames = Object.keys(services) as ServiceName[];

/** Declaration of a service. */
export const serviceOf = (name: ServiceName): ServiceDeclaration => services[name];

/** Services of one kind. */
export const servicesOfKind = (kind: ServiceKind): ServiceName[] =>
  serviceNames.filter((name) => services[name].kind === kind);

export const schemas: readonly string[] = serviceNames.flatMap((name) => serviceOf(name).schema ?? []);

/** Services stop one stage after the other. */
export const stopStages: readonly (readonly ServiceName[])[] = serviceKinds.map(servicesOfKind);

type OfKind<Kind extends ServiceKind> = {
  [Name in ServiceName]: (typeof services)[Name]['kind'] extends Kind ? Name : never;
}[ServiceName];

export type Capability = OfKind<'capability'>;
export const capabilities = servicesOfKind('capability') as Capability[];
