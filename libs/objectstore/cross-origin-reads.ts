/** One rule of a bucket for pages of other sites, as S3 has it. */
type Rule = { readonly ID?: string | undefined };

const ID = 'AnyoneReadsImages';

/**
 * The rule under which a page of any site may read what its reader may: of a bucket, public objects. They are public by address, so
 * that this opens nothing; without it a page may show them, but not read their bytes.
 */
export const crossOriginReads = { ID, AllowedMethods: ['GET', 'HEAD'], AllowedOrigins: ['*'], MaxAgeSeconds: 86_400 };

/** `rules` with {@link crossOriginReads}; others stay. Undefined if it is among them. */
export function withCrossOriginReads<Existing extends Rule>(rules: readonly Existing[]) {
  if (rules.some((rule) => rule.ID === ID)) return undefined;
  return [...rules, crossOriginReads];
}
