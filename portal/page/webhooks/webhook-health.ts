import type { Delivery, Webhook } from '@styling/client';
import { html } from 'lit';
import { text } from '#texts/webhooks.ts';
import { locale } from '../elements/locale.ts';
import { relativeTime } from '../elements/relative-time.ts';

/** How a webhook does: `stopped` was paused by the service, `paused` by its user. */
type Health = 'good' | 'unused' | 'failing' | 'paused' | 'stopped';

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

const RINGS: Readonly<Record<Health, string>> = {
  good: 'border-good bg-good',
  unused: 'border-muted',
  failing: 'border-warn bg-warn',
  paused: 'border-muted',
  stopped: 'border-bad bg-bad',
};

/** A dot and its word. */
export const healthSign = (health: Health) => html`<span class="inline-flex items-center gap-[0.5em] whitespace-nowrap">
  <i class="size-[0.7em] rounded-full border-2 ${RINGS[health]}"></i>${text.health[health]}
</span>`;

const DOTS: Readonly<Record<Delivery['status'], string>> = {
  succeeded: 'rounded-full bg-good',
  pending: 'rounded-full border-2 border-warn',
  failed: 'rounded-[2px] bg-bad',
};

/** The sign of a delivery, told apart by its shape as well. */
export const deliveryDot = (status: Delivery['status']) => html`<i class="block size-2.5 ${DOTS[status]}"></i>`;

/** A dot for each delivery, the newest at the right; what it is, on hover. */
export function deliveryStrip(newestFirst: readonly Delivery[]) {
  const of = (status: Delivery['status']) => newestFirst.filter((delivery) => delivery.status === status).length;
  const summary = text.lastDeliveries({ succeeded: of('succeeded'), pending: of('pending'), failed: of('failed') });
  const title = ({ type, attempts, created_at }: Delivery) => {
    const last = attempts.at(-1);
    const when = relativeTime(Date.parse(last?.at ?? created_at) - Date.now(), locale());
    return text.dot(type, last ? text.attempt(last) : text.notSent, when);
  };
  return html`<div class="-ms-[3px] flex flex-wrap gap-0.5" role="img" aria-label=${summary}>
    ${newestFirst
      .toReversed()
      .map((delivery) => html`<span class="p-[3px]" title=${title(delivery)}>${deliveryDot(delivery.status)}</span>`)}
  </div>`;
}
