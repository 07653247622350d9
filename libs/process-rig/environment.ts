/** Where the servers of a system are, as its services see them. */
export type ServerAddresses = {
  readonly natsUrl: string;
  readonly databaseUrl: string;
  readonly s3Endpoint: string;
  readonly bucket: string;
  /** Address at which clients fetch stored images. */
  readonly imageStoreUrl: string;
};

/** Credentials of embedded object stores that are thrown away. */
export const THROWAWAY_STORE_CREDENTIALS = { AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' } as const;

/** Secrets of systems that are thrown away, and what they encrypt with them. */
export const THROWAWAY_SECRETS = {
  ...THROWAWAY_STORE_CREDENTIALS,
  WEBHOOK_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
} as const;

/** The variables by which services, provisioning and scripts find the servers. */
export const addressVariables = (addresses: ServerAddresses): Record<string, string> => ({
  NATS_URL: addresses.natsUrl,
  DATABASE_URL: addresses.databaseUrl,
  S3_ENDPOINT: addresses.s3Endpoint,
  S3_BUCKET: addresses.bucket,
  IMAGE_STORE_URL: addresses.imageStoreUrl,
});
