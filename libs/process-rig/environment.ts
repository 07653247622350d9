/** Where the servers of a system are, as its services see them. */
export type ServerAddresses = {
  readonly natsUrl: string;
  readonly databaseUrl: string;
  readonly s3Endpoint: string;
  readonly bucket: string;
  /** Address at which clients fetch stored images. */
  readonly imageStoreUrl: string;
};

/** The embedded object store accepts any credentials, but the AWS SDK needs some. */
export const EMBEDDED_STORE_CREDENTIALS = { AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' } as const;

/** Of systems that are thrown away: where it encrypts something, the database is thrown away with it. */
export const THROWAWAY_SECRETS = { WEBHOOK_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') } as const;

/** The variables by which services, provisioning and scripts find the servers. */
export const addressVariables = (addresses: ServerAddresses): Record<string, string> => ({
  NATS_URL: addresses.natsUrl,
  DATABASE_URL: addresses.databaseUrl,
  S3_ENDPOINT: addresses.s3Endpoint,
  S3_BUCKET: addresses.bucket,
  IMAGE_STORE_URL: addresses.imageStoreUrl,
});
