/** How a request ended. */
type Ending = { readonly status: number; readonly error: { readonly code: string } | null };

/**
 * Whether a request that ended counts toward its user's day: a success, and a picture that a paid model was asked for and its
 * safety filter refused, since otherwise such requests would cost the operator money without limit. All else is refunded.
 */
export const countsAgainstDay = ({ status, error }: Ending): boolean =>
  status === 200 || error?.code === 'content_refused';

/** What a request that ended cost of its user's day. Events without a cost, of earlier versions, count by their outcome. */
export const costOf = ({ cost, ...ending }: Ending & { readonly cost?: number | undefined }): number =>
  cost ?? (countsAgainstDay(ending) ? 1 : 0);
