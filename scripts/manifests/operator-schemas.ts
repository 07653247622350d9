// What of CloudNativePG 1.27 (API reference) and its Barman Cloud plugin 0.11 the overlays use, as JSON schemas. No package
// describes these; a field that is not here is refused, so that one looks it up before adding it.

const text = { type: 'string', minLength: 1 };
const size = { type: 'string', pattern: '^[1-9]\\d*(Mi|Gi|Ti)$' };
const texts = { type: 'object', additionalProperties: { type: 'string' } };
const only = (properties: Record<string, object>, ...required: string[]) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const metadata = only({ name: text, namespace: text, labels: texts }, 'name');
const object = (spec: object) => only({ apiVersion: text, kind: text, metadata, spec }, 'metadata', 'spec');
const storage = only({ size, storageClass: text }, 'size');
const secretKey = only({ name: text, key: text }, 'name', 'key');
const compression = only({ compression: { enum: ['gzip', 'snappy', 'zstd'] } });

const cluster = only(
  {
    instances: { type: 'integer', minimum: 1 },
    imageName: text,
    storage,
    walStorage: storage,
    bootstrap: only({ initdb: only({ database: text, owner: text }, 'database', 'owner') }, 'initdb'),
    postgresql: only({
      synchronous: only(
        {
          method: { enum: ['any', 'first'] },
          number: { type: 'integer', minimum: 1 },
          dataDurability: { enum: ['required', 'preferred'] },
        },
        'method',
        'number',
      ),
      parameters: texts,
    }),
    affinity: only({
      enablePodAntiAffinity: { type: 'boolean' },
      podAntiAffinityType: { enum: ['required', 'preferred'] },
      topologyKey: text,
    }),
    resources: only({ requests: texts, limits: texts }),
    plugins: {
      type: 'array',
      items: only({ name: text, isWALArchiver: { type: 'boolean' }, parameters: texts }, 'name'),
    },
  },
  'instances',
  'storage',
);

const scheduledBackup = only(
  {
    // Six fields, seconds first: five would run a different schedule than a crontab's reader expects.
    schedule: { type: 'string', pattern: '^(\\S+ ){5}\\S+$' },
    cluster: only({ name: text }, 'name'),
    backupOwnerReference: { enum: ['none', 'self', 'cluster'] },
    method: { enum: ['barmanObjectStore', 'volumeSnapshot', 'plugin'] },
    pluginConfiguration: only({ name: text, parameters: texts }, 'name'),
  },
  'schedule',
  'cluster',
);

const objectStore = only(
  {
    retentionPolicy: { type: 'string', pattern: '^[1-9]\\d*[dwm]$' },
    configuration: only(
      {
        destinationPath: { type: 'string', pattern: '^s3://' },
        endpointURL: text,
        s3Credentials: only({ accessKeyId: secretKey, secretAccessKey: secretKey }, 'accessKeyId', 'secretAccessKey'),
        wal: compression,
        data: compression,
      },
      'destinationPath',
      's3Credentials',
    ),
  },
  'configuration',
);

/** JSON schemas of what operators define, by `apiVersion/kind`. */
export const OPERATOR_SCHEMAS: Readonly<Record<string, object>> = {
  'postgresql.cnpg.io/v1/Cluster': object(cluster),
  'postgresql.cnpg.io/v1/ScheduledBackup': object(scheduledBackup),
  'barmancloud.cnpg.io/v1/ObjectStore': object(objectStore),
};
