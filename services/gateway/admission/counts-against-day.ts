import type { RequestCompleted } from '@styling/contracts';

/**
 * Whether a request that ended counts toward its user's day: a success, and a picture that a paid model was asked for and its
 * safety filter refused, since otherwise such requests would cost the operator money without limit. All else is refunded.
 */
export const countsAgainstDay = ({ status, error }: Pick<RequestCompleted['data'], 'status' | 'error'>): boolean =>
  status === 200 || error?.code === 'content_refused';
