/** What a kind of service does, in the order in which a system stops: requests are refused before work ends. */
export const serviceKinds = ['gateway', 'capability', 'projection'] as const;
export type ServiceKind = (typeof serviceKinds)[number];

/** One service of the system, as everything that runs, provisions or deploys it needs to know it. */
export type ServiceDeclaration = {
  /**
   * `gateway` takes requests, `capability` does the work of accepted ones, `projection` keeps a read model and answers
   * queries on it.
   */
  readonly kind: ServiceKind;
  /** Postgres schema that the service owns; its migrations are in `services/<name>/migrations`. */
  readonly schema?: string;
  /** Whether it reads or writes the object store. */
  readonly objectStore: boolean;
  /** Whether it calls hosts outside of the system: hosted models, shops, pictures by URL. */
  readonly internet: boolean;
};

/** Every service, declared once. Each is a folder of the same name under `services/`, started by its `main.ts`. */
export const services = {
  gateway: { kind: 'gateway', schema: 'gateway', objectStore: true, internet: false },
  tryon: { kind: 'capability', objectStore: true, internet: true },
  analysis: { kind: 'capability', schema: 'analysis', objectStore: true, internet: true },
  style: { kind: 'capability', objectStore: true, internet: true },
  images: { kind: 'projection', schema: 'images', objectStore: true, internet: false },
  usage: { kind: 'projection', schema: 'usage', objectStore: false, internet: false },
} as const satisfies Readonly<Record<string, ServiceDeclaration>>;

export type ServiceName = keyof typeof services;

/** All services, in the order of their declaration. */
export const serviceNames = Object.keys(services) as ServiceName[];

/** The declaration of a service. */
export const serviceOf = (name: ServiceName): ServiceDeclaration => services[name];

/** Services of one kind. */
export const servicesOfKind = (kind: ServiceKind): ServiceName[] =>
  serviceNames.filter((name) => services[name].kind === kind);

/** Services in the stages in which they stop, one stage after the other. */
export const stopStages: readonly (readonly ServiceName[])[] = serviceKinds.map(servicesOfKind);

type OfKind<Kind extends ServiceKind> = {
  [Name in ServiceName]: (typeof services)[Name]['kind'] extends Kind ? Name : never;
}[ServiceName];

/** A service that does the work of an accepted request. */
export type Capability = OfKind<'capability'>;
export const capabilities = servicesOfKind('capability') as Capability[];
