/** What a nats-server may be given besides its data folder and its port. */
export type NatsSettings = {
  /** Default `nats-server`. */
  readonly name?: string;
  /** The `authorization` block of its configuration; without it everybody may do everything. */
  readonly authorization?: string;
  /** Bytes that JetStream may keep on disk; default: as much as there is. */
  readonly maxFileStore?: number;
  /** Its port for the other servers of its cluster, and the ports of all of them. */
  readonly cluster?: { readonly port: number; readonly routes: readonly number[] };
};

/** The configuration file for `settings`. */
export function natsConfig({ name, authorization, maxFileStore, cluster }: NatsSettings): string {
  const routes = cluster?.routes.map((port) => `nats://127.0.0.1:${port}`);
  return [
    ...(name ? [`server_name: ${name}`] : []),
    ...(authorization ? [authorization] : []),
    ...(maxFileStore ? [`jetstream { max_file_store: ${maxFileStore} }`] : []),
    ...(cluster
      ? [
          `cluster {\n  name: local\n  listen: 127.0.0.1:${cluster.port}`,
          // Without no_advertise, servers would send clients each other's addresses.
          `  routes: ${JSON.stringify(routes)}\n  no_advertise: true\n}`,
        ]
      : []),
    '',
  ].join('\n');
}
