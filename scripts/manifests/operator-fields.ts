// What the overlays use of CloudNativePG 1.27 (API reference) and its Barman Cloud plugin 0.11: every field below `spec`,
// with `*` for any key. Neither operator's schemas are in a package; a field that is not listed here has to be looked up
// in the reference before it is added.
const CLUSTER = `instances imageName storage.size walStorage.size bootstrap.initdb.database bootstrap.initdb.owner
  postgresql.synchronous.method postgresql.synchronous.number postgresql.synchronous.dataDurability
  postgresql.parameters.* affinity.enablePodAntiAffinity affinity.podAntiAffinityType affinity.topologyKey
  resources.requests.* resources.limits.* plugins.*.name plugins.*.isWALArchiver plugins.*.parameters.*`;
const SCHEDULED_BACKUP = 'schedule cluster.name backupOwnerReference method pluginConfiguration.name';
const OBJECT_STORE = `retentionPolicy configuration.destinationPath configuration.s3Credentials.*.name
  configuration.s3Credentials.*.key configuration.wal.compression configuration.data.compression`;

/** Known fields of what operators define, by `apiVersion/kind`. */
export const OPERATOR_FIELDS: Readonly<Record<string, readonly string[]>> = {
  'postgresql.cnpg.io/v1/Cluster': CLUSTER.split(/\s+/),
  'postgresql.cnpg.io/v1/ScheduledBackup': SCHEDULED_BACKUP.split(/\s+/),
  'barmancloud.cnpg.io/v1/ObjectStore': OBJECT_STORE.split(/\s+/),
};
