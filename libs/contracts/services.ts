import type { NoticeName } from './notices.ts';

/**
 * Kinds of services, in the order in which a system stops: `gateway` takes requests, `capability` does the work of
 * accepted ones, `projection` keeps a read model and answers queries on it.
 */
const serviceKinds = ['gateway', 'capability', 'projection'] as const;
type ServiceKind = (typeof serviceKinds)[number];

/** Rights of a service on the bus, by event type (`image.*`: by prefix; `*`: all of EVENTS); everything else is denied. */
type BusRights = {
  /** Events that it publishes; `request.*` of a capability only as its own. A capability consumes its accepted requests. */
  readonly publishes?: readonly string[];
  /** Events that it reads from a position of the log on. */
  readonly reads?: readonly string[];
  /** Events about its own work that every replica receives. */
  readonly follows?: readonly string[];
  /** Services whose queries it asks; those answer them. */
  readonly asks?: readonly string[];
  /** Notices that it publishes, and those that it subscribes to. */
  readonly notifies?: readonly NoticeName[];
  readonly listensTo?: readonly NoticeName[];
  readonly streams?: 'counts dead letters';
};

/** One service of the system: what runs and provisions it derives from this, and its manifests are compared with it. */
export type ServiceDeclaration = {
  readonly kind: ServiceKind;
  /** Postgres schema that the service owns; its migrations are in `services/<name>/migrations`. */
  readonly schema?: string;
  /** Whether it reads or writes the object store. */
  readonly objectStore: boolean;
  /** Whether it calls hosts outside of the system: hosted models, shops, pictures by URL. */
  readonly internet?: boolean;
  readonly bus: BusRights;
};

const makesImages = {
  publishes: ['request.started', 'request.charged', 'image.created', 'image.deleted', 'request.completed'],
  follows: ['request.cancel_requested'],
  notifies: ['request.progressed'],
} as const satisfies BusRights;

/** Every service, declared once. Each is a folder of the same name under `services/`, started by its `main.ts`. */
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

/** All services, in the order of their declaration. */
export const serviceNames = Object.keys(services) as ServiceName[];

/** The declaration of a service. */
export const serviceOf = (name: ServiceName): ServiceDeclaration => services[name];

/** Services of one kind. */
export const servicesOfKind = (kind: ServiceKind): ServiceName[] =>
  serviceNames.filter((name) => services[name].kind === kind);

/** The Postgres schemas of all services that have one. */
export const schemas: readonly string[] = serviceNames.flatMap((name) => serviceOf(name).schema ?? []);

/** Services in the stages in which they stop, one stage after the other. */
export const stopStages: readonly (readonly ServiceName[])[] = serviceKinds.map(servicesOfKind);

type OfKind<Kind extends ServiceKind> = {
  [Name in ServiceName]: (typeof services)[Name]['kind'] extends Kind ? Name : never;
}[ServiceName];

/** A service that does the work of an accepted request. */
export type Capability = OfKind<'capability'>;
export const capabilities = servicesOfKind('capability') as Capability[];
