/** Where its servers are. */
export type Environment = Readonly<
  Record<
    'NATS_URL' | 'DATABASE_URL' | 'S3_ENDPOINT' | 'S3_BUCKET' | 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY',
    string
  >
>;

/** Of one request; what the worker made of it is in the second. */
export type Accepted = {
  readonly request_id: string;
  readonly user_id: string;
  readonly key_id: string;
  readonly input: string;
  readonly gateway: string;
  readonly received_at: string;
  readonly text: string;
};
export type Completed = Pick<Accepted, 'request_id' | 'user_id' | 'key_id' | 'received_at'> & {
  readonly object: string;
  readonly latency_ms: number;
};
export type Created = Pick<Accepted, 'request_id' | 'user_id' | 'key_id'> & {
  readonly image_id: string;
  readonly object: string;
  readonly created_at: string;
};
