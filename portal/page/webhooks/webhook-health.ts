import type { Delivery, Webhook } from '@styling/client';

/** How a webhook does: `stopped` was paused by the service, `paused` by its user. */
export type Health = 'good' | 'unused' | 'failing' | 'paused' | 'stopped';

/** @param latest deliveries, newest first */
export function healthOf(
  { status, disabled_reason, failing_since }: Pick<Webhook, 'status' | 'disabled_reason' | 'failing_since'>,
  latest: readonly Pick<Delivery, 'status'>[],
): Health {
  if (status === 'disabled') return disabled_reason === 'requested' ? 'paused' : 'stopped';
  if (failing_since !== null) return 'failing';
  return latest.some((delivery) => delivery.status === 'succeeded') ? 'good' : 'unused';
}

/** How a webhook is called: by its description, or by the host of its address. */
export const nameOf = ({ url, description }: Pick<Webhook, 'url' | 'description'>): string =>
  description || (URL.canParse(url) ? new URL(url).host : url);
