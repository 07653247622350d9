/** Part of a bucket policy, in the language of AWS. */
type Statement = { readonly Sid?: string };

/** The policy under which anyone may read the objects of `bucket` under `prefix`, and do nothing else. */
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

/** `policy` with the statements of {@link publicReads}; its other statements stay. @param policy JSON; null without one */
export function withPublicReads(policy: string | null, bucket: string, prefix: string): string {
  const opening = publicReads(bucket, prefix);
  const existing: { Statement?: Statement | readonly Statement[] } = policy === null ? {} : JSON.parse(policy);
  const kept = [existing.Statement ?? []].flat().filter(({ Sid }) => Sid !== opening.Statement[0]?.Sid);
  return JSON.stringify({ ...opening, ...existing, Statement: [...kept, ...opening.Statement] });
}

/**
 * The rule under which a page of any site may read what its reader may: of a bucket, public objects. They are public by address, so
 * that this opens nothing; without it a page may show them, but not read their bytes.
 */
export const crossOriginReads = {
  ID: 'AnyoneReadsImages',
  AllowedMethods: ['GET', 'HEAD'],
  AllowedOrigins: ['*'],
  MaxAgeSeconds: 86_400,
};

/** `rules` with {@link crossOriginReads}; others stay. Undefined if it is among them. */
export const withCrossOriginReads = <Rule extends { readonly ID?: string | undefined }>(rules: readonly Rule[]) =>
  rules.some(({ ID }) => ID === crossOriginReads.ID) ? undefined : [...rules, crossOriginReads];
