type Statement = { readonly Sid?: string };

/** Policy: anyone may read the objects of `bucket` under `prefix`, nothing else. */
export const publicReads = (bucket: string, prefix: string) => ({
  Version: '2012-10-17',
  Statement: [
    {
      Sid: 'AnyoneReadsImages',
      Effect: 'Allow',
      Principal: '*',
      Action: 's3:GetObject',
      Resource: `arn:aws:s3:::${bucket}/${prefix}*`,
    },
  ],
});

/** Adds {@link publicReads} to `policy` (JSON; null without one); other statements stay. */
export function withPublicReads(policy: string | null, bucket: string, prefix: string): string {
  const opening = publicReads(bucket, prefix);
  const existing: { Statement?: Statement | readonly Statement[] } = policy === null ? {} : JSON.parse(policy);
  const kept = [existing.Statement ?? []].flat().filter(({ Sid }) => Sid !== opening.Statement[0]?.Sid);
  return JSON.stringify({ ...opening, ...existing, Statement: [...kept, ...opening.Statement] });
}

/** Lets pages of any site read the bytes of public objects, which they can show anyway: public by address. */
export const crossOriginReads = {
  ID: 'AnyoneReadsImages',
  AllowedMethods: ['GET', 'HEAD'],
  AllowedOrigins: ['*'],
  MaxAgeSeconds: 86_400,
};

/** Adds {@link crossOriginReads}; other rules stay. Undefined if it is there already. */
export const withCrossOriginReads = <Rule extends { readonly ID?: string | undefined }>(rules: readonly Rule[]) =>
  rules.some(({ ID }) => ID === crossOriginReads.ID) ? undefined : [...rules, crossOriginReads];
